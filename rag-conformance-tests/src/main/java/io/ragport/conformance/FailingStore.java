package io.ragport.conformance;

import io.ragport.api.Capability;
import io.ragport.api.MetadataFilter;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.StoreLimits;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import io.ragport.api.store.VectorSearch;
import io.ragport.api.store.VectorStore;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A backend's own store with faults in front of it: chosen calls fail before the store sees them,
 * and it may take less at once than it could.
 */
final class FailingStore implements VectorStore {
  private final VectorStore store;
  private final StoreLimits limits;
  private final Set<Capability> capabilities;
  private final List<Integer> upsertSizes = new CopyOnWriteArrayList<>();
  private int upsertsLeft = Integer.MAX_VALUE; // guarded by this
  private int upsertFailures = Integer.MAX_VALUE; // guarded by this
  private int deletesLeft = Integer.MAX_VALUE; // guarded by this
  private boolean interrupting; // guarded by this

  FailingStore(VectorStore store) {
    this(store, store.limits());
  }

  FailingStore(VectorStore store, StoreLimits limits) {
    this.store = store;
    this.limits = limits;
    this.capabilities = EnumSet.noneOf(Capability.class);
    capabilities.addAll(store.capabilities());
  }

  /** Lets that many more upserts and replaces through and fails those after them. */
  synchronized FailingStore failUpsertsAfter(int count) {
    upsertsLeft = count;
    return this;
  }

  /** Lets that many more upserts and replaces through, fails the next one and recovers. */
  synchronized FailingStore failUpsertOnceAfter(int count) {
    upsertsLeft = count;
    upsertFailures = 1;
    return this;
  }

  /** The same, and the call fails as one does whose thread was interrupted: the flag is set. */
  synchronized FailingStore interruptUpsertAfter(int count) {
    interrupting = true;
    return failUpsertOnceAfter(count);
  }

  /** No longer offers that capability; only before a service is opened on it. */
  FailingStore without(Capability capability) {
    capabilities.remove(capability);
    return this;
  }

  /** The number of records of each upsert so far, failed ones included. */
  List<Integer> upsertSizes() {
    return List.copyOf(upsertSizes);
  }

  /** Lets that many more deletes through and fails those after them. */
  synchronized FailingStore failDeletesAfter(int count) {
    deletesLeft = count;
    return this;
  }

  private synchronized void upserting() {
    if (upsertsLeft-- <= 0 && upsertFailures-- > 0) {
      if (interrupting) {
        Thread.currentThread().interrupt();
      }
      throw new RagStoreException(backendName(), "a failure made by the suite", null);
    }
  }

  private synchronized void deleting() {
    if (deletesLeft-- <= 0) {
      throw new RagStoreException(backendName(), "a failure made by the suite", null);
    }
  }

  @Override
  public String backendName() {
    return store.backendName();
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.copyOf(capabilities);
  }

  @Override
  public StoreLimits limits() {
    return limits;
  }

  @Override
  public boolean filtersExactly(MetadataFilter filter) {
    return store.filtersExactly(filter);
  }

  @Override
  public void check() {
    store.check();
  }

  @Override
  public Optional<CollectionSpec> findCollection(String name) {
    return store.findCollection(name);
  }

  @Override
  public List<CollectionSpec> listCollections() {
    return store.listCollections();
  }

  @Override
  public CollectionSpec createCollection(CollectionSpec wanted) {
    return store.createCollection(wanted);
  }

  @Override
  public void dropCollection(String name) {
    store.dropCollection(name);
  }

  @Override
  public void upsert(CollectionSpec collection, List<VectorRecord> records) {
    upsertSizes.add(records.size());
    upserting();
    store.upsert(collection, records);
  }

  @Override
  public void delete(CollectionSpec collection, Selection selection) {
    deleting();
    store.delete(collection, selection);
  }

  @Override
  public void replace(CollectionSpec collection, Selection selection, List<VectorRecord> records) {
    upserting();
    store.replace(collection, selection, records);
  }

  @Override
  public List<VectorHit> search(VectorSearch search) {
    return store.search(search);
  }

  @Override
  public List<List<VectorHit>> searchAll(List<VectorSearch> searches) {
    return store.searchAll(searches);
  }

  @Override
  public long count(CollectionSpec collection) {
    return store.count(collection);
  }

  @Override
  public List<VectorRecord> fetch(CollectionSpec collection, Collection<UUID> ids) {
    return store.fetch(collection, ids);
  }

  @Override
  public Map<UUID, Instant> createdAt(CollectionSpec collection, Collection<UUID> ids) {
    return store.createdAt(collection, ids);
  }

  @Override
  public List<VectorRecord> scan(VectorScan scan) {
    return store.scan(scan);
  }

  @Override
  public void close() {
    store.close();
  }
}
