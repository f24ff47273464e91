package io.ragport.api;

import io.ragport.api.embedding.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Indexes texts as embeddings and answers similarity queries against them, whatever database stands
 * behind it.
 *
 * <p>Three tiers (CAP-1): every backend implements the six <em>required</em> methods; the
 * <em>optional</em> ones throw {@link UnsupportedCapabilityException} unless their {@link
 * Capability} is declared; the <em>defaulted</em> ones work everywhere. What is declared behaves
 * the same on every backend; a backend may offer more on its own class.
 *
 * <p>{@code sourceIds} means the same wherever it appears: null does not restrict, an empty list
 * matches nothing (QRY-4). A collection that does not exist reads as empty and reading creates
 * nothing (COL-5).
 *
 * <p>Safe for use from many threads (LIFE-6). Calls block. Every method but the three that describe
 * the service throws {@link IllegalStateException} after {@link #close} and lets out nothing but
 * {@link IllegalArgumentException}, {@link UnsupportedCapabilityException} and {@link RagException}
 * (ERR-1). Whoever opened the service closes it.
 */
public interface BaseRagService extends AutoCloseable {
  /** The backend's name as in the configuration, for example {@code lucene}. */
  String backendName();

  /** What this service offers beyond the required methods; constant and immutable (CAP-2). */
  Set<Capability> capabilities();

  /** Whether the capability is declared. */
  default boolean supports(Capability capability) {
    return capabilities().contains(capability);
  }

  /** Whether the capability of that name is declared; false for an unknown name (CAP-2). */
  default boolean supports(String capability) {
    return Capability.find(capability).map(this::supports).orElse(false);
  }

  /**
   * Reaches the store and loads the model, which opening did not do (LIFE-1).
   *
   * @throws RagException naming what cannot be reached or loaded
   */
  void check();

  /** Releases what the service created, nothing that was passed in; idempotent (LIFE-2). */
  @Override
  void close();

  // Required

  /**
   * Indexes one text. Creates the collection if needed; replaces the entry of a given id (IDX-2).
   *
   * @return the entry, all parts filled (IDX-1); visible to every reader by then (IDX-12)
   * @throws DimensionMismatchException if the embedding does not fit the collection (COL-4)
   * @throws CollectionMismatchException if the normalizer differs, or another creator won with
   *     other settings (COL-2)
   * @throws EmbeddingException if the embedder fails or returns an unusable vector (EMB-1)
   * @throws RagConfigurationException if the collection is missing and may not be created (COL-7),
   *     or its recorded model cannot be resolved (COL-3)
   */
  RagEntry index(IndexRequest request);

  /**
   * Indexes several texts as one step: all become visible or none (IDX-8). Any number of items
   * works (IDX-9).
   *
   * @return one entry per item, in order; empty for no items, without any I/O
   * @throws PartialWriteException if storing failed and so did taking back what was written
   * @throws RagException as {@link #index(IndexRequest)}
   */
  List<RagEntry> indexBatch(IndexBatchRequest request);

  /**
   * The entries most similar to a text or vector, best first, ties by ascending id (QRY-1).
   *
   * @return {@code min(topK, matching entries)} results (QRY-2); empty for a missing collection or
   *     an empty list of source ids, without embedding (QRY-3, QRY-4)
   * @throws UnsupportedCapabilityException for a filter, vector or mode that is not declared
   */
  List<RagServiceResult> query(QueryRequest request);

  /**
   * Several queries at once, equal to the single ones (QRY-9).
   *
   * @return one list per text, in order; {@code queryIndex} tells the text
   */
  List<List<RagServiceResult>> queryBatch(QueryBatchRequest request);

  /**
   * Deletes one entry; an unknown id or collection is no error (DEL-1).
   *
   * @param collectionName null searches every collection of Ragport's
   */
  void delete(UUID id, @Nullable String collectionName);

  /**
   * Deletes the entries of these sources; unknown ones are no error, none deletes nothing (DEL-3).
   */
  void deleteBySourceId(String collectionName, Collection<String> sourceIds);

  // Short forms of the required methods

  /** Indexes a text into the collection {@code default}. */
  default RagEntry index(String text) {
    return index(IndexRequest.builder(text).build());
  }

  /** The 5 entries of the collection {@code default} most similar to the text. */
  default List<RagServiceResult> query(String text) {
    return query(text, QueryOptions.DEFAULT_TOP_K);
  }

  /** The {@code topK} entries of the collection {@code default} most similar to the text. */
  default List<RagServiceResult> query(String text, int topK) {
    return query(QueryRequest.builder(text).topK(topK).build());
  }

  /** Deletes the entries of one source (DEL-3). */
  default void deleteBySourceId(String collectionName, String sourceId) {
    deleteBySourceId(collectionName, List.of(Arguments.sourceId("sourceId", sourceId)));
  }

  // Optional

  /** The exact number of entries; 0 for a missing collection (ENT-1). */
  default long countEntries(String collectionName) {
    throw new UnsupportedCapabilityException(backendName(), Capability.COUNT_ENTRIES);
  }

  /**
   * Every entry once, ordered by id (ENT-2). Pages are read as the stream advances and hold no
   * connection in between, so that the service may be called meanwhile. Close the stream if it is
   * not read to its end.
   *
   * @param batchSize entries per page, 1 or more
   */
  default Stream<StoredEntry> iterEntries(String collectionName, int batchSize) {
    throw new UnsupportedCapabilityException(backendName(), Capability.ITER_ENTRIES);
  }

  /** Every entry once, ordered by id, read in pages of 500 (ENT-2). */
  default Stream<StoredEntry> iterEntries(String collectionName) {
    return iterEntries(collectionName, 500);
  }

  /**
   * Deletes exactly the entries that a query with the same match would find (DEL-4).
   *
   * @param match one key or more, scalar values; anything else is an invalid argument
   */
  default void deleteByMetadata(String collectionName, Map<String, ?> match) {
    throw new UnsupportedCapabilityException(backendName(), Capability.DELETE_BY_METADATA);
  }

  /**
   * Puts new entries in the place of selected ones. Everything is embedded before anything is
   * deleted; after a failure the old entries are all there and none of the new (REP-2).
   *
   * @return the new entries in order
   */
  default List<RagEntry> replace(ReplaceRequest request) {
    throw new UnsupportedCapabilityException(backendName(), Capability.REPLACE);
  }

  /** The entries of these ids, in that order; missing ones are skipped (ENT-3). */
  default List<StoredEntry> getEntries(String collectionName, Collection<UUID> ids) {
    throw new UnsupportedCapabilityException(backendName(), Capability.GET_ENTRIES);
  }

  /** Ragport's collections by name (COL-6). */
  default List<CollectionInfo> listCollections() {
    throw new UnsupportedCapabilityException(backendName(), Capability.MANAGE_COLLECTIONS);
  }

  /**
   * Creates an empty collection; does nothing if it exists with the same settings (COL-6). Works
   * where {@code provision: false} keeps indexing from doing so (COL-7).
   *
   * @param dimension of the embeddings, 1 or more
   * @param model the embedding model to record; null takes the service's
   * @throws CollectionMismatchException if it exists with other settings
   */
  default CollectionInfo createCollection(
      String collectionName, int dimension, @Nullable String model) {
    throw new UnsupportedCapabilityException(backendName(), Capability.MANAGE_COLLECTIONS);
  }

  /** Removes a collection and its entries; a missing one is no error (COL-6). */
  default void dropCollection(String collectionName) {
    throw new UnsupportedCapabilityException(backendName(), Capability.MANAGE_COLLECTIONS);
  }

  // Defaulted

  /**
   * How similar each text is to each source (MAT-1 to MAT-3).
   *
   * <p>As written here {@code AVG} covers the 10,000 nearest entries of a source; services over a
   * {@code VectorStore} cover all.
   *
   * @return one row per text, one column per source id, both in the given order; 0.0 for a source
   *     or collection that is not there
   */
  default double[][] computeSimilarityMatrix(
      List<String> texts, List<String> sourceIds, SimilarityMethod method, String collectionName) {
    List<String> sources = Arguments.sourceIds(sourceIds);
    Arguments.collectionName(collectionName);
    double[][] matrix = new double[texts.size()][sources.size()];
    Map<String, List<List<RagServiceResult>>> bySource = new HashMap<>();
    for (int column = 0; column < sources.size() && !texts.isEmpty(); column++) {
      List<List<RagServiceResult>> hits =
          bySource.computeIfAbsent(
              sources.get(column),
              source ->
                  queryBatch(
                      QueryBatchRequest.builder(texts)
                          .collectionName(collectionName)
                          .sourceIds(List.of(source))
                          .topK(method == SimilarityMethod.MIN ? 1 : Arguments.MAX_TOP_K)
                          .includeContent(false)
                          .exact(true)
                          .build()));
      for (int row = 0; row < matrix.length; row++) {
        matrix[row][column] =
            hits.get(row).stream().mapToDouble(RagServiceResult::score).average().orElse(0.0);
      }
    }
    return matrix;
  }

  /** The similarity of each text to each source by its nearest entry. */
  default double[][] computeSimilarityMatrix(
      List<String> texts, List<String> sourceIds, String collectionName) {
    return computeSimilarityMatrix(texts, sourceIds, SimilarityMethod.MIN, collectionName);
  }

  /**
   * A normalizer that centres on the mean of the collection's embeddings (NRM-2). To take effect it
   * is given to a service that indexes the texts anew, into another collection.
   *
   * <p>A backend that cannot read its vectors returns one that scales to unit length.
   *
   * @param collectionName null means {@code default}
   * @throws RagStoreException if the collection is missing or empty
   */
  default Normalizer learnNormalizer(@Nullable String collectionName) {
    if (!supports(Capability.ITER_ENTRIES)) {
      return Normalizer.L2;
    }
    String name = Arguments.collectionNameOrDefault(collectionName);
    try (Stream<StoredEntry> entries = iterEntries(name)) {
      return Normalizer.centredOnMeanOf(entries.map(StoredEntry::embedding))
          .orElseThrow(
              () ->
                  new RagStoreException(
                      backendName(),
                      "collection \""
                          + Arguments.shortened(name)
                          + "\" has no entries to learn a normalizer from (index some first)",
                      null));
    }
  }

  /**
   * Deletes exactly these entries (DEL-2).
   *
   * @param collectionName null searches every collection of Ragport's
   */
  default void deleteMany(Collection<UUID> ids, @Nullable String collectionName) {
    for (UUID id : new ArrayList<>(Arguments.ids(ids))) {
      delete(id, collectionName);
    }
  }
}
