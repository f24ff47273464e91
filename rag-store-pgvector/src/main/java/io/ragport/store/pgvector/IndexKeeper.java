package io.ragport.store.pgvector;

import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.store.pgvector.IndexBuilder.Standing;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Builds a collection's indexes after its data, in the background, and takes the HNSW index away
 * for a bulk load: inserting into it costs many times what building it anew does. Searches are
 * right all along, since without the index all vectors are compared. Safe for use from many
 * threads.
 */
final class IndexKeeper implements AutoCloseable {
  /** Fewer are compared in no time. */
  static final int INDEXED_FROM = 1_000;

  /** A load is one that makes a collection grow by a quarter or more. */
  private static final int GROWTH = 4;

  /** How often a call asks whether somebody else has finished building. */
  private static final Duration PERIOD = Duration.ofMillis(200);

  private static final System.Logger LOG = System.getLogger(IndexKeeper.class.getName());

  private final PgVectorOptions options;
  private final IndexBuilder builder;
  private final Duration closing;
  private final ScheduledThreadPoolExecutor background;
  private final Map<String, IndexWatch> watches = new ConcurrentHashMap<>();
  private volatile boolean closed;
  private volatile boolean abandoned;

  IndexKeeper(PgVectorOptions options, IndexBuilder builder) {
    this(options, builder, Duration.ofSeconds(30));
  }

  /**
   * @param closing how long closing may take
   */
  IndexKeeper(PgVectorOptions options, IndexBuilder builder, Duration closing) {
    this.options = options;
    this.builder = builder;
    this.closing = closing;
    this.background = // its thread starts with the first task
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "ragport-pgvector-indexes");
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.DiscardPolicy()); // a write that ends after close
  }

  /** Called before so many entries are written, in no transaction. */
  void beforeWrite(CollectionSpec collection, int entries) {
    if (entries < INDEXED_FROM || !options.provision() || options.index() == IndexMethod.NONE) {
      return;
    }
    IndexWatch watch = watch(collection);
    long now = System.nanoTime();
    if (watch.knownWithoutVectorIndex(now) || watch.dropWasRefusedLately(now)) {
      return;
    }
    long few = (long) GROWTH * entries;
    builder
        .look(collection, few + 1)
        .filter(standing -> !standing.hasVectorIndex() || standing.entries() <= few)
        .ifPresent(standing -> withoutVectorIndex(standing, watch));
  }

  private void withoutVectorIndex(Standing standing, IndexWatch watch) {
    if (!standing.hasVectorIndex() || builder.dropVectorIndex(standing.table())) {
      watch.isWithoutVectorIndex(System.nanoTime());
    } else {
      watch.dropWasRefused(System.nanoTime());
    }
  }

  /** Called after so many entries were written, or could not be. */
  void afterWrite(CollectionSpec collection, int entries) {
    if (options.provision() && !closed) {
      IndexWatch watch = watch(collection);
      long now = System.nanoTime();
      if (watch.wrote(entries, now)) {
        schedule(collection, watch, watch.nanosUntilDue(now));
      }
    }
  }

  private IndexWatch watch(CollectionSpec collection) {
    return watches.computeIfAbsent(collection.name(), name -> new IndexWatch());
  }

  private void schedule(CollectionSpec collection, IndexWatch watch, long nanos) {
    background.schedule(() -> whenDue(collection, watch), nanos, TimeUnit.NANOSECONDS);
  }

  private void whenDue(CollectionSpec collection, IndexWatch watch) {
    long wait = watch.nanosUntilDue(System.nanoTime());
    if (wait > 0 && !closed) {
      schedule(collection, watch, wait);
      return;
    }
    watch.begins();
    try {
      buildIfLarge(collection, watch);
    } catch (BackendUnavailableException e) {
      if (closed) {
        failed(collection, watch, e);
      } else {
        lookAgain(collection, watch); // calls say that the server is away
      }
    } catch (RagException e) {
      failed(collection, watch, e);
    }
  }

  private void buildIfLarge(CollectionSpec collection, IndexWatch watch) {
    Optional<Standing> found = builder.look(collection, INDEXED_FROM);
    if (found.isEmpty()) {
      watches.remove(collection.name(), watch);
      return;
    }
    Standing standing = found.get();
    if (standing.entries() < INDEXED_FROM) {
      watch.isSmall(INDEXED_FROM - standing.entries(), System.nanoTime());
      return;
    }
    if (!standing.missing().isEmpty()) {
      if (!builder.build(collection)) {
        lookAgain(collection, watch);
        return;
      }
      LOG.log(
          System.Logger.Level.DEBUG,
          () -> PgErrors.BACKEND + ": " + PgErrors.place(collection.name()) + ": indexes built");
    }
    watch.isComplete(System.nanoTime());
  }

  private void lookAgain(CollectionSpec collection, IndexWatch watch) {
    long now = System.nanoTime();
    if (!closed && watch.isBusy(now)) {
      schedule(collection, watch, watch.nanosUntilDue(now));
    }
  }

  private void failed(CollectionSpec collection, IndexWatch watch, RagException failure) {
    if (abandoned) {
      return; // the connections are closed under it, which close has said
    }
    boolean forbidden =
        failure.getCause() instanceof SQLException cause && IndexBuilder.isForbidden(cause);
    if (forbidden ? watch.isForbidden() : watch.hasFailed(System.nanoTime())) {
      String whatNow =
          forbidden
              ? "the role must own the table: let the owner call buildIndexes, or set "
                  + PgVectorOptions.SECTION
                  + ".provision: false"
              : "tried again with later writes";
      LOG.log(
          System.Logger.Level.WARNING,
          PgErrors.BACKEND
              + ": "
              + PgErrors.place(collection.name())
              + ": an index could not be built, so searches take longer ("
              + whatNow
              + ")",
          failure);
    }
  }

  /**
   * Builds what is missing now, in this thread, however small the collection; waits for others who
   * build.
   */
  void build(CollectionSpec collection) {
    while (!builder.build(collection)) {
      LockSupport.parkNanos(PERIOD.toNanos()); // at an interrupt, the next call throws (CON-4)
    }
    watch(collection).isComplete(System.nanoTime());
  }

  /** Builds at once what is due, for half a minute at most; the server finishes what it began. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (Runnable waiting : background.getQueue().toArray(Runnable[]::new)) {
      if (background.remove(waiting)) {
        background.execute(waiting);
      }
    }
    background.shutdown();
    try {
      abandoned = !background.awaitTermination(closing.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      abandoned = true;
      Thread.currentThread().interrupt();
    }
    if (abandoned) {
      background.getQueue().clear();
      LOG.log(
          System.Logger.Level.WARNING,
          PgErrors.BACKEND
              + ": closed while indexes were still to be built, so searches may take longer (call"
              + " buildIndexes, or write more later)");
    }
  }
}
