package io.ragport.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs work in several threads at once. */
final class AtOnce {
  private static final int SECONDS = 120;

  private AtOnce() {}

  /** What each thread does, told its number from 0. */
  @FunctionalInterface
  interface Work {
    void inThread(int number) throws Exception;
  }

  /**
   * Starts all threads together and waits for them.
   *
   * @throws AssertionError if one of them fails or does not end
   */
  static void run(int threads, Work work) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CountDownLatch ready = new CountDownLatch(threads);
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        int number = thread;
        running.add(
            pool.submit(
                () -> {
                  ready.countDown();
                  ready.await();
                  work.inThread(number);
                  return number;
                }));
      }
      for (int thread = 0; thread < threads; thread++) {
        join(thread, running.get(thread));
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static void join(int thread, Future<?> running) {
    try {
      running.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("thread " + thread + " failed: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("thread " + thread + " did not end in " + SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for thread " + thread, e);
    }
  }
}
