package io.ragport.api.store;

import io.ragport.api.Capability;
import io.ragport.api.MetadataFilter;
import io.ragport.api.RagException;
import io.ragport.api.RagStoreException;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.UnsupportedCapabilityException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Keeps what a store throws within the contract (ERR-1): an {@code IllegalArgumentException} of a
 * driver must not look like a mistake of the caller, and a class or method that is not there, since
 * the store was built for another version of its driver or of this module, is its failure as well.
 */
final class GuardedStore implements VectorStore {
  private final VectorStore store;

  GuardedStore(VectorStore store) {
    this.store = store;
  }

  @Override
  public String backendName() {
    return store.backendName();
  }

  @Override
  public Set<Capability> capabilities() {
    return store.capabilities();
  }

  @Override
  public StoreLimits limits() {
    return call("limits", store::limits);
  }

  @Override
  public boolean filtersExactly(MetadataFilter filter) {
    return call("filtersExactly", () -> store.filtersExactly(filter));
  }

  @Override
  public void check() {
    run("check", store::check);
  }

  @Override
  public Optional<CollectionSpec> findCollection(String name) {
    return call("findCollection", () -> store.findCollection(name));
  }

  @Override
  public Optional<CollectionSpec> recallCollection(String name) {
    return call("recallCollection", () -> store.recallCollection(name));
  }

  @Override
  public List<CollectionSpec> listCollections() {
    return call("listCollections", store::listCollections);
  }

  @Override
  public CollectionSpec createCollection(CollectionSpec wanted) {
    return call("createCollection", () -> store.createCollection(wanted));
  }

  @Override
  public void dropCollection(String name) {
    run("dropCollection", () -> store.dropCollection(name));
  }

  @Override
  public void upsert(CollectionSpec collection, List<VectorRecord> records) {
    run("upsert", () -> store.upsert(collection, records));
  }

  @Override
  public void delete(CollectionSpec collection, Selection selection) {
    run("delete", () -> store.delete(collection, selection));
  }

  @Override
  public void replace(CollectionSpec collection, Selection selection, List<VectorRecord> records) {
    run("replace", () -> store.replace(collection, selection, records));
  }

  @Override
  public List<VectorHit> search(VectorSearch search) {
    return call("search", () -> store.search(search));
  }

  @Override
  public List<List<VectorHit>> searchAll(List<VectorSearch> searches) {
    return call("searchAll", () -> store.searchAll(searches));
  }

  @Override
  public Optional<List<List<FusedHit>>> searchFused(List<HybridSearch> searches) {
    return call("searchFused", () -> store.searchFused(searches));
  }

  @Override
  public double[][] similarityMatrix(
      CollectionSpec collection,
      List<float[]> vectors,
      List<String> sourceIds,
      SimilarityMethod method) {
    return call(
        "similarityMatrix", () -> store.similarityMatrix(collection, vectors, sourceIds, method));
  }

  @Override
  public Optional<double[]> meanVector(CollectionSpec collection) {
    return call("meanVector", () -> store.meanVector(collection));
  }

  @Override
  public long count(CollectionSpec collection) {
    return call("count", () -> store.count(collection));
  }

  @Override
  public List<VectorRecord> fetch(CollectionSpec collection, Collection<UUID> ids) {
    return call("fetch", () -> store.fetch(collection, ids));
  }

  @Override
  public Map<UUID, Instant> createdAt(CollectionSpec collection, Collection<UUID> ids) {
    return call("createdAt", () -> store.createdAt(collection, ids));
  }

  @Override
  public List<VectorRecord> scan(VectorScan scan) {
    return call("scan", () -> store.scan(scan));
  }

  @Override
  public void close() {
    run("close", store::close);
  }

  private void run(String operation, Runnable work) {
    call(
        operation,
        () -> {
          work.run();
          return operation;
        });
  }

  private <T> T call(String operation, Supplier<T> work) {
    try {
      return work.get();
    } catch (RagException | UnsupportedCapabilityException e) {
      throw e;
    } catch (RuntimeException | LinkageError e) {
      throw new RagStoreException(
          store.backendName(), operation + " failed: " + e.getClass().getSimpleName(), e);
    }
  }
}
