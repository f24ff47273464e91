package io.ragport.store.lucene;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import io.ragport.api.store.CollectionSpec;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.jspecify.annotations.Nullable;

/**
 * One open index: one writing call at a time, any number of reading ones beside it.
 *
 * <p>Readers see commits and nothing else, and a call is one commit, so all or nothing of it is
 * visible, to readers and after a crash (IDX-8, REP-7). A call that fails rolls the writer back to
 * the last commit, which closes it; the next call opens a new one.
 */
final class LuceneCollection {
  private static final System.Logger LOG = System.getLogger(LuceneCollection.class.getName());

  /**
   * Vectors that may wait for their graph: a search compares them one by one, some 10 ms for
   * 16,000, while larger merges use both processors better.
   */
  private static final int MOST_GRAPHS_BEHIND = 8;

  private static final int SHARE_BEHIND = 4;

  /** Closing lets a running merge end within this time, so that short runs get ahead, too. */
  private static final long PATIENCE_SECONDS = 10;

  private final Directory directory;
  private final WriteSettings settings;
  private final Executor builders;
  private final TextAnalysis analysis;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition mergeEnded = lock.newCondition();
  private final AtomicBoolean merged = new AtomicBoolean();
  private final Merges merges = new Merges();

  private final CollectionSpec spec;
  private CommitData lastCommit; // guarded by lock
  private @Nullable IndexWriter writer; // guarded by lock
  private AbortSignal abort = new AbortSignal(); // guarded by lock; one per writer
  private boolean closed; // guarded by lock
  private volatile Snapshot snapshot;

  /** What a call does to the writer before the commit. */
  interface Change {
    void apply(IndexWriter writer) throws IOException;
  }

  /** What a call reads. */
  interface Reading<T> {
    T from(Snapshot snapshot) throws IOException;
  }

  private LuceneCollection(
      Directory directory, WriteSettings settings, Executor builders, CommitData lastCommit)
      throws IOException {
    this.directory = directory;
    this.settings = settings;
    this.builders = builders;
    this.spec = lastCommit.spec();
    this.lastCommit = lastCommit;
    this.analysis = new TextAnalysis(lastCommit.language());
    this.snapshot = Snapshot.ofLastCommit(directory);
  }

  /** Opens the index of that directory, which has a commit. */
  static LuceneCollection open(
      Directory directory, WriteSettings settings, Executor builders, CommitData lastCommit)
      throws IOException {
    return Interrupts.heldBack(
        () -> new LuceneCollection(directory, settings, builders, lastCommit));
  }

  /** Makes an empty index in a directory, in place of anything that is there. */
  static void create(Directory directory, CommitData first) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig();
    config.setOpenMode(IndexWriterConfig.OpenMode.CREATE);
    config.setCommitOnClose(false);
    try (IndexWriter creating = new IndexWriter(directory, config)) {
      creating.setLiveCommitData(first.toMap().entrySet());
      creating.commit();
    }
  }

  CollectionSpec spec() {
    return spec;
  }

  TextAnalysis analysis() {
    return analysis;
  }

  /** Reads one state of the collection, whatever is written meanwhile. */
  <T> T read(Reading<T> reading) throws IOException {
    Snapshot current = snapshot;
    while (!current.acquire()) {
      Snapshot newer = snapshot;
      if (newer == current) {
        throw LuceneErrors.dropped(spec.name());
      }
      current = newer;
    }
    try {
      return reading.from(current);
    } finally {
      current.release();
    }
  }

  /**
   * Applies a change as one commit. When this returns, every reader sees it and it is on disk; when
   * it throws, none of it is to be seen.
   */
  void write(Change change) throws IOException, InterruptedException {
    lock.lockInterruptibly();
    try {
      if (closed) {
        throw LuceneErrors.dropped(spec.name());
      }
      commit(change);
    } finally {
      lock.unlock();
    }
    merges.publish(); // the call is done: what fails here is not its failure
    awaitMerges();
  }

  private void commit(Change change) throws IOException {
    CommitData next = lastCommit.afterCall();
    try {
      IndexWriter open = writer();
      change.apply(open);
      open.setLiveCommitData(next.toMap().entrySet());
      open.commit();
      lastCommit = next;
    } catch (Throwable failure) {
      if (!rollBackAndFind(next, failure)) {
        throw failure;
      }
    }
    refresh();
  }

  private IndexWriter writer() throws IOException {
    IndexWriter open = writer;
    if (open != null && !open.isOpen()) {
      closeWriter(); // a failed merge may close it
      open = null;
    }
    if (open == null) {
      abort = new AbortSignal();
      open =
          Interrupts.heldBack(
              () ->
                  CollectionWriter.open(
                      directory,
                      analysis,
                      settings,
                      builders,
                      merges,
                      abort,
                      IndexWriterConfig.OpenMode.APPEND));
      writer = open;
    }
    return open;
  }

  /**
   * Undoes an unfinished call. An interrupt or a full disk may also strike after the commit is on
   * disk: then the call did succeed.
   *
   * @return whether that commit is there
   */
  private boolean rollBackAndFind(CommitData expected, Throwable failure) throws IOException {
    return Interrupts.heldBack(
        () -> {
          try {
            closeWriter();
          } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
          }
          long calls =
              CommitData.read(directory, spec.identifier()).map(CommitData::calls).orElse(-1L);
          if (calls != expected.calls()) {
            return false;
          }
          lastCommit = expected;
          return true;
        });
  }

  private void closeWriter() throws IOException {
    IndexWriter open = writer;
    writer = null;
    abort.abort();
    if (open != null) {
      open.rollback();
    }
  }

  private void refresh() throws IOException {
    Snapshot old = snapshot;
    Optional<Snapshot> next = Interrupts.heldBack(old::next);
    if (next.isPresent()) {
      snapshot = next.get();
      old.release();
    }
  }

  /**
   * Makes the result of merges visible. Called when a merge has ended and after every call, since
   * the thread of the merge does not wait for a call that holds the lock.
   */
  private void publishMerges() throws IOException {
    while (merged.get() && lock.tryLock()) {
      try {
        if (merged.getAndSet(false) && writer != null) {
          commit(open -> {});
          LOG.log(DEBUG, () -> "lucene " + spec.identifier() + ": merged");
        }
        mergeEnded.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Slows writers down to the speed of merging, so that searches stay fast: a segment without a
   * graph is searched vector by vector.
   */
  private void awaitMerges() {
    lock.lock();
    try {
      while (!closed && isBehind()) {
        mergeEnded.await(1, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // what was written is there, so the call succeeded
    } finally {
      lock.unlock();
    }
  }

  private boolean isBehind() {
    Snapshot current = snapshot;
    int allowed =
        Math.max(
            MOST_GRAPHS_BEHIND * settings.graph().smallestGraph(),
            current.reader().maxDoc() / SHARE_BEHIND);
    return isMerging() && current.withoutGraph() > allowed;
  }

  private boolean isMerging() {
    return writer != null && !writer.getMergingSegments().isEmpty();
  }

  /** Closes the index; readers that are at it finish, later ones fail. */
  void close() throws IOException {
    close(true);
  }

  /** As {@link #close}, for an index that is to be removed. */
  void abandon() throws IOException {
    close(false);
  }

  private void close(boolean finishMerges) throws IOException {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      if (finishMerges) {
        awaitRunningMerge();
      }
      Interrupts.heldBack(
          () -> {
            closeWriter();
            return true;
          });
      mergeEnded.signalAll();
    } finally {
      lock.unlock();
    }
    snapshot.release();
    analysis.close();
    directory.close();
  }

  private void awaitRunningMerge() throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    try {
      while (isMerging() && System.nanoTime() < deadline) {
        mergeEnded.await(50, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (merged.getAndSet(false) && writer != null) {
      commit(open -> {});
    }
  }

  private final class Merges implements GraphMergeScheduler.Listener {
    @Override
    public void merged() {
      merged.set(true);
      publish();
    }

    void publish() {
      try {
        publishMerges();
      } catch (IOException | RuntimeException e) {
        failed(e);
      }
    }

    @Override
    public void failed(Throwable failure) {
      LOG.log(
          WARNING,
          "lucene "
              + spec.identifier()
              + ": a merge failed; searches get slower until one succeeds",
          failure);
    }
  }
}
