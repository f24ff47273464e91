package io.ragport.api;

import static io.ragport.api.MetadataFilter.eq;
import static io.ragport.api.MetadataFilter.exists;
import static io.ragport.api.MetadataFilter.gt;
import static io.ragport.api.MetadataFilter.gte;
import static io.ragport.api.MetadataFilter.in;
import static io.ragport.api.MetadataFilter.lt;
import static io.ragport.api.MetadataFilter.lte;
import static io.ragport.api.MetadataFilter.ne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Comparing one value (FLT-3, FLT-4, FLT-6, FLT-7, FLT-8). */
class FilterEvaluatorTest {
  private static final long TWO_TO_53 = 1L << 53;

  private static final List<Number> NUMBERS =
      List.of(
          Long.MIN_VALUE,
          Long.MIN_VALUE + 1,
          -TWO_TO_53 - 1,
          -TWO_TO_53,
          -TWO_TO_53 + 1,
          -2L,
          -1L,
          0L,
          1L,
          2L,
          TWO_TO_53 - 1,
          TWO_TO_53,
          TWO_TO_53 + 1,
          TWO_TO_53 + 2,
          Long.MAX_VALUE - 1,
          Long.MAX_VALUE,
          -Double.MAX_VALUE,
          -0x1p64,
          -0x1.0000000000001p63,
          -0x1p63,
          -0x1.fffffffffffffp62,
          -0x1p53 - 2,
          -0x1p53,
          -1.5,
          -1.0,
          -0.5,
          -Double.MIN_VALUE,
          -0.0,
          0.0,
          Double.MIN_VALUE,
          0.5,
          1.0,
          1.5,
          2.0,
          0x1p53 - 1,
          0x1p53,
          0x1p53 + 2,
          0x1.fffffffffffffp62,
          0x1p63,
          0x1.0000000000001p63,
          0x1p64,
          Double.MAX_VALUE);

  @ParameterizedTest
  @FieldSource("NUMBERS")
  void numbersCompareByTheirExactValue(Number stored) {
    Map<String, Number> metadata = Map.of("k", stored);

    for (Number asked : NUMBERS) {
      assertOrder(metadata, asked, exact(stored).compareTo(exact(asked)));
    }
  }

  private static BigDecimal exact(Number number) {
    return number instanceof Long
        ? BigDecimal.valueOf(number.longValue())
        : new BigDecimal(number.doubleValue());
  }

  /** In the order of code points: U+FFFF comes before the first emoji, unlike in UTF-16. */
  private static final List<String> STRINGS =
      List.of(
          "",
          " ",
          "1",
          "10",
          "2",
          "A",
          "Z",
          "a",
          "ab",
          "a\u0301",
          "b",
          "\u00e9",
          "\ud7ff",
          "\ue000",
          "\ue000x",
          "\uffff",
          "\ud800\udc00",
          "\ud83d\ude00",
          "\ud83d\ude00a",
          "\ud83d\ude01",
          "\udbff\udfff");

  @ParameterizedTest
  @FieldSource("STRINGS")
  void stringsCompareByCodePoint(String stored) {
    Map<String, String> metadata = Map.of("k", stored);

    for (String asked : STRINGS) {
      assertOrder(metadata, asked, STRINGS.indexOf(stored) - STRINGS.indexOf(asked));
    }
  }

  private static void assertOrder(Map<String, ?> metadata, Object asked, int order) {
    String pair = metadata.get("k") + " to " + asked;
    assertThat(matches(eq("k", asked), metadata)).as("eq %s", pair).isEqualTo(order == 0);
    assertThat(matches(ne("k", asked), metadata)).as("ne %s", pair).isEqualTo(order != 0);
    assertThat(matches(gt("k", asked), metadata)).as("gt %s", pair).isEqualTo(order > 0);
    assertThat(matches(gte("k", asked), metadata)).as("gte %s", pair).isEqualTo(order >= 0);
    assertThat(matches(lt("k", asked), metadata)).as("lt %s", pair).isEqualTo(order < 0);
    assertThat(matches(lte("k", asked), metadata)).as("lte %s", pair).isEqualTo(order <= 0);
    assertThat(matches(in("k", List.of(asked)), metadata)).as("in %s", pair).isEqualTo(order == 0);
  }

  @ParameterizedTest
  @MethodSource("pairsOfDifferentKinds")
  void valuesOfDifferentKindsNeverCompare(Object stored, Object asked) {
    Map<String, Object> metadata = Map.of("k", stored);

    assertThat(matches(eq("k", asked), metadata)).as("eq").isFalse();
    assertThat(matches(in("k", List.of(asked)), metadata)).as("in").isFalse();
    assertThat(matches(ne("k", asked), metadata)).as("ne").isTrue();
    if (!(asked instanceof Boolean)) {
      assertThat(matches(gte("k", asked), metadata)).as("gte").isFalse();
      assertThat(matches(lte("k", asked), metadata)).as("lte").isFalse();
    }
  }

  static Stream<Arguments> pairsOfDifferentKinds() {
    return Stream.of(
        arguments(true, 1L),
        arguments(1L, true),
        arguments(false, 0.0),
        arguments("1", 1L),
        arguments(1L, "1"),
        arguments("1.0", 1.0),
        arguments("true", true),
        arguments(true, "true"),
        arguments(List.of(1L), 1L),
        arguments(List.of("a"), "a"),
        arguments(List.of(), ""),
        arguments(Map.of("a", 1L), 1L),
        arguments(Map.of(), ""));
  }

  @Test
  void aNullValueComparesWithNothingButExists() {
    Map<String, @Nullable Object> metadata = Collections.singletonMap("k", null);

    assertThat(matches(eq("k", "null"), metadata)).isFalse();
    assertThat(matches(gte("k", 0), metadata)).isFalse();
    assertThat(matches(in("k", List.of("null", 0, false)), metadata)).isFalse();
    assertThat(matches(ne("k", "null"), metadata)).isTrue();
    assertThat(matches(exists("k"), metadata)).isTrue();
  }

  @Test
  void aMissingKeyDoesNotExist() {
    assertThat(matches(exists("k"), Map.of("K", 1))).isFalse();
  }

  @Test
  void aValueOfAnyKindExists() {
    assertThat(matches(exists("k"), Map.of("k", List.of()))).isTrue();
    assertThat(matches(exists("k"), Map.of("k", false))).isTrue();
  }

  @Test
  void aDottedKeyIsNoPath() {
    assertThat(matches(eq("a.b", 1), Map.of("a", Map.of("b", 1L)))).isFalse();
    assertThat(matches(exists("a.b"), Map.of("a", Map.of("b", 1L)))).isFalse();
    assertThat(matches(eq("a.b", 1), Map.of("a.b", 1L))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'",
        "\"",
        "\\",
        "%",
        "_",
        "$",
        "{}",
        "--",
        "a' OR '1'='1",
        "'; DROP TABLE x; --",
        "{\"$ne\": null}",
        "$.a[*]",
        "@",
        "*",
        "a*",
        "%41",
        "\n"
      })
  void fragmentsOfQueryLanguagesAreLiteral(String fragment) {
    Map<String, String> metadata = Map.of(fragment, fragment);

    assertThat(matches(eq(fragment, fragment), metadata)).isTrue();
    assertThat(matches(eq(fragment, fragment + "x"), metadata)).isFalse();
    assertThat(matches(eq("other", fragment), metadata)).isFalse();
  }

  @Test
  void stringsAreNotNormalised() {
    assertThat(matches(eq("k", "\u00e9"), Map.of("k", "e\u0301"))).isFalse();
    assertThat(matches(eq("k", "a"), Map.of("k", "A"))).isFalse();
    assertThat(matches(eq("k", "a"), Map.of("k", "a "))).isFalse();
  }

  @Test
  void aThousandValuesWork() {
    List<Integer> values = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      values.add(i);
    }

    assertThat(matches(in("k", values), Map.of("k", 999.0))).isTrue();
    assertThat(matches(in("k", values), Map.of("k", 1000L))).isFalse();
  }

  private static boolean matches(MetadataFilter filter, Map<String, ?> metadata) {
    return FilterEvaluator.matches(filter, metadata);
  }
}
