package io.ragport.api.store;

import io.ragport.api.Capability;
import io.ragport.api.MetadataFilter;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.UnsupportedCapabilityException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * What a database must offer to become a backend: a few primitives on vectors. Everything that is
 * the same everywhere (checking, embedding, defaults, thresholds, order among equals) is done once
 * in {@link VectorStoreRagService}, so arguments that arrive here are valid and no method needs to
 * check them again.
 *
 * <p>A collection may be dropped by someone else after it was found (COL-9): then reads find
 * nothing, deletes do nothing, and writes fail with a {@link io.ragport.api.RagStoreException}.
 *
 * <p>Safe for use from many threads. Constructing one does no I/O (LIFE-1). Every method may throw
 * {@link io.ragport.api.RagException}s only; a driver's exception becomes a {@link
 * io.ragport.api.RagStoreException} at worst (ERR-1). Closed by the service.
 */
public interface VectorStore extends AutoCloseable {
  /** The backend's name. */
  String backendName();

  /**
   * What the service may offer on top of this store. The primitives below serve {@code
   * COUNT_ENTRIES}, {@code ITER_ENTRIES}, {@code GET_ENTRIES}, {@code DELETE_BY_METADATA}, {@code
   * REPLACE}, {@code FILTER}, {@code QUERY_BY_VECTOR} and {@code MANAGE_COLLECTIONS}; {@code
   * ATOMIC_REPLACE} needs {@link #replace}, {@code KEYWORD_QUERY} and {@code HYBRID_QUERY} need
   * {@link #search} by keyword.
   */
  Set<Capability> capabilities();

  /** How much one {@link #upsert} takes. */
  StoreLimits limits();

  /**
   * Whether {@link #search}, {@link #scan}, {@link #delete} and {@link #replace} apply this filter
   * exactly. If not, search and scan return a superset of what it matches and the service checks
   * the rest with {@link io.ragport.api.FilterEvaluator}; delete and replace are then given ids.
   *
   * <p>A store that declares {@code ATOMIC_REPLACE} applies equality with scalars exactly: ids
   * found before its one step would miss what another replace writes meanwhile (REP-6).
   */
  default boolean filtersExactly(MetadataFilter filter) {
    return true;
  }

  /** Reaches the database and does nothing to it. */
  void check();

  /** The collection of that name, read from the store at every call (COL-9). */
  Optional<CollectionSpec> findCollection(String name);

  /**
   * The collection of that name to search in, by default as {@link #findCollection} finds it. A
   * store may spare itself the question and give what it last saw, if a search in a collection that
   * was since made anew with other settings fails rather than finds something (COL-9).
   */
  default Optional<CollectionSpec> recallCollection(String name) {
    return findCollection(name);
  }

  /** Every collection that Ragport created, in any order (COL-8). */
  List<CollectionSpec> listCollections();

  /**
   * Creates a collection unless one of that name exists. Of several creators at once one wins.
   *
   * @return the collection as it then stands in the store; the caller compares the settings (COL-2)
   */
  CollectionSpec createCollection(CollectionSpec wanted);

  /** Removes a collection with everything in it; a missing one is no error. */
  void dropCollection(String name);

  /**
   * Writes records, each in place of the entry of the same id, if there is one. All visible to
   * every reader when the call returns (IDX-12); none after a failure where {@link #limits} are
   * {@link StoreLimits#ATOMIC}.
   *
   * @param records within {@link #limits}, no id twice
   */
  void upsert(CollectionSpec collection, List<VectorRecord> records);

  /** Deletes the selected entries; ids and sources that are not there are no error. */
  void delete(CollectionSpec collection, Selection selection);

  /**
   * Deletes the selected entries and writes records as one step for every reader ({@code
   * ATOMIC_REPLACE}, REP-7).
   *
   * @param records any number, no id twice
   */
  default void replace(CollectionSpec collection, Selection selection, List<VectorRecord> records) {
    throw new UnsupportedCapabilityException(backendName(), Capability.ATOMIC_REPLACE);
  }

  /**
   * The entries nearest to the vector, or with the most telling terms.
   *
   * @return by vector: {@code min(topK, matching entries)} hits, also where an approximate index
   *     falls short (QRY-2); by keyword: as many of those that contain a term. Best first; the
   *     order among equals does not matter
   */
  List<VectorHit> search(VectorSearch search);

  /** Several searches, one list of hits each, in order; one after the other by default. */
  default List<List<VectorHit>> searchAll(List<VectorSearch> searches) {
    return searches.stream().map(this::search).toList();
  }

  /**
   * Several fused searches in a database that fuses by itself, one list of hits each, in order.
   * Asked for only without {@code keepBest} and with filters that are exact.
   *
   * @return empty, and so by default, if it does not: the service then fuses what {@link #search}
   *     finds
   */
  default Optional<List<List<FusedHit>>> searchFused(List<HybridSearch> searches) {
    return Optional.empty();
  }

  /**
   * The similarity of vectors to sources, over all their entries, exactly (MAT-2). By default every
   * entry of the sources is read.
   *
   * @param vectors one per row, the collection's dimension long, finite, not all zero
   * @param sourceIds one per column, no source twice
   * @return 0 for a source without entries (MAT-3)
   */
  default double[][] similarityMatrix(
      CollectionSpec collection,
      List<float[]> vectors,
      List<String> sourceIds,
      SimilarityMethod method) {
    return SimilarityMatrix.byReading(this, collection, vectors, sourceIds, method);
  }

  /**
   * The mean of all embeddings (NRM-2).
   *
   * @return empty if there are none, and by default: the service then reads every entry
   */
  default Optional<double[]> meanVector(CollectionSpec collection) {
    return Optional.empty();
  }

  /** The exact number of entries. */
  long count(CollectionSpec collection);

  /** The entries with these ids, in any order; missing ones are left out. Any number of ids. */
  List<VectorRecord> fetch(CollectionSpec collection, Collection<UUID> ids);

  /** When the entries with these ids were created; missing ones are left out (IDX-2). */
  default Map<UUID, Instant> createdAt(CollectionSpec collection, Collection<UUID> ids) {
    return fetch(collection, ids).stream()
        .collect(Collectors.toMap(VectorRecord::id, VectorRecord::createdAt));
  }

  /**
   * One page of entries.
   *
   * @return at most {@code limit} entries in the order of ids; fewer only at the end
   */
  List<VectorRecord> scan(VectorScan scan);

  /** Releases what the store created; idempotent. */
  @Override
  void close();
}
