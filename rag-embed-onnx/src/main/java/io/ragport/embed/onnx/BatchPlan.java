package io.ragport.embed.onnx;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which token sequences run together. A batch is padded to its longest sequence, so batches are
 * made of sequences of similar length, and a batch's padded size bounds the memory of its run.
 */
final class BatchPlan {
  private BatchPlan() {}

  /**
   * Batches of indexes into {@code lengths}, every index once, longest first: the short batches at
   * the end keep all workers busy to the last.
   *
   * @param budget the most tokens in one batch, padding counted; a sequence longer than that runs
   *     alone
   */
  static List<List<Integer>> of(int[] lengths, int budget) {
    List<Integer> longestFirst =
        IntStream.range(0, lengths.length)
            .boxed()
            .sorted(Comparator.comparingInt(index -> -lengths[index]))
            .toList();
    List<List<Integer>> batches = new ArrayList<>();
    List<Integer> batch = new ArrayList<>();
    for (int index : longestFirst) {
      if (!batch.isEmpty() && (long) lengths[batch.get(0)] * (batch.size() + 1) > budget) {
        batches.add(batch);
        batch = new ArrayList<>();
      }
      batch.add(index);
    }
    if (!batch.isEmpty()) {
      batches.add(batch);
    }
    return batches;
  }
}
