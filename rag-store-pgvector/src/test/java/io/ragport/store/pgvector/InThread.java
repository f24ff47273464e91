package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A call in a thread of its own, and how it ended. */
final class InThread {
  private static final long PATIENCE_SECONDS = 30;

  private final Thread thread;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicBoolean interrupted = new AtomicBoolean();

  private InThread(Runnable call) {
    thread =
        new Thread(
            () -> {
              try {
                call.run();
              } catch (RuntimeException | Error e) {
                failure.set(e);
              } finally {
                interrupted.set(Thread.currentThread().isInterrupted());
              }
            },
            "test-call");
    thread.setDaemon(true);
  }

  static InThread start(Runnable call) {
    InThread started = new InThread(call);
    started.thread.start();
    return started;
  }

  /** A call that has taken a connection, and keeps it until there is enough of it. */
  static InThread holding(PgConnections connections, CountDownLatch enough)
      throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    InThread started =
        start(
            () ->
                connections.read(
                    "holding",
                    connection -> {
                      held.countDown();
                      await(enough);
                      return "held";
                    }));
    await(held);
    return started;
  }

  static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("waited for").isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** The threads of that name or whose names begin so. */
  static List<Thread> named(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(prefix))
        .toList();
  }

  InThread interrupt() {
    thread.interrupt();
    return this;
  }

  /** Whether it waits for a lock, a semaphore or the like: not for a socket. */
  boolean isParked() {
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  /** Waits for its end, and tells how it failed; null if it did not. */
  @Nullable Throwable join() throws InterruptedException {
    thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    assertThat(thread.isAlive()).as("still running").isFalse();
    return failure.get();
  }

  /** Whether the interrupt flag was set in the end. */
  boolean wasInterrupted() {
    return interrupted.get();
  }
}
