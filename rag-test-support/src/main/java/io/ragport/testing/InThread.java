package io.ragport.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A call in a thread of its own, and how it ended. */
public final class InThread {
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

  /** Starts it. */
  public static InThread start(Runnable call) {
    InThread started = new InThread(call);
    started.thread.start();
    return started;
  }

  /** Waits for a latch, not for ever. */
  public static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("waited for").isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** The threads of that name or whose names begin so. */
  public static List<Thread> named(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(prefix))
        .toList();
  }

  /** Interrupts its thread. */
  public InThread interrupt() {
    thread.interrupt();
    return this;
  }

  /** Whether it waits for a lock, a semaphore or the like: not for a socket. */
  public boolean isParked() {
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  /** Waits until it is parked; it must not end meanwhile. */
  public Object awaitParked() {
    return awaitParked(blocker -> true);
  }

  /**
   * The same, parked for a certain object: that it is parked says no more than that it is parked
   * somewhere, maybe still where it was before.
   *
   * @param wanted told what it is parked for, for example the future whose result it waits for
   * @return what it is parked for
   */
  public Object awaitParked(Predicate<Object> wanted) {
    long start = System.nanoTime();
    while (true) {
      @Nullable Object blocker = LockSupport.getBlocker(thread);
      if (blocker != null && isParked() && wanted.test(blocker)) {
        return blocker;
      }
      assertThat(thread.isAlive()).as("still running; failed: %s", failure).isTrue();
      assertThat(System.nanoTime() - start)
          .as("nanoseconds until it is parked")
          .isLessThan(TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS));
      Thread.onSpinWait();
    }
  }

  /** Waits for its end, and tells how it failed; null if it did not. */
  public @Nullable Throwable join() throws InterruptedException {
    thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    assertThat(thread.isAlive()).as("still running").isFalse();
    return failure.get();
  }

  /** Whether the interrupt flag was set in the end. */
  public boolean wasInterrupted() {
    return interrupted.get();
  }
}
