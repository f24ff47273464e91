package io.ragport.conformance;

import io.ragport.api.AuthenticationException;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.Capability;
import io.ragport.api.EntryIds;
import io.ragport.api.FilterEvaluator;
import io.ragport.api.MetadataFilter;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionIdentifiers;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.StoreLimits;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import io.ragport.api.store.VectorSearch;
import io.ragport.api.store.VectorStore;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store that is exact and obvious: a file per collection, read whole, changed in memory, written
 * whole beside the old one and moved into its place, all under one lock. Each step is a method of
 * its own, so that a mutant can do one of them wrong.
 */
class ReferenceVectorStore implements VectorStore {
  static final String NAME = "reference";

  /** The file in the folder that makes it a server: it holds the token. */
  static final String TOKEN_FILE = "token";

  private static final ReentrantLock LOCK = new ReentrantLock();

  private final String name;
  private final Path folder;
  private final String token;
  private final Map<Path, CollectionFile.Cached> cache = new ConcurrentHashMap<>();

  ReferenceVectorStore(Path folder, String token) {
    this(NAME, folder, token);
  }

  ReferenceVectorStore(String name, Path folder, String token) {
    this.name = name;
    this.folder = folder;
    this.token = token;
  }

  /** What is done under the lock. */
  interface Step<T> {
    T run() throws IOException;
  }

  /** Contents of a collection, by id. */
  record Stored(CollectionSpec spec, SortedMap<UUID, VectorRecord> records) {}

  @Override
  public final String backendName() {
    return name;
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  @Override
  public StoreLimits limits() {
    return StoreLimits.ATOMIC;
  }

  @Override
  public void check() {
    locked(() -> true);
  }

  @Override
  public Optional<CollectionSpec> findCollection(String name) {
    return locked(() -> load(name).map(Stored::spec));
  }

  @Override
  public List<CollectionSpec> listCollections() {
    return locked(
        () -> {
          List<CollectionSpec> specs = new ArrayList<>();
          try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(CollectionFile::isOne).toList()) {
              specs.add(CollectionFile.read(file, cache).spec());
            }
          }
          return specs;
        });
  }

  @Override
  public CollectionSpec createCollection(CollectionSpec wanted) {
    return locked(
        () -> {
          Optional<Stored> existing = load(wanted.name());
          if (existing.isPresent()) {
            return existing.get().spec();
          }
          CollectionSpec spec = wanted.storedAs(CollectionIdentifiers.of(wanted.name()), 1);
          save(new Stored(spec, new TreeMap<>(EntryIds.ORDER)));
          return spec;
        });
  }

  @Override
  public void dropCollection(String name) {
    locked(() -> Files.deleteIfExists(file(name)));
  }

  @Override
  public void upsert(CollectionSpec collection, List<VectorRecord> records) {
    locked(
        () -> {
          Stored stored = existing(collection);
          put(stored, records);
          save(stored);
          return true;
        });
  }

  @Override
  public void delete(CollectionSpec collection, Selection selection) {
    locked(
        () -> {
          Optional<Stored> stored = load(collection.name());
          if (stored.isPresent()) {
            remove(stored.get(), selection);
            save(stored.get());
          }
          return true;
        });
  }

  @Override
  public void replace(CollectionSpec collection, Selection selection, List<VectorRecord> records) {
    locked(
        () -> {
          Stored stored = existing(collection);
          remove(stored, selection);
          put(stored, records);
          save(stored);
          return true;
        });
  }

  @Override
  public List<VectorHit> search(VectorSearch search) {
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
  public long count(CollectionSpec collection) {
    return records(collection).count();
  }

  @Override
  public List<VectorRecord> fetch(CollectionSpec collection, Collection<UUID> ids) {
    Set<UUID> wanted = Set.copyOf(ids);
    return records(collection).filter(record -> wanted.contains(record.id())).toList();
  }

  @Override
  public List<VectorRecord> scan(VectorScan scan) {
    UUID after = scan.after();
    return records(scan.collection())
        .filter(record -> after == null || EntryIds.ORDER.compare(record.id(), after) > 0)
        .filter(record -> wanted(record, scan.sourceIds(), scan.filter()))
        .limit(scan.limit())
        .toList();
  }

  @Override
  public void close() {}

  // The steps

  /** Writes the records, each in place of the one with its id. */
  void put(Stored stored, List<VectorRecord> records) {
    records.forEach(record -> stored.records().put(record.id(), record));
  }

  /** Removes what is selected and not spared. */
  void remove(Stored stored, Selection selection) {
    Set<UUID> ids = Set.copyOf(selection.ids());
    Set<String> sources = Set.copyOf(selection.sourceIds());
    Set<UUID> spared = Set.copyOf(selection.spared());
    MetadataFilter filter = selection.filter();
    stored
        .records()
        .values()
        .removeIf(
            record ->
                !spared.contains(record.id())
                    && (ids.contains(record.id())
                        || sources.contains(record.sourceId())
                        || (filter != null && matches(filter, record))));
  }

  boolean wanted(
      VectorRecord record, @Nullable List<String> sourceIds, @Nullable MetadataFilter filter) {
    return (sourceIds == null || sourceIds.contains(record.sourceId()))
        && (filter == null || matches(filter, record));
  }

  boolean matches(MetadataFilter filter, VectorRecord record) {
    return FilterEvaluator.matches(filter, record.metadata());
  }

  VectorHit hit(VectorRecord record, VectorSearch search) {
    return new VectorHit(
        record.id(),
        record.sourceId(),
        search.includeContent() ? record.content() : null,
        record.metadata(),
        record.createdAt(),
        record.updatedAt(),
        search.byVector()
            ? similarity(search.requireVector(), record.vector())
            : termsInCommon(search.requireKeywords(), record.content()));
  }

  double similarity(float[] a, float[] b) {
    double product = 0;
    double squaresOfA = 0;
    double squaresOfB = 0;
    for (int i = 0; i < a.length; i++) {
      product += (double) a[i] * b[i];
      squaresOfA += (double) a[i] * a[i];
      squaresOfB += (double) b[i] * b[i];
    }
    return product / (Math.sqrt(squaresOfA) * Math.sqrt(squaresOfB));
  }

  /** How many different terms of the query the content has. */
  double termsInCommon(String keywords, String content) {
    Set<String> terms = terms(keywords);
    terms.retainAll(terms(content));
    return terms.size();
  }

  private static Set<String> terms(String text) {
    Set<String> terms =
        new HashSet<>(List.of(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}_]+")));
    terms.remove("");
    return terms;
  }

  /** The records of a collection as they are now; none if it is missing. */
  Stream<VectorRecord> records(CollectionSpec collection) {
    return locked(
        () ->
            load(collection.name())
                .map(stored -> List.copyOf(stored.records().values()))
                .orElse(List.of())
                .stream());
  }

  Optional<Stored> load(String name) throws IOException {
    Path file = file(name);
    return Files.exists(file) ? Optional.of(CollectionFile.read(file, cache)) : Optional.empty();
  }

  void save(Stored stored) throws IOException {
    CollectionFile.write(file(stored.spec().name()), stored);
  }

  private Stored existing(CollectionSpec collection) throws IOException {
    return load(collection.name())
        .orElseThrow(() -> new RagStoreException(backendName(), "the collection is gone", null));
  }

  private Path file(String name) {
    return CollectionFile.in(folder, CollectionIdentifiers.of(name));
  }

  /**
   * Runs a step alone among all threads and processes, as the server that the folder stands for.
   */
  final <T> T locked(Step<T> step) {
    LOCK.lock();
    try {
      connect();
      try (FileChannel channel =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        channel.lock(); // until the channel is closed
        return step.run();
      }
    } catch (IOException e) {
      throw new RagStoreException(backendName(), "reading or writing failed", e);
    } finally {
      LOCK.unlock();
    }
  }

  /** Fails unless the folder is there and knows the token. */
  void connect() throws IOException {
    Path known = folder.resolve(TOKEN_FILE);
    if (!Files.exists(known)) {
      throw new BackendUnavailableException(
          backendName(), folder.toString(), "no such server", null);
    }
    if (!Files.readString(known).equals(token)) {
      throw new AuthenticationException(
          backendName(), folder.toString(), "rag.reference.token", null);
    }
  }
}
