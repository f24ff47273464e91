package com.example.files;

import io.ragport.api.BackendUnavailableException;
import io.ragport.api.Capability;
import io.ragport.api.EntryIds;
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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * A file per collection, in one folder. A change writes a new file and moves it into the place of
 * the old one, so whoever reads sees the old entries or the new ones (on Windows only while nobody
 * reads). Safe for use from many threads and processes.
 */
final class FilesVectorStore implements VectorStore {
  static final String NAME = "files";

  static final Set<Capability> CAPABILITIES =
      Set.of(
          Capability.COUNT_ENTRIES,
          Capability.ITER_ENTRIES,
          Capability.GET_ENTRIES,
          Capability.DELETE_BY_METADATA,
          Capability.REPLACE,
          Capability.FILTER,
          Capability.QUERY_BY_VECTOR,
          Capability.MANAGE_COLLECTIONS);

  /** A file lock belongs to the whole process: among its threads this one decides who changes. */
  private static final ReentrantLock CHANGING = new ReentrantLock();

  private final Path folder;
  private final Map<Path, CollectionFile> lastRead = new ConcurrentHashMap<>();

  FilesVectorStore(Path folder) {
    this.folder = folder;
  }

  @Override
  public String backendName() {
    return NAME;
  }

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  @Override
  public StoreLimits limits() {
    return StoreLimits.ATOMIC; // an upsert is one move, whatever its size
  }

  /** Never: filters are left to the service, which checks every entry it is given. */
  @Override
  public boolean filtersExactly(MetadataFilter filter) {
    return false;
  }

  @Override
  public void check() {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new BackendUnavailableException(
          NAME, folder.toString(), "not a folder (choose another rag.files.path)", null);
    }
  }

  // Collections

  @Override
  public Optional<CollectionSpec> findCollection(String name) {
    return reading(() -> read(file(name))).map(CollectionFile::spec);
  }

  @Override
  public List<CollectionSpec> listCollections() {
    return reading(
        () -> {
          List<CollectionSpec> specs = new ArrayList<>();
          try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(CollectionFile::isOne).toList()) {
              read(file).map(CollectionFile::spec).ifPresent(specs::add);
            }
          } catch (NoSuchFileException e) {
            return List.of(); // nothing was created yet
          }
          return specs;
        });
  }

  @Override
  public CollectionSpec createCollection(CollectionSpec wanted) {
    return changing(
        () -> {
          Path file = file(wanted.name());
          Optional<CollectionFile> existing = read(file);
          if (existing.isPresent()) {
            return existing.get().spec();
          }
          CollectionSpec created =
              wanted.storedAs(CollectionIdentifiers.of(wanted.name()), CollectionFile.LAYOUT);
          CollectionFile.write(file, created, Map.of());
          return created;
        });
  }

  @Override
  public void dropCollection(String name) {
    if (findCollection(name).isPresent()) {
      changing(() -> Files.deleteIfExists(file(name)));
    }
  }

  // Entries

  @Override
  public void upsert(CollectionSpec collection, List<VectorRecord> records) {
    changing(
        () -> {
          NavigableMap<UUID, VectorRecord> entries =
              new TreeMap<>(
                  find(collection)
                      .orElseThrow(
                          () -> new RagStoreException(NAME, "the collection is gone", null))
                      .entries());
          records.forEach(entry -> entries.put(entry.id(), entry));
          CollectionFile.write(file(collection.name()), collection, entries);
          return entries;
        });
  }

  @Override
  public void delete(CollectionSpec collection, Selection selection) {
    if (findCollection(collection.name()).isEmpty()) {
      return; // without making a folder for the lock
    }
    Set<UUID> ids = Set.copyOf(selection.ids());
    Set<String> sourceIds = Set.copyOf(selection.sourceIds());
    Set<UUID> spared = Set.copyOf(selection.spared());
    changing(
        () -> {
          NavigableMap<UUID, VectorRecord> entries = new TreeMap<>(entries(collection));
          // No filter: filtersExactly() is false, so the service has made ids of it.
          boolean changed =
              entries
                  .values()
                  .removeIf(
                      entry ->
                          (ids.contains(entry.id()) || sourceIds.contains(entry.sourceId()))
                              && !spared.contains(entry.id()));
          if (changed) {
            CollectionFile.write(file(collection.name()), collection, entries);
          }
          return changed;
        });
  }

  @Override
  public List<VectorHit> search(VectorSearch search) {
    List<VectorHit> hits = new ArrayList<>();
    for (VectorRecord entry : reading(() -> entries(search.collection())).values()) {
      if (isOf(search.sourceIds(), entry)) {
        hits.add(hit(search, entry));
      }
    }
    hits.sort(Comparator.comparingDouble(VectorHit::score).reversed());
    if (search.keepBest()) {
      Set<String> seen = new HashSet<>();
      hits.removeIf(hit -> !seen.add(hit.sourceId()));
    }
    return List.copyOf(hits.subList(0, Math.min(search.topK(), hits.size())));
  }

  @Override
  public long count(CollectionSpec collection) {
    return reading(() -> entries(collection)).size();
  }

  @Override
  public List<VectorRecord> fetch(CollectionSpec collection, Collection<UUID> ids) {
    Map<UUID, VectorRecord> entries = reading(() -> entries(collection));
    return ids.stream().distinct().map(entries::get).filter(Objects::nonNull).toList();
  }

  @Override
  public List<VectorRecord> scan(VectorScan scan) {
    NavigableMap<UUID, VectorRecord> entries = reading(() -> entries(scan.collection()));
    NavigableMap<UUID, VectorRecord> rest =
        scan.after() == null ? entries : entries.tailMap(scan.after(), false);
    return rest.values().stream()
        .filter(entry -> isOf(scan.sourceIds(), entry))
        .limit(scan.limit())
        .toList();
  }

  @Override
  public void close() {
    lastRead.clear();
  }

  private static boolean isOf(List<String> sourceIds, VectorRecord entry) {
    return sourceIds == null || sourceIds.contains(entry.sourceId());
  }

  private static VectorHit hit(VectorSearch search, VectorRecord entry) {
    return new VectorHit(
        entry.id(),
        entry.sourceId(),
        search.includeContent() ? entry.content() : null,
        entry.metadata(),
        entry.createdAt(),
        entry.updatedAt(),
        similarity(search.requireVector(), entry.vector()));
  }

  private static double similarity(float[] a, float[] b) {
    double dot = 0;
    double squaresA = 0;
    double squaresB = 0;
    for (int i = 0; i < a.length; i++) {
      dot += (double) a[i] * b[i];
      squaresA += (double) a[i] * a[i];
      squaresB += (double) b[i] * b[i];
    }
    return Math.max(-1, Math.min(1, dot / Math.sqrt(squaresA * squaresB)));
  }

  // Files

  private Path file(String collectionName) {
    return CollectionFile.in(folder, CollectionIdentifiers.of(collectionName));
  }

  /** The file as it is now; empty if it is missing. */
  private Optional<CollectionFile> read(Path file) throws IOException {
    Optional<CollectionFile> read = CollectionFile.read(file, lastRead.get(file));
    read.ifPresentOrElse(now -> lastRead.put(file, now), () -> lastRead.remove(file));
    return read;
  }

  /** The collection if it is still the one that was found (COL-9). */
  private Optional<CollectionFile> find(CollectionSpec collection) throws IOException {
    return read(file(collection.name())).filter(file -> file.spec().equals(collection));
  }

  /** The entries of a collection by id, none if it is gone. */
  private NavigableMap<UUID, VectorRecord> entries(CollectionSpec collection) throws IOException {
    return find(collection)
        .map(CollectionFile::entries)
        .orElseGet(() -> Collections.unmodifiableNavigableMap(new TreeMap<>(EntryIds.ORDER)));
  }

  private interface Step<T> {
    T run() throws IOException;
  }

  /** Reads without a lock: an open file stays what it is, whatever is moved into its place. */
  private <T> T reading(Step<T> step) {
    try {
      return step.run();
    } catch (IOException e) {
      throw new RagStoreException(NAME, "reading in " + folder + " failed", e);
    }
  }

  /** Changes alone among all threads and processes. */
  private <T> T changing(Step<T> step) {
    try {
      CHANGING.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RagStoreException(NAME, "interrupted before writing", e);
    }
    try {
      Files.createDirectories(folder);
      try (FileChannel lock =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        lock.lock(); // until it is closed
        return step.run();
      }
    } catch (IOException e) {
      throw new RagStoreException(NAME, "writing in " + folder + " failed", e);
    } finally {
      CHANGING.unlock();
    }
  }
}
