package io.ragport.embed.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkersTest {
  private static final List<Integer> NUMBERS = IntStream.range(0, 100).boxed().toList();

  @Test
  void resultsComeInTheOrderOfTheInputs() throws InterruptedException {
    try (Workers workers = new Workers("test", 4)) {
      assertThat(workers.map(NUMBERS, number -> number * 2))
          .isEqualTo(NUMBERS.stream().map(number -> number * 2).toList());
    }
  }

  @Test
  void aFailureIsTheCallersAndEndsTheCallEarly() throws InterruptedException {
    IllegalArgumentException failure = new IllegalArgumentException("no");
    List<Integer> done = new ArrayList<>();
    try (Workers workers = new Workers("test", 1)) {
      assertThatThrownBy(
              () ->
                  workers.map(
                      NUMBERS,
                      number -> {
                        done.add(number);
                        throw failure;
                      }))
          .isSameAs(failure);
    }
    assertThat(done).hasSizeLessThan(5);
  }

  @Test
  void aLargeCallLetsASmallOneThrough() throws Exception {
    CountDownLatch largeHasBegun = new CountDownLatch(1);
    CountDownLatch smallIsQueued = new CountDownLatch(1);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    try (Workers workers = new Workers("test", 1)) {
      FutureTask<List<Boolean>> large =
          new FutureTask<>(
              () ->
                  workers.map(
                      NUMBERS,
                      number -> {
                        largeHasBegun.countDown();
                        await(smallIsQueued);
                        return order.add("large");
                      }));
      new Thread(large).start();
      largeHasBegun.await();
      FutureTask<List<Boolean>> small =
          new FutureTask<>(() -> workers.map(List.of(1), number -> order.add("small")));
      Thread smallCaller = new Thread(small);
      smallCaller.start();
      while (smallCaller.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }

      smallIsQueued.countDown();

      large.get();
      assertThat(order.indexOf("small")).isBetween(1, 2);
    }
  }

  @Test
  void anInterruptedCallerIsLetGoAtOnce() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Workers workers = new Workers("test", 1);
    FutureTask<List<Integer>> call =
        new FutureTask<>(
            () ->
                workers.map(
                    List.of(1),
                    number -> {
                      begun.countDown();
                      await(end);
                      return number;
                    }));
    Thread caller = new Thread(call);
    caller.start();
    begun.await();

    caller.interrupt();

    assertThatThrownBy(call::get).hasCauseInstanceOf(InterruptedException.class);
    end.countDown();
    workers.close();
  }

  @Test
  void closeWaitsForWorkAndKeepsAnInterrupt() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Workers workers = new Workers("test", 1);
    FutureTask<List<Integer>> call =
        new FutureTask<>(
            () ->
                workers.map(
                    List.of(1),
                    number -> {
                      begun.countDown();
                      await(end);
                      return number;
                    }));
    new Thread(call).start();
    begun.await();
    FutureTask<Boolean> closing =
        new FutureTask<>(
            () -> {
              Thread.currentThread().interrupt();
              workers.close();
              return Thread.interrupted();
            });
    new Thread(closing).start();
    assertThat(closing.isDone()).isFalse();

    end.countDown();

    assertThat(closing.get()).isTrue();
    assertThat(call.get()).containsExactly(1);
  }

  @Test
  void closedWorkersRefuse() {
    Workers workers = new Workers("embedder x", 1);

    workers.close();

    assertThatThrownBy(() -> workers.map(List.of(1), number -> number))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("embedder x: closed");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
