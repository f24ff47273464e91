package io.ragport.conformance;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.MetadataFilter;
import io.ragport.api.RagStoreException;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.StoreLimits;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import io.ragport.api.store.VectorSearch;
import io.ragport.api.store.VectorStore;
import io.ragport.api.store.VectorStoreRagService;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A backend's own store with faults in front of it: chosen calls fail before the store sees them,
 * and it may take less at once than it could.
 */
final class FailingStore implements VectorStore {
  private static final long BLOCKED_SECONDS = 60;

  private final VectorStore store;
  private final StoreLimits limits;
  private final Set<Capability> capabilities;
  private final List<Integer> upsertSizes = new CopyOnWriteArrayList<>();
  private final List<Page> pages = new CopyOnWriteArrayList<>();
  private final AtomicReference<@Nullable CountDownLatch> blocked = new AtomicReference<>();
  private int upsertsLeft = Integer.MAX_VALUE; // guarded by this
  private int upsertFailures = Integer.MAX_VALUE; // guarded by this
  private int deletesLeft = Integer.MAX_VALUE; // guarded by this
  private int deleteFailures = Integer.MAX_VALUE; // guarded by this
  private boolean interrupting; // guarded by this

  /** One scan: how many records it was asked for and how many it gave. */
  record Page(int limit, int records) {}

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

  /** Lets that many more deletes through, fails the next one and recovers. */
  synchronized FailingStore failDeleteOnceAfter(int count) {
    deletesLeft = count;
    deleteFailures = 1;
    return this;
  }

  /**
   * Has the next search or upsert wait until its thread is interrupted, as a driver should: it then
   * fails with the interrupt flag set again.
   *
   * @param reached counted down once it waits
   */
  FailingStore blockNextCall(CountDownLatch reached) {
    blocked.set(reached);
    return this;
  }

  /** The scans so far that did not fail. */
  List<Page> pages() {
    return List.copyOf(pages);
  }

  /** A service over this store, which it closes. */
  BaseRagService service(EmbeddingProvider embedding) {
    return VectorStoreRagService.builder(this, EmbeddingSettings.of(embedding)).build();
  }

  private void blocking() {
    CountDownLatch reached = blocked.getAndSet(null);
    if (reached == null) {
      return;
    }
    reached.countDown();
    try {
      boolean over = new CountDownLatch(1).await(BLOCKED_SECONDS, TimeUnit.SECONDS);
      throw new AssertionError("nobody interrupted the store: " + over);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RagStoreException(backendName(), "interrupted", e);
    }
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
    if (deletesLeft-- <= 0 && deleteFailures-- > 0) {
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
    blocking();
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
    blocking();
    return store.search(search);
  }

  @Override
  public List<List<VectorHit>> searchAll(List<VectorSearch> searches) {
    blocking();
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
    List<VectorRecord> records = store.scan(scan);
    pages.add(new Page(scan.limit(), records.size()));
    return records;
  }

  @Override
  public void close() {
    store.close();
  }
}
