package io.ragport.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.junit.jupiter.api.Named.named;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Building filters (FLT-2). */
class MetadataFilterTest {
  private static final MetadataFilter LEAF = MetadataFilter.exists("k");

  @ParameterizedTest
  @MethodSource("parents")
  void twoHundredLevelsAreTaken(UnaryOperator<MetadataFilter> parent) {
    MetadataFilter filter = nested(parent, 200);

    assertThat(FilterEvaluator.matches(filter, Map.of("k", 1L))).isIn(true, false);
  }

  @ParameterizedTest
  @MethodSource("parents")
  void twoHundredAndOneLevelsAreRefused(UnaryOperator<MetadataFilter> parent) {
    MetadataFilter filter = nested(parent, 200);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> parent.apply(filter))
        .withMessage("filter: nested deeper than 200 levels");
  }

  static Stream<Named<UnaryOperator<MetadataFilter>>> parents() {
    return Stream.of(
        named("not", MetadataFilter::not),
        named("and", inner -> MetadataFilter.and(LEAF, inner)),
        named("or", inner -> MetadataFilter.or(inner, LEAF)));
  }

  @Test
  void widthDoesNotCountAsDepth() {
    MetadataFilter[] parts = new MetadataFilter[1000];
    Arrays.fill(parts, LEAF);

    assertThat(MetadataFilter.or(parts)).isEqualTo(MetadataFilter.or(parts));
  }

  @Test
  void neAndNotInAreNegations() {
    assertThat(MetadataFilter.ne("k", 1)).isEqualTo(MetadataFilter.not(MetadataFilter.eq("k", 1)));
    assertThat(MetadataFilter.notIn("k", List.of(1)))
        .isEqualTo(MetadataFilter.not(MetadataFilter.in("k", List.of(1))));
  }

  @Test
  void numbersAreBroughtToLongAndDouble() {
    assertThat(MetadataFilter.eq("k", (short) 1)).isEqualTo(MetadataFilter.eq("k", 1L));
    assertThat(MetadataFilter.eq("k", 0.5f)).isEqualTo(MetadataFilter.eq("k", 0.5));
  }

  @Test
  void valuesThatAreGivenTwiceCountOnce() {
    MetadataFilter.In in = (MetadataFilter.In) MetadataFilter.in("k", List.of(1, 1L, "1"));

    assertThat(in.values()).containsExactly(1L, "1");
  }

  @Test
  void valuesKeepTheirOrder() {
    MetadataFilter.In in = (MetadataFilter.In) MetadataFilter.in("k", List.of("z", "a", "m"));

    assertThat(in.values()).containsExactly("z", "a", "m");
  }

  @SuppressWarnings("NullAway") // null on purpose
  @Test
  void aMissingOperatorIsRefusedAtOnce() {
    assertThatNullPointerException()
        .isThrownBy(() -> new MetadataFilter.Compare("k", null, 1))
        .withMessage("op");
  }

  @Test
  void aVisitorSeesEveryKindOfNode() {
    Kinds kinds = new Kinds();

    List<String> seen =
        Stream.of(
                MetadataFilter.eq("k", 1),
                MetadataFilter.in("k", List.of()),
                MetadataFilter.exists("k"),
                MetadataFilter.and(),
                MetadataFilter.or(),
                MetadataFilter.not(LEAF))
            .map(filter -> filter.accept(kinds))
            .toList();

    assertThat(seen).containsExactly("compare", "in", "exists", "and", "or", "not");
  }

  private static MetadataFilter nested(UnaryOperator<MetadataFilter> parent, int levels) {
    MetadataFilter filter = LEAF;
    for (int i = 1; i < levels; i++) {
      filter = parent.apply(filter);
    }
    return filter;
  }

  private static final class Kinds implements MetadataFilter.Visitor<String> {
    @Override
    public String compare(MetadataFilter.Compare compare) {
      return "compare";
    }

    @Override
    public String in(MetadataFilter.In in) {
      return "in";
    }

    @Override
    public String exists(MetadataFilter.Exists exists) {
      return "exists";
    }

    @Override
    public String and(MetadataFilter.And and) {
      return "and";
    }

    @Override
    public String or(MetadataFilter.Or or) {
      return "or";
    }

    @Override
    public String not(MetadataFilter.Not not) {
      return "not";
    }
  }
}
