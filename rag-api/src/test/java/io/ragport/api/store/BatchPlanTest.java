package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchPlanTest {
  @ParameterizedTest
  @CsvSource({"1, 3, 1", "2, 3, 1", "3, 3, 1", "4, 3, 2", "6, 3, 2", "7, 3, 3", "5, 1, 5"})
  void itemsAreSplitByCount(int items, int maxCount, int parts) {
    assertThat(BatchPlan.split(numbers(items), maxCount, Long.MAX_VALUE, n -> 1)).hasSize(parts);
  }

  @Test
  void itemsAreSplitByWeight() {
    assertThat(BatchPlan.split(List.of(3, 4, 3, 5, 5, 1), 100, 10, n -> n))
        .containsExactly(List.of(3, 4, 3), List.of(5, 5), List.of(1));
  }

  @Test
  void anItemThatIsTooHeavyGoesAlone() {
    assertThat(BatchPlan.split(List.of(1, 50, 1, 1), 100, 10, n -> n))
        .containsExactly(List.of(1), List.of(50), List.of(1, 1));
  }

  @Test
  void whicheverLimitIsReachedFirstSplits() {
    assertThat(BatchPlan.split(List.of(1, 1, 1, 9, 1), 2, 10, n -> n))
        .containsExactly(List.of(1, 1), List.of(1, 9), List.of(1));
  }

  @Test
  void noItemsAreNoParts() {
    assertThat(BatchPlan.split(List.of(), 1, 1, n -> 1)).isEmpty();
  }

  @Test
  void noLimitIsOnePart() {
    assertThat(BatchPlan.split(numbers(1000), Integer.MAX_VALUE, Long.MAX_VALUE, n -> 1_000_000))
        .hasSize(1);
  }

  @Test
  void randomPartsKeepOrderAndLimits() {
    long seed = 99;
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      List<Integer> items = random.ints(random.nextInt(50), 0, 20).boxed().toList();
      int maxCount = 1 + random.nextInt(8);
      int maxWeight = 1 + random.nextInt(40);

      List<List<Integer>> parts = BatchPlan.split(items, maxCount, maxWeight, n -> n);

      assertThat(parts.stream().flatMap(List::stream).toList())
          .as("seed %s", seed)
          .isEqualTo(items);
      assertThat(parts)
          .as("seed %s", seed)
          .allSatisfy(part -> assertThat(part).isNotEmpty().hasSizeLessThanOrEqualTo(maxCount))
          .allMatch(part -> part.size() == 1 || part.stream().mapToInt(n -> n).sum() <= maxWeight);
    }
  }

  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }
}
