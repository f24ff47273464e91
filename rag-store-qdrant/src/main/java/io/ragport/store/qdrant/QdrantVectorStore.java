package io.ragport.store.qdrant;

import io.ragport.api.Capability;
import io.ragport.api.MetadataFilter;
import io.ragport.api.RagStoreException;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.FusedHit;
import io.ragport.api.store.HybridSearch;
import io.ragport.api.store.Selection;
import io.ragport.api.store.StoreLimits;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import io.ragport.api.store.VectorSearch;
import io.ragport.api.store.VectorStore;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The primitives over a collection of Qdrant's for each of Ragport's. */
final class QdrantVectorStore implements VectorStore {
  /** Of a service with the default settings. */
  static final Set<Capability> CAPABILITIES =
      Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(Capability.ATOMIC_REPLACE)));

  private static final System.Logger LOG = System.getLogger(QdrantVectorStore.class.getName());

  /**
   * One call's worth to take back after a failure; requests are smaller, see {@link PointWriter}.
   */
  private static final StoreLimits LIMITS = new StoreLimits(100_000, Long.MAX_VALUE);

  private final QdrantOptions options;
  private final QdrantNodes nodes;
  private final QdrantCollections collections;
  private final PointWriter writer;
  private final PointReader reader;
  private final PointSearch search;

  /** Collections that a warning was logged for. */
  private final Set<String> leftOut = ConcurrentHashMap.newKeySet();

  private QdrantVectorStore(QdrantOptions options) {
    this.options = options;
    nodes = new QdrantNodes(options);
    collections = new QdrantCollections(options, nodes);
    writer = new PointWriter(options, nodes);
    reader = new PointReader(options, nodes);
    search = new PointSearch(options, nodes);
  }

  /** Connects when first used (LIFE-1). */
  static QdrantVectorStore connecting(QdrantOptions options) {
    return new QdrantVectorStore(options);
  }

  @Override
  public String backendName() {
    return QdrantErrors.BACKEND;
  }

  @Override
  public Set<Capability> capabilities() {
    Set<Capability> declared = EnumSet.copyOf(CAPABILITIES);
    if (!options.get(QdrantOptions.KEYWORD_SEARCH)) {
      declared.removeAll(EnumSet.of(Capability.KEYWORD_QUERY, Capability.HYBRID_QUERY));
    }
    return declared;
  }

  @Override
  public StoreLimits limits() {
    return LIMITS;
  }

  @Override
  public boolean filtersExactly(MetadataFilter filter) {
    return QdrantFilters.isExact(filter);
  }

  @Override
  public void check() {
    nodes.check();
  }

  @Override
  public Optional<CollectionSpec> findCollection(String name) {
    return collections.find(name).map(QdrantCollection::spec);
  }

  @Override
  public Optional<CollectionSpec> recallCollection(String name) {
    return collections.recall(name).map(QdrantCollection::spec);
  }

  @Override
  public List<CollectionSpec> listCollections() {
    return collections.list();
  }

  @Override
  public CollectionSpec createCollection(CollectionSpec wanted) {
    return collections.create(wanted).spec();
  }

  @Override
  public void dropCollection(String name) {
    collections.drop(name);
  }

  @Override
  public void upsert(CollectionSpec spec, List<VectorRecord> records) {
    try {
      QdrantCollection collection = collections.of(spec);
      collections.ensureIndexes(collection);
      writer.upsert(collection, records);
    } catch (RagStoreException e) {
      throw forgetting(spec, e);
    }
  }

  @Override
  public void delete(CollectionSpec spec, Selection selection) {
    if (!CollectionMetadata.isOurLayout(spec)) {
      leaveOut(spec);
    } else if (!selection.isEmpty()) {
      writer.delete(spec.identifier(), QdrantErrors.place(spec.name()), selection);
    }
  }

  /** Of a delete in every collection; the others must not suffer from one of a newer layout. */
  private void leaveOut(CollectionSpec spec) {
    if (leftOut.add(spec.name())) {
      LOG.log(
          Level.WARNING,
          QdrantErrors.BACKEND
              + ": "
              + QdrantErrors.place(spec.name())
              + ": left out of deletes in all collections, as its layout version is "
              + spec.layoutVersion()
              + " (delete there with the version of Ragport that wrote it)");
    }
  }

  @Override
  public List<VectorHit> search(VectorSearch one) {
    return searchAll(List.of(one)).get(0);
  }

  @Override
  public List<List<VectorHit>> searchAll(List<VectorSearch> searches) {
    return found(
        searches.get(0).collection(), searches, collection -> search.find(collection, searches));
  }

  @Override
  public Optional<List<List<FusedHit>>> searchFused(List<HybridSearch> searches) {
    return Optional.of(
        found(
            searches.get(0).byVector().collection(),
            searches,
            collection -> search.fuse(collection, searches)));
  }

  @Override
  public double[][] similarityMatrix(
      CollectionSpec spec, List<float[]> vectors, List<String> sourceIds, SimilarityMethod method) {
    return method == SimilarityMethod.MIN
        ? read(
            spec,
            new double[vectors.size()][sourceIds.size()],
            collection -> search.highest(collection, vectors, sourceIds))
        : VectorStore.super.similarityMatrix(spec, vectors, sourceIds, method);
  }

  @Override
  public long count(CollectionSpec spec) {
    return reader.count(spec);
  }

  @Override
  public List<VectorRecord> fetch(CollectionSpec spec, Collection<UUID> ids) {
    return read(spec, List.of(), collection -> reader.fetch(collection, ids));
  }

  @Override
  public Map<UUID, Instant> createdAt(CollectionSpec spec, Collection<UUID> ids) {
    return read(spec, Map.of(), collection -> reader.createdAt(collection, ids));
  }

  @Override
  public List<VectorRecord> scan(VectorScan scan) {
    return read(scan.collection(), List.of(), collection -> reader.scan(collection, scan));
  }

  /** The lists that searches give; all are empty where the collection is gone. */
  private <T> List<List<T>> found(
      CollectionSpec spec, List<?> searches, Function<QdrantCollection, List<List<T>>> search) {
    List<List<T>> lists =
        read(
            spec,
            Collections.nCopies(searches.size(), List.of()),
            collection -> inThisOrItsLike(collection, search));
    if (lists.stream().allMatch(List::isEmpty)) {
      collections.forget(spec.name()); // it may be gone: the next query asks before it embeds
    }
    return lists;
  }

  /** Once more, if the collection was made anew since it was seen, just as it had been (COL-9). */
  private <T> T inThisOrItsLike(QdrantCollection seen, Function<QdrantCollection, T> search) {
    try {
      return search.apply(seen);
    } catch (RagStoreException e) {
      Optional<QdrantCollection> now =
          Failures.isOtherVector(e)
              ? collections
                  .find(seen.spec().name())
                  .filter(
                      found ->
                          found.spec().equals(seen.spec()) && found.terms().equals(seen.terms()))
              : Optional.empty();
      return now.map(search).orElseThrow(() -> e);
    }
  }

  private <T> T read(CollectionSpec spec, T ifGone, Function<QdrantCollection, T> work) {
    try {
      return collections.present(spec).map(work).orElse(ifGone);
    } catch (RagStoreException e) {
      throw forgetting(spec, e);
    }
  }

  /** A failure may mean that the collection is not what it was. */
  private RagStoreException forgetting(CollectionSpec spec, RagStoreException failure) {
    collections.forget(spec.name());
    return failure;
  }

  @Override
  public void close() {
    nodes.close();
  }
}
