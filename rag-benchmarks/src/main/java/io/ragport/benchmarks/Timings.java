package io.ragport.benchmarks;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/** Durations of single calls, in nanoseconds. */
record Timings(long[] sorted) {
  private static final int MIN_ROUNDS = 5;
  private static final int MAX_ROUNDS = 40;
  private static final double STEADY = 0.9;

  /**
   * Times the calls 0 to {@code count − 1}, again and again until the median no longer falls: warm
   * code, and a store that has ended its work in the background.
   *
   * @param call finds something each time
   */
  static Timings settled(int count, IntFunction<? extends Collection<?>> call) {
    IntConsumer finding =
        i -> {
          if (call.apply(i).isEmpty()) {
            throw new IllegalStateException("call " + i + " found nothing");
          }
        };
    Timings last = once(count, finding);
    for (int round = 1; round < MAX_ROUNDS; round++) {
      Timings next = once(count, finding);
      boolean steady = next.millis(0.5) > STEADY * last.millis(0.5);
      last = next;
      if (steady && round >= MIN_ROUNDS) {
        break;
      }
    }
    return last;
  }

  /** Times the calls 0 to {@code count − 1} once. */
  static Timings once(int count, IntConsumer call) {
    long[] nanos = new long[count];
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      call.accept(i);
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return new Timings(nanos);
  }

  /** The duration that this share of the calls stays below, in milliseconds. */
  double millis(double quantile) {
    return sorted[(int) Math.min(sorted.length - 1L, (long) (quantile * sorted.length))] / 1e6;
  }

  /** A number with three decimals. */
  static String shown(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
