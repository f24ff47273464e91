package io.ragport.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The true neighbours of queries among unit vectors, by comparing all of them. */
final class Nearest {
  private final List<List<Integer>> neighbours = new ArrayList<>();

  /**
   * Compares every query with every vector.
   *
   * @param vectors the vector of document n at n
   * @param condition null does not filter
   */
  Nearest(List<float[]> vectors, float[][] queries, int topK, @Nullable Condition condition) {
    for (float[] query : queries) {
      neighbours.add(nearest(vectors, query, topK, condition));
    }
  }

  private static List<Integer> nearest(
      List<float[]> vectors, float[] query, int topK, @Nullable Condition condition) {
    PriorityQueue<Scored> best = new PriorityQueue<>(Comparator.comparingDouble(Scored::score));
    for (int n = 0; n < vectors.size(); n++) {
      if (condition == null || condition.passes(n)) {
        best.add(new Scored(n, dot(query, vectors.get(n))));
        if (best.size() > topK) {
          best.poll();
        }
      }
    }
    List<Integer> numbers = new ArrayList<>();
    while (!best.isEmpty()) {
      numbers.add(best.poll().number());
    }
    Collections.reverse(numbers);
    return numbers;
  }

  /** The numbers of the documents nearest to query {@code i}, most similar first. */
  List<Integer> of(int i) {
    return neighbours.get(i);
  }

  /** The share of the neighbours of query {@code i} that are among the found ones. */
  double recall(int i, List<Integer> found) {
    Set<Integer> common = new HashSet<>(of(i));
    common.retainAll(found);
    return (double) common.size() / of(i).size();
  }

  private static float dot(float[] a, float[] b) {
    float sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private record Scored(int number, float score) {}
}
