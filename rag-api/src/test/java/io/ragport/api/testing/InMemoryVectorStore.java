package io.ragport.api.testing;

import io.ragport.api.Capability;
import io.ragport.api.EntryIds;
import io.ragport.api.FilterEvaluator;
import io.ragport.api.MetadataFilter;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.MetadataJson;
import io.ragport.api.store.Selection;
import io.ragport.api.store.StoreLimits;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import io.ragport.api.store.VectorSearch;
import io.ragport.api.store.VectorStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store that is exact and obvious: sorted maps behind one lock. Records its calls, fails on
 * demand, and refuses what the service must never ask of a store (with an {@link AssertionError}).
 */
public class InMemoryVectorStore implements VectorStore {
  /** What the store is called in messages. */
  public static final String NAME = "memory";

  private final SortedMap<String, Stored> collections = new TreeMap<>();
  private final StoreCalls calls = new StoreCalls();
  private final List<VectorSearch> searches = new CopyOnWriteArrayList<>();
  private final List<Selection> deletes = new CopyOnWriteArrayList<>();
  private Set<Capability> capabilities = EnumSet.allOf(Capability.class);
  private StoreLimits limits = StoreLimits.ATOMIC;
  private Predicate<MetadataFilter> superset = filter -> false;

  /** Declares these capabilities in place of all. */
  public InMemoryVectorStore declaring(Set<Capability> declared) {
    capabilities = Set.copyOf(declared);
    return this;
  }

  /** Declares all capabilities but these. */
  public InMemoryVectorStore without(Capability... undeclared) {
    Set<Capability> rest = EnumSet.allOf(Capability.class);
    Arrays.asList(undeclared).forEach(rest::remove);
    return declaring(rest);
  }

  /** Takes no more than this at once, and is not atomic beyond it. */
  public InMemoryVectorStore limitedTo(int maxRecords, long maxBytes) {
    limits = new StoreLimits(maxRecords, maxBytes);
    return this;
  }

  /** Ignores these filters in searches and scans, and refuses them in deletes. */
  public InMemoryVectorStore supersetFor(Predicate<MetadataFilter> filters) {
    superset = filters;
    return this;
  }

  /** Makes the n-th call of an operation from now on fail before it does anything. */
  public void failOn(String operation, int nth, RuntimeException failure) {
    calls.failOn(operation, nth, false, failure);
  }

  /** Makes the n-th upsert or delete from now on fail when half of it is done. */
  public void failHalfway(String operation, int nth, RuntimeException failure) {
    calls.failOn(operation, nth, true, failure);
  }

  /** Runs something just before the next call of an operation, once. */
  public void beforeNext(String operation, Runnable hook) {
    calls.beforeNext(operation, hook);
  }

  /** The operations called so far; {@code upsert} and {@code fetch} with the number of records. */
  public List<String> calls() {
    return calls.list();
  }

  /** The searches so far. */
  public List<VectorSearch> searches() {
    return List.copyOf(searches);
  }

  /** The selections deleted so far. */
  public List<Selection> deletes() {
    return List.copyOf(deletes);
  }

  /** Forgets what was recorded. */
  public void forgetCalls() {
    calls.forget();
    searches.clear();
    deletes.clear();
  }

  /** What a collection holds, by id, without recording a call; empty for a missing one. */
  public synchronized List<VectorRecord> contents(String collectionName) {
    Stored stored = collections.get(collectionName);
    return stored == null ? List.of() : List.copyOf(stored.records.values());
  }

  /** Whether the collection is there, without recording a call. */
  public synchronized boolean has(String collectionName) {
    return collections.containsKey(collectionName);
  }

  @Override
  public String backendName() {
    return NAME;
  }

  @Override
  public Set<Capability> capabilities() {
    return capabilities;
  }

  @Override
  public StoreLimits limits() {
    return limits;
  }

  @Override
  public boolean filtersExactly(MetadataFilter filter) {
    return !superset.test(filter);
  }

  @Override
  public synchronized void check() {
    calls.take("check");
  }

  @Override
  public synchronized Optional<CollectionSpec> findCollection(String name) {
    calls.take("findCollection");
    return Optional.ofNullable(collections.get(name)).map(stored -> stored.spec);
  }

  @Override
  public synchronized List<CollectionSpec> listCollections() {
    calls.take("listCollections");
    List<CollectionSpec> specs =
        new ArrayList<>(collections.values().stream().map(stored -> stored.spec).toList());
    specs.sort(Comparator.comparing(CollectionSpec::name).reversed()); // "in any order"
    return specs;
  }

  @Override
  public synchronized CollectionSpec createCollection(CollectionSpec wanted) {
    calls.take("createCollection");
    return collections.computeIfAbsent(
            wanted.name(), name -> new Stored(wanted.storedAs("id-of-" + name, 1)))
        .spec;
  }

  @Override
  public synchronized void dropCollection(String name) {
    calls.take("dropCollection");
    collections.remove(name);
  }

  @Override
  public synchronized void upsert(CollectionSpec collection, List<VectorRecord> records) {
    StoreCalls.Fault fault = calls.take("upsert", " " + records.size());
    require(!records.isEmpty() && records.size() <= limits.maxRecords(), "records out of limits");
    if (limits.equals(StoreLimits.ATOMIC)) {
      fault.complete();
    }
    put(collection, fault.part(records));
    fault.complete();
  }

  @Override
  public synchronized void delete(CollectionSpec collection, Selection selection) {
    StoreCalls.Fault fault = calls.take("delete", "");
    deletes.add(selection);
    remove(collection, selection, fault);
    fault.complete();
  }

  @Override
  public synchronized void replace(
      CollectionSpec collection, Selection selection, List<VectorRecord> records) {
    require(capabilities.contains(Capability.ATOMIC_REPLACE), "replace is not declared");
    calls.take("replace");
    remove(collection, selection, StoreCalls.Fault.NONE);
    put(collection, records);
  }

  @Override
  public synchronized List<VectorHit> search(VectorSearch search) {
    calls.take("search");
    searches.add(search);
    Set<String> sources = new HashSet<>();
    return records(search.collection())
        .filter(record -> wanted(record, search.sourceIds(), search.filter()))
        .map(record -> hit(record, search))
        .filter(hit -> search.byVector() || hit.score() > 0)
        .sorted(Comparator.comparingDouble(VectorHit::score).reversed())
        .filter(hit -> !search.keepBest() || sources.add(hit.sourceId()))
        .limit(search.topK())
        .toList();
  }

  @Override
  public synchronized long count(CollectionSpec collection) {
    calls.take("count");
    return records(collection).count();
  }

  @Override
  public synchronized List<VectorRecord> fetch(CollectionSpec collection, Collection<UUID> ids) {
    calls.take("fetch", " " + ids.size()).complete();
    Set<UUID> wanted = Set.copyOf(ids);
    return records(collection).filter(record -> wanted.contains(record.id())).toList();
  }

  @Override
  public synchronized List<VectorRecord> scan(VectorScan scan) {
    calls.take("scan");
    UUID after = scan.after();
    return records(scan.collection())
        .filter(record -> after == null || EntryIds.ORDER.compare(record.id(), after) > 0)
        .filter(record -> wanted(record, scan.sourceIds(), scan.filter()))
        .limit(scan.limit())
        .toList();
  }

  @Override
  public synchronized void close() {
    calls.take("close");
  }

  private Stream<VectorRecord> records(CollectionSpec collection) {
    Stored stored = collections.get(collection.name());
    return stored == null ? Stream.of() : stored.records.values().stream();
  }

  private void put(CollectionSpec collection, List<VectorRecord> records) {
    Stored stored = collections.get(collection.name());
    if (stored == null) {
      throw new RagStoreException(NAME, "the collection was dropped", null);
    }
    for (VectorRecord record : records) {
      require(record.vector().length == collection.dimension(), "wrong dimension");
      stored.records.put(record.id(), asRead(record));
    }
  }

  private void remove(CollectionSpec collection, Selection selection, StoreCalls.Fault fault) {
    MetadataFilter filter = selection.filter();
    require(filter == null || filtersExactly(filter), "a filter it cannot apply exactly");
    Stored stored = collections.get(collection.name());
    if (stored != null) {
      Set<UUID> ids = Set.copyOf(selection.ids());
      List<UUID> selected =
          stored.records.values().stream()
              .filter(
                  record ->
                      ids.contains(record.id())
                          || selection.sourceIds().contains(record.sourceId())
                          || (filter != null && FilterEvaluator.matches(filter, record.metadata())))
              .map(VectorRecord::id)
              .filter(id -> !selection.spared().contains(id))
              .toList();
      fault.part(selected).forEach(stored.records::remove);
    }
  }

  private boolean wanted(
      VectorRecord record, @Nullable List<String> sourceIds, @Nullable MetadataFilter filter) {
    require(sourceIds == null || !sourceIds.isEmpty(), "an empty list of sources");
    return (sourceIds == null || sourceIds.contains(record.sourceId()))
        && (filter == null
            || superset.test(filter)
            || FilterEvaluator.matches(filter, record.metadata()));
  }

  private static VectorHit hit(VectorRecord record, VectorSearch search) {
    return new VectorHit(
        record.id(),
        record.sourceId(),
        search.includeContent() ? record.content() : null,
        record.metadata(),
        record.createdAt(),
        record.updatedAt(),
        search.byVector()
            ? Scores.cosine(search.requireVector(), record.vector())
            : Scores.occurrences(search.requireKeywords(), record.content()));
  }

  /** As a database gives a record back: metadata went through JSON, the vector is another array. */
  private static VectorRecord asRead(VectorRecord record) {
    return new VectorRecord(
        record.id(),
        record.sourceId(),
        record.content(),
        record.vector().clone(),
        MetadataJson.read(MetadataJson.write(record.metadata())),
        record.createdAt(),
        record.updatedAt());
  }

  private static void require(boolean condition, String problem) {
    if (!condition) {
      throw new AssertionError("the service broke the store's contract: " + problem);
    }
  }

  private static final class Stored {
    private final CollectionSpec spec;
    private final SortedMap<UUID, VectorRecord> records = new TreeMap<>(EntryIds.ORDER);

    Stored(CollectionSpec spec) {
      this.spec = spec;
    }
  }
}
