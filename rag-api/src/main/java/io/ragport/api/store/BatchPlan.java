package io.ragport.api.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Splits a list into consecutive parts within a count and a weight (EMB-2, IDX-9). */
final class BatchPlan {
  private BatchPlan() {}

  /**
   * The parts, in order; none for an empty list.
   *
   * @param maxCount items per part
   * @param maxWeight weight per part; an item that is heavier goes alone
   */
  static <T> List<List<T>> split(
      List<T> items, int maxCount, long maxWeight, ToLongFunction<T> weight) {
    List<List<T>> parts = new ArrayList<>();
    int start = 0;
    long sum = 0;
    for (int i = 0; i < items.size(); i++) {
      long next = weight.applyAsLong(items.get(i));
      if (i > start && (i - start == maxCount || sum + next > maxWeight)) {
        parts.add(items.subList(start, i));
        start = i;
        sum = 0;
      }
      sum += next;
    }
    if (start < items.size()) {
      parts.add(items.subList(start, items.size()));
    }
    return parts;
  }
}
