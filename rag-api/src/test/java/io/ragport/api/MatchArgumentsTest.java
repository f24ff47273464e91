package io.ragport.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a match may hold (FLT-1) and what a filter may compare with (FLT-2). */
@SuppressWarnings("NullAway") // null on purpose
class MatchArgumentsTest {
  @ParameterizedTest
  @MethodSource("everyEntranceWithEveryBadMatch")
  void aBadMatchIsRefused(Consumer<Map<String, ?>> entrance, Map<String, ?> match) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> entrance.accept(match))
        .withMessageStartingWith("match");
  }

  static Stream<Arguments> everyEntranceWithEveryBadMatch() {
    return entrances().flatMap(entrance -> badMatches().map(match -> arguments(entrance, match)));
  }

  private static Stream<Named<Consumer<Map<String, ?>>>> entrances() {
    return Stream.of(
        named("query", match -> QueryRequest.builder("text").match(match).build()),
        named("batch query", match -> QueryBatchRequest.builder(List.of()).match(match).build()),
        named("replace", match -> ReplaceRequest.builder("c").match(match).build()),
        named(
            "replace with source",
            match -> ReplaceRequest.builder("c").match(match).sourceId("s").build()),
        named("filter", MetadataFilter::match));
  }

  private static Stream<Named<Map<String, ?>>> badMatches() {
    return Stream.of(
        named("empty", Map.of()),
        named("empty key", Map.of("", 1)),
        named("key with U+0000", Map.of("a\u0000", 1)),
        named("key with surrogate", Map.of("\ud800", 1)),
        named("null key", nullKey()),
        named("null", nullValue()),
        named("list", Map.of("k", List.of(1))),
        named("map", Map.of("k", Map.of())),
        named("array", Map.of("k", new int[] {1})),
        named("NaN", Map.of("k", Double.NaN)),
        named("infinity", Map.of("k", Double.NEGATIVE_INFINITY)),
        named("BigDecimal", Map.of("k", BigDecimal.ONE)),
        named("character", Map.of("k", 'c')),
        named("U+0000", Map.of("k", "\u0000")),
        named("surrogate", Map.of("k", "\udfff")),
        named("second of two", Map.of("fine", 1, "k", List.of())));
  }

  private static Map<String, ?> nullValue() {
    Map<String, @Nullable Object> match = new HashMap<>();
    match.put("k", null);
    return match;
  }

  private static Map<String, ?> nullKey() {
    Map<String, Object> match = new HashMap<>();
    match.put(null, 1);
    return match;
  }

  @Test
  void aMissingMatchIsRefusedWhereOneIsNeeded() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MetadataFilter.match(null))
        .withMessage("match: null (at least one key)");
  }

  @Test
  void theMessageNamesTheKeyAndWhatIsAllowed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MetadataFilter.match(Map.of("lang", List.of("en"))))
        .withMessageStartingWith("match.lang: ")
        .withMessageEndingWith("(a string, boolean or number)")
        .withMessageNotContaining("[en]");
  }

  @ParameterizedTest
  @MethodSource("everyComparisonWithEveryBadValue")
  void aFilterRefusesAValueItCannotCompare(Comparison comparison, @Nullable Object value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> comparison.with("key", value))
        .withMessageStartingWith("filter.key: ");
  }

  static Stream<Arguments> everyComparisonWithEveryBadValue() {
    List<Named<@Nullable Object>> values =
        List.of(
            named("null", null),
            named("list", List.of()),
            named("map", Map.of()),
            named("NaN", Double.NaN),
            named("infinity", Double.POSITIVE_INFINITY),
            named("BigDecimal", BigDecimal.ONE),
            named("U+0000", "\u0000"),
            named("surrogate", "\ud800"));
    return comparisons()
        .flatMap(comparison -> values.stream().map(value -> arguments(comparison, value)));
  }

  @ParameterizedTest
  @MethodSource("comparisons")
  void aFilterRefusesAnEmptyKey(Comparison comparison) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> comparison.with("", 1))
        .withMessage("filter: empty key (1 character or more)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\u0000", "\ud800"})
  void existsRefusesABadKey(String key) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MetadataFilter.exists(key))
        .withMessageStartingWith("filter");
  }

  @Test
  void aFilterRefusesAMissingKey() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MetadataFilter.eq(null, 1))
        .withMessage("filter: key null is not a string");
  }

  @ParameterizedTest
  @MethodSource("orders")
  void aBooleanHasNoOrder(Comparison order) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> order.with("flag", true))
        .withMessage("filter.flag: a boolean has no order (use eq or ne)");
  }

  static Stream<Named<Comparison>> orders() {
    return Stream.of(
        named("gt", MetadataFilter::gt),
        named("gte", MetadataFilter::gte),
        named("lt", MetadataFilter::lt),
        named("lte", MetadataFilter::lte));
  }

  static Stream<Named<Comparison>> comparisons() {
    return Stream.concat(
        orders(),
        Stream.of(
            named("eq", MetadataFilter::eq),
            named("ne", MetadataFilter::ne),
            named("in", (key, value) -> MetadataFilter.in(key, Arrays.asList("x", value))),
            named("notIn", (key, value) -> MetadataFilter.notIn(key, Arrays.asList(value)))));
  }

  @Test
  void aLongKeyIsShortenedInTheMessage() {
    String key = "k".repeat(100);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> MetadataFilter.eq(key, List.of()))
        .withMessageStartingWith("filter." + "k".repeat(40) + "…: ");
  }

  @Test
  void aMatchOfOneKeyIsOneComparison() {
    MetadataFilter filter = MetadataFilter.match(Map.of("k", 1));

    assertThat(filter).isEqualTo(MetadataFilter.eq("k", 1L));
  }

  /** One of the operators. */
  @FunctionalInterface
  interface Comparison {
    MetadataFilter with(String key, Object value);
  }
}
