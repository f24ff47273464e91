package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.FilterEvaluator;
import io.ragport.api.MetadataFilter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random trees and entries: the same for a seed, and worth comparing. */
class RandomFiltersTest {
  private static final Seed SEED = new Seed(1);

  @Test
  void aSeedGivesTheSameTreesAndEntries() {
    RandomFilters one = new RandomFilters(SEED);
    RandomFilters other = new RandomFilters(SEED);

    for (int i = 0; i < 100; i++) {
      assertThat(one.tree(5)).isEqualTo(other.tree(5));
      assertThat(one.metadata()).isEqualTo(other.metadata());
    }
  }

  @Test
  void conditionsHoldOftenAndFailOften() {
    RandomFilters random = new RandomFilters(SEED);
    int held = 0;
    for (int i = 0; i < 1000; i++) {
      held += FilterEvaluator.matches(random.tree(6), random.metadata()) ? 1 : 0;
    }

    assertThat(held).isBetween(200, 800);
  }

  @Test
  void aMatchOftenHoldsForItsEntry() {
    RandomFilters random = new RandomFilters(SEED);
    int held = 0;
    for (int i = 0; i < 1000; i++) {
      Map<String, @Nullable Object> entry = random.metadata();
      MetadataFilter match = MetadataFilter.match(random.match(entry));
      held += FilterEvaluator.matches(match, entry) ? 1 : 0;
    }

    assertThat(held).isBetween(300, 900);
  }
}
