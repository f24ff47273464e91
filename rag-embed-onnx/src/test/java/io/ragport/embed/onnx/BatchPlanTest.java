package io.ragport.embed.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchPlanTest {
  @Test
  void similarLengthsRunTogetherLongestFirst() {
    assertThat(BatchPlan.of(new int[] {10, 200, 12, 250, 11}, 512))
        .containsExactly(List.of(3, 1), List.of(2, 4, 0));
  }

  @Test
  void aBatchIsFilledUpToTheBudget() {
    assertThat(BatchPlan.of(new int[] {10, 10, 10, 10}, 30))
        .containsExactly(List.of(0, 1, 2), List.of(3));
  }

  @Test
  void paddingCounts() {
    assertThat(BatchPlan.of(new int[] {10, 1}, 19)).containsExactly(List.of(0), List.of(1));
    assertThat(BatchPlan.of(new int[] {10, 1}, 20)).containsExactly(List.of(0, 1));
  }

  @Test
  void whatIsLongerThanTheBudgetRunsAlone() {
    assertThat(BatchPlan.of(new int[] {9, 9, 9}, 1))
        .containsExactly(List.of(0), List.of(1), List.of(2));
  }

  @Test
  void nothingIsNoBatch() {
    assertThat(BatchPlan.of(new int[0], 512)).isEmpty();
  }

  @Test
  void everyIndexIsInOneBatchAndNoBatchIsOverBudget() {
    int[] lengths = new Random(5).ints(500, 2, 257).toArray();

    List<List<Integer>> batches = BatchPlan.of(lengths, 512);

    assertThat(batches.stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 500).boxed().toList());
    assertThat(batches)
        .allMatch(
            batch ->
                batch.size() * batch.stream().mapToInt(index -> lengths[index]).max().orElseThrow()
                    <= 512);
  }
}
