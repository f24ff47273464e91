package io.ragport.benchmarks;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.function.IntFunction;

/** Durations of single calls, in nanoseconds. */
record Timings(long[] sorted) {
  /**
   * Times each of the calls 0 to {@code count − 1}, after all of them as warm-up.
   *
   * @param call finds something each time
   */
  static Timings of(int count, IntFunction<? extends Collection<?>> call) {
    for (int i = 0; i < count; i++) {
      nanos(i, call);
    }
    long[] nanos = new long[count];
    for (int i = 0; i < count; i++) {
      nanos[i] = nanos(i, call);
    }
    Arrays.sort(nanos);
    return new Timings(nanos);
  }

  private static long nanos(int i, IntFunction<? extends Collection<?>> call) {
    long start = System.nanoTime();
    Collection<?> found = call.apply(i);
    long nanos = System.nanoTime() - start;
    if (found.isEmpty()) {
      throw new IllegalStateException("call " + i + " found nothing");
    }
    return nanos;
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
