package io.ragport.api;

import static io.ragport.api.MetadataFilter.and;
import static io.ragport.api.MetadataFilter.eq;
import static io.ragport.api.MetadataFilter.in;
import static io.ragport.api.MetadataFilter.ne;
import static io.ragport.api.MetadataFilter.not;
import static io.ragport.api.MetadataFilter.notIn;
import static io.ragport.api.MetadataFilter.or;
import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.testing.NaiveFilter;
import io.ragport.api.testing.RandomFilters;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws of the filter language, on random trees (FLT-3, FLT-5, FLT-9). */
class FilterLogicTest {
  private static final long SEED = 7_2026;
  private static final int DEPTH = 6;

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void theEvaluatorAgreesWithASecondImplementation(long seed) {
    RandomFilters random = new RandomFilters(seed);

    for (int i = 0; i < 50; i++) {
      MetadataFilter filter = random.tree(DEPTH);
      for (int j = 0; j < 20; j++) {
        Map<String, @Nullable Object> metadata = random.metadata();

        assertThat(FilterEvaluator.matches(filter, metadata))
            .as("seed %s, tree %s over %s", seed, filter, metadata)
            .isEqualTo(NaiveFilter.selects(filter, metadata));
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void notIsExactlyTheNegation(long seed) {
    RandomFilters random = new RandomFilters(seed);
    MetadataFilter filter = random.tree(DEPTH);

    assertSame(seed, not(not(filter)), filter);
    assertOpposite(seed, not(filter), filter);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void deMorgansLawsHold(long seed) {
    RandomFilters random = new RandomFilters(seed);
    MetadataFilter x = random.tree(DEPTH);
    MetadataFilter y = random.tree(DEPTH);

    assertSame(seed, not(and(x, y)), or(not(x), not(y)));
    assertSame(seed, not(or(x, y)), and(not(x), not(y)));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void andAndOrDoNotDependOnTheOrderOfTheirParts(long seed) {
    RandomFilters random = new RandomFilters(seed);
    MetadataFilter x = random.tree(DEPTH);
    MetadataFilter y = random.tree(DEPTH);

    assertSame(seed, and(x, y), and(y, x));
    assertSame(seed, or(x, y), or(y, x));
  }

  static Stream<Long> seeds() {
    return Stream.iterate(SEED, seed -> seed + 1).limit(40);
  }

  @Test
  void neAndNotInMatchEntriesThatLackTheKey() {
    Map<String, Object> metadata = Map.of();

    assertThat(FilterEvaluator.matches(ne("k", 1), metadata)).isTrue();
    assertThat(FilterEvaluator.matches(notIn("k", List.of(1, 2)), metadata)).isTrue();
  }

  @Test
  void inOfNothingMatchesNothingAndNotInOfNothingEverything() {
    for (Map<String, Object> metadata : List.<Map<String, Object>>of(Map.of(), Map.of("k", 1L))) {
      assertThat(FilterEvaluator.matches(in("k", List.of()), metadata)).isFalse();
      assertThat(FilterEvaluator.matches(notIn("k", List.of()), metadata)).isTrue();
    }
  }

  @Test
  void inOfOneIsEqAndInOfSeveralIsOrOfEq() {
    assertSame(SEED, in("a", List.of(1)), eq("a", 1));
    assertSame(SEED, in("a", List.of(1.0)), eq("a", 1));
    assertSame(SEED, in("a", List.of(1, "1", true)), or(eq("a", 1), eq("a", "1"), eq("a", true)));
  }

  @Test
  void noPartsHoldAlwaysInAndAndNeverInOr() {
    assertThat(FilterEvaluator.matches(and(), Map.of())).isTrue();
    assertThat(FilterEvaluator.matches(or(), Map.of())).isFalse();
  }

  @Test
  void resultsDoNotDependOnTheLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    try {
      theEvaluatorAgreesWithASecondImplementation(SEED);
    } finally {
      Locale.setDefault(before);
    }
  }

  private static void assertSame(long seed, MetadataFilter one, MetadataFilter other) {
    samples(seed)
        .forEach(
            metadata ->
                assertThat(FilterEvaluator.matches(one, metadata))
                    .as("seed %s, %s as %s over %s", seed, one, other, metadata)
                    .isEqualTo(FilterEvaluator.matches(other, metadata)));
  }

  private static void assertOpposite(long seed, MetadataFilter one, MetadataFilter other) {
    samples(seed)
        .forEach(
            metadata ->
                assertThat(FilterEvaluator.matches(one, metadata))
                    .as("seed %s, %s against %s over %s", seed, one, other, metadata)
                    .isNotEqualTo(FilterEvaluator.matches(other, metadata)));
  }

  private static Stream<Map<String, @Nullable Object>> samples(long seed) {
    RandomFilters random = new RandomFilters(seed);
    return Stream.generate(random::metadata).limit(200);
  }
}
