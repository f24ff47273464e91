package io.ragport.store.pgvector;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Makes interrupts reach calls that wait for the server: the driver's sockets do not hear them, so
 * one daemon thread looks at the calls under way and cancels the statements of interrupted threads
 * (CON-4). The thread starts with the first call, and ends after a while without any and on close.
 * Safe for use from many threads.
 */
final class InterruptWatch implements AutoCloseable {
  static final String THREAD_NAME = "ragport-pgvector-interrupts";

  private static final Duration PERIOD = Duration.ofMillis(50);
  private static final int IDLE_PERIODS = 40;

  private final Duration patience;
  private final Set<Call> calls = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();

  /** Whether a thread watches or is about to; written under the lock, read without. */
  private volatile boolean watching;

  private volatile boolean closed;
  private volatile @Nullable Thread watcher;

  /**
   * @param patience how long a server may take to cancel before its connection is cut
   */
  InterruptWatch(Duration patience) {
    this.patience = patience;
  }

  /**
   * Watches what this thread does on that connection until the call is closed.
   *
   * <p>Confined to the calling thread; costs well under a microsecond.
   */
  Call begin(Connection connection) {
    Call call = new Call(Thread.currentThread(), connection);
    calls.add(call);
    if (!watching) {
      startWatching();
    }
    return call;
  }

  private void startWatching() {
    lock.lock();
    try {
      if (!watching && !closed) {
        watching = true;
        Thread thread = new Thread(this::watch, THREAD_NAME);
        thread.setDaemon(true);
        watcher = thread;
        thread.start();
      }
    } finally {
      lock.unlock();
    }
  }

  private void watch() {
    int idle = 0;
    while (!closed) {
      LockSupport.parkNanos(PERIOD.toNanos());
      calls.forEach(Call::cancelIfInterrupted);
      idle = calls.isEmpty() ? idle + 1 : 0;
      if (idle >= IDLE_PERIODS && stopWatching()) {
        return;
      }
    }
  }

  /** A call that began before {@code watching} is false did not start a thread: it is seen here. */
  private boolean stopWatching() {
    lock.lock();
    try {
      watching = false;
      if (calls.isEmpty()) {
        return true;
      }
      watching = true;
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the thread. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(watcher);
  }

  /** Work of one thread on one connection. */
  final class Call implements AutoCloseable {
    private final Thread thread;
    private final Connection connection;

    /** Held while cancelling, so that a cancellation never meets whatever comes after the call. */
    private final ReentrantLock ending = new ReentrantLock();

    private boolean ended;

    /** When it was first cancelled, in {@link System#nanoTime}; for the watching thread only. */
    private long cancelledAt;

    private boolean cancelled;

    private Call(Thread thread, Connection connection) {
      this.thread = thread;
      this.connection = connection;
    }

    /** From here on nothing is cancelled; repeating it does nothing. */
    @Override
    public void close() {
      ending.lock();
      try {
        ended = true;
      } finally {
        ending.unlock();
      }
      calls.remove(this);
    }

    /** Also if it was cancelled before: that may have come between two statements. */
    private void cancelIfInterrupted() {
      if (!thread.isInterrupted()) {
        return;
      }
      ending.lock();
      try {
        if (!ended) {
          cancel();
        }
      } catch (SQLException | RuntimeException e) {
        PgErrors.ignored("cancelling a statement", e);
      } finally {
        ending.unlock();
      }
    }

    private void cancel() throws SQLException {
      if (!cancelled) {
        cancelled = true;
        cancelledAt = System.nanoTime();
      }
      if (System.nanoTime() - cancelledAt > patience.toNanos()) {
        connection.abort(Runnable::run);
      } else {
        connection.unwrap(PGConnection.class).cancelQuery();
      }
    }
  }
}
