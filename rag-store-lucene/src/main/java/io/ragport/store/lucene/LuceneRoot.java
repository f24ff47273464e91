package io.ragport.store.lucene;

import io.ragport.api.store.CollectionIdentifiers;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.TextLanguage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.lucene.store.Directory;

/**
 * The collections of one root, each opened once, when it is first asked for, and the threads that
 * merge their segments.
 */
final class LuceneRoot {
  private final IndexStorage storage;
  private final WriteSettings settings;
  private final ExecutorService builders = Executors.newCachedThreadPool(new Builders());
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, LuceneCollection> open =
      new ConcurrentHashMap<>(); // changed under lock
  private boolean closed; // guarded by lock

  LuceneRoot(IndexStorage storage, WriteSettings settings) {
    this.storage = storage;
    this.settings = settings;
  }

  Optional<LuceneCollection> find(String name) throws IOException {
    String identifier = CollectionIdentifiers.of(name);
    LuceneCollection collection = open.get(identifier);
    if (collection != null) {
      return Optional.of(collection);
    }
    lock.lock();
    try {
      return findOpen(identifier);
    } finally {
      lock.unlock();
    }
  }

  List<CollectionSpec> list() throws IOException {
    lock.lock();
    try {
      List<CollectionSpec> specs = new ArrayList<>();
      for (String identifier : storage.identifiers()) {
        findOpen(identifier).map(LuceneCollection::spec).ifPresent(specs::add);
      }
      return specs;
    } finally {
      lock.unlock();
    }
  }

  /** The collection of that name, made if it is not there. */
  LuceneCollection create(CollectionSpec wanted, TextLanguage language) throws IOException {
    String identifier = CollectionIdentifiers.of(wanted.name());
    lock.lock();
    try {
      Optional<LuceneCollection> existing = findOpen(identifier);
      if (existing.isPresent()) {
        return existing.get();
      }
      CollectionSpec spec =
          CommitData.inGraph(wanted.storedAs(identifier, CommitData.LAYOUT_VERSION));
      CommitData first = new CommitData(spec, language, 0);
      return Interrupts.heldBack(
          () -> {
            Directory directory = storage.open(identifier);
            LuceneCollection.create(directory, first);
            return opened(identifier, directory, first);
          });
    } finally {
      lock.unlock();
    }
  }

  void drop(String name) throws IOException {
    String identifier = CollectionIdentifiers.of(name);
    lock.lock();
    try {
      Optional<LuceneCollection> collection = findOpen(identifier);
      if (collection.isPresent()) {
        open.remove(identifier);
        collection.get().abandon();
        storage.remove(identifier);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Empty if there is none, one that is not Ragport's, or one whose creation was cut short. */
  private Optional<LuceneCollection> findOpen(String identifier) throws IOException {
    if (closed) {
      throw new IllegalStateException("lucene: the service is closed (open a new one)");
    }
    LuceneCollection collection = open.get(identifier);
    if (collection != null) {
      return Optional.of(collection);
    }
    if (!storage.exists(identifier)) {
      return Optional.empty();
    }
    return Interrupts.heldBack(
        () -> {
          Directory directory = storage.open(identifier);
          Optional<CommitData> commit =
              CommitData.read(directory, identifier)
                  .filter(data -> CollectionIdentifiers.of(data.spec().name()).equals(identifier));
          if (commit.isEmpty()) {
            directory.close();
            return Optional.empty();
          }
          return Optional.of(opened(identifier, directory, commit.get()));
        });
  }

  private LuceneCollection opened(String identifier, Directory directory, CommitData commit)
      throws IOException {
    LuceneCollection collection = LuceneCollection.open(directory, settings, builders, commit);
    open.put(identifier, collection);
    return collection;
  }

  /** Closes every collection, even where closing one fails. */
  void close() throws IOException {
    lock.lock();
    try {
      closed = true;
      IOException failure = null;
      for (LuceneCollection collection : open.values()) {
        try {
          collection.close();
        } catch (IOException e) {
          if (failure == null) {
            failure = e;
          } else {
            failure.addSuppressed(e);
          }
        }
      }
      open.clear();
      endBuilders();
      if (failure != null) {
        throw failure;
      }
    } finally {
      lock.unlock();
    }
  }

  private void endBuilders() {
    builders.shutdown();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (builders.awaitTermination(1, TimeUnit.MINUTES)) {
            return;
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static final class Builders implements ThreadFactory {
    private final AtomicInteger count = new AtomicInteger();

    @Override
    public Thread newThread(Runnable task) {
      Thread thread = new Thread(task, "ragport-lucene-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    }
  }
}
