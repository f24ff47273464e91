package io.ragport.embed.onnx;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The threads that compute, shared by all callers. Each call has only a few pieces of work queued
 * at a time, so that a single query waits for a piece of a large call and not for all of it.
 *
 * <p>Safe for use from many threads; its owner closes it.
 */
final class Workers implements AutoCloseable {
  /** One piece running and one waiting per thread: no thread is idle between two pieces. */
  private static final int QUEUED_PER_THREAD = 2;

  private final String owner;
  private final ExecutorService executor;
  private final int queued;

  /**
   * @param owner who uses them, for messages
   */
  Workers(String owner, int threads) {
    this.owner = owner;
    AtomicInteger number = new AtomicInteger();
    executor =
        Executors.newFixedThreadPool(
            threads,
            work -> {
              Thread thread = new Thread(work, "ragport-onnx-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    queued = threads * QUEUED_PER_THREAD;
  }

  /**
   * The results of the work on each input, in the order of the inputs.
   *
   * @throws InterruptedException if the caller is interrupted; what runs by then ends unheard
   * @throws IllegalStateException if the workers are closed
   */
  <T, R> List<R> map(List<T> inputs, Function<? super T, ? extends R> work)
      throws InterruptedException {
    CompletionService<R> completion = new ExecutorCompletionService<>(executor);
    List<Future<R>> futures = new ArrayList<>(inputs.size());
    try {
      for (T input : inputs) {
        if (futures.size() >= queued) {
          completion.take().get();
        }
        futures.add(completion.submit(() -> work.apply(input)));
      }
      List<R> results = new ArrayList<>(futures.size());
      for (Future<R> future : futures) {
        results.add(future.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw unchecked(e);
    } catch (RejectedExecutionException e) {
      throw new IllegalStateException(owner + ": closed", e);
    } finally {
      futures.forEach(future -> future.cancel(false));
    }
  }

  /** Takes no more work and waits until what was accepted is done; an interrupt is kept. */
  @Override
  public void close() {
    executor.shutdown();
    boolean interrupted = false;
    while (true) {
      try {
        if (executor.awaitTermination(1, TimeUnit.DAYS)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static RuntimeException unchecked(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return e.getCause() instanceof RuntimeException failure
        ? failure
        : new IllegalStateException(e);
  }
}
