package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The exact way to JSON and back (META-1 to META-3). */
@SuppressWarnings("NullAway") // null as a value
class MetadataJsonTest {
  @ParameterizedTest
  @MethodSource("values")
  void aValueComesBackEqualWithItsType(@Nullable Object value) {
    assertComesBack(Collections.singletonMap("key", value));
  }

  @ParameterizedTest
  @MethodSource("values")
  void aNestedValueComesBackEqualWithItsType(@Nullable Object value) {
    assertComesBack(
        Map.of("map", Map.of("list", Arrays.asList(value, Collections.singletonMap("k", value)))));
  }

  static Stream<Arguments> values() {
    return Stream.concat(
        Stream.of(
                0L,
                1L,
                -1L,
                (1L << 53) - 1,
                1L << 53,
                (1L << 53) + 1,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                0.0,
                1.0,
                -1.0,
                0.1,
                1e10,
                1e-10,
                1e300,
                0x1p53,
                0x1p63,
                Double.MIN_VALUE,
                Double.MIN_NORMAL,
                Double.MAX_VALUE,
                true,
                false,
                "",
                " ",
                "1",
                "1.0",
                "true",
                "null",
                "\"",
                "\\",
                "\n\t\u0001\u007f",
                "\u2028\u2029",
                "</script>",
                "\u00e9 e\u0301",
                "\ud83d\ude00",
                "\uffff\ufffe",
                "[1]",
                "{}",
                List.of(),
                Map.of(),
                List.of(1L, 1.0, "1", true),
                List.of(List.of(List.of())))
            .map(value -> arguments(value)),
        Stream.of(arguments(named("null", null)), arguments(Arrays.asList(null, 1L, null))));
  }

  @Test
  void minusZeroKeepsItsSign() {
    Map<String, @Nullable Object> read = comesBack(Map.of("k", -0.0));

    assertThat(Objects.requireNonNull(read.get("k"))).isInstanceOf(Double.class);
    assertThat(1 / (double) Objects.requireNonNull(read.get("k")))
        .isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void numbersStringsAndBooleansStayApart() {
    Map<String, @Nullable Object> read =
        comesBack(Map.of("long", 1L, "double", 1.0, "string", "1", "boolean", true));

    assertThat(read.get("long")).isInstanceOf(Long.class);
    assertThat(read.get("double")).isInstanceOf(Double.class);
    assertThat(read.get("string")).isInstanceOf(String.class);
    assertThat(read.get("boolean")).isInstanceOf(Boolean.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".",
        "a.b",
        " ",
        "\"",
        "'",
        "$",
        "#",
        "\\",
        "\n",
        "content",
        "text_segment",
        "source_id",
        "chroma:document",
        "@type",
        "@class",
        "__proto__",
        "\u00e9",
        "\ud83d\ude00",
        "\uffff"
      })
  void anyKeyComesBack(String key) {
    assertComesBack(Map.of(key, 1L, "nested", Map.of(key, "x")));
  }

  @Test
  void keysKeepTheirOrder() {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    for (int i = 100; i > 0; i--) {
      metadata.put("k" + i, (long) i);
    }

    assertThat(comesBack(metadata).keySet()).containsExactlyElementsOf(metadata.keySet());
  }

  @Test
  void stringsOfOneMegabyteComeBack() {
    assertComesBack(Map.of("k", "\u20ac".repeat(1 << 20)));
  }

  @Test
  void stringsBeyondTheParsersOwnLimitComeBack() {
    assertComesBack(Map.of("k", "x".repeat(25_000_000)));
  }

  @Test
  void keysBeyondTheParsersOwnLimitComeBack() {
    assertComesBack(Map.of("k".repeat(60_000), 1L));
  }

  @Test
  void aHundredThousandKeysComeBack() {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    for (int i = 0; i < 100_000; i++) {
      metadata.put("key " + i, (long) i);
    }

    assertComesBack(metadata);
  }

  /** The parser's table of names gives up on keys that fall into one of its buckets. */
  @Test
  void keysMadeToCollideComeBack() {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    for (int i = 0; i < 1 << 12; i++) {
      StringBuilder key = new StringBuilder();
      for (int bit = 0; bit < 12; bit++) {
        key.append((i >> bit & 1) == 0 ? "AB" : "B!"); // 33 * 'A' + 'B' == 33 * 'B' + '!'
      }
      metadata.put(key.toString(), (long) i);
    }

    assertComesBack(metadata);
  }

  @Test
  void thirtyTwoLevelsComeBack() {
    Object value = "x";
    for (int i = 0; i < 31; i++) {
      value = i % 2 == 0 ? List.of(value) : Map.of("k", value);
    }

    assertComesBack(Map.of("k", value));
  }

  @Test
  void whatIsReadCannotBeChangedAtAnyDepth() {
    Map<String, @Nullable Object> read =
        comesBack(Map.of("map", Map.of("list", List.of(List.of(1L)), "empty", Map.of())));
    Map<?, ?> map = (Map<?, ?>) Objects.requireNonNull(read.get("map"));
    List<?> list = (List<?>) Objects.requireNonNull(map.get("list"));

    List<Runnable> changes = new ArrayList<>();
    changes.add(read::clear);
    changes.add(map::clear);
    changes.add(list::clear);
    changes.add(((List<?>) list.get(0))::clear);
    assertThat(changes)
        .allSatisfy(
            change ->
                assertThatExceptionOfType(UnsupportedOperationException.class)
                    .isThrownBy(change::run));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "[]",
        "1",
        "\"x\"",
        "{",
        "{\"a\":}",
        "{} {}",
        "{\"a\":1}x",
        "{\"a\":NaN}",
        "{'a':1}",
        "{a:1}"
      })
  void anythingButOneJsonObjectIsRefused(String json) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MetadataJson.read(json))
        .withMessageStartingWith("metadata: not a JSON object");
  }

  @Test
  void anEmptyObjectIsEmpty() {
    assertThat(MetadataJson.read(" {} ")).isEmpty();
    assertThat(MetadataJson.write(Map.of())).isEqualTo("{}");
  }

  @Test
  void singleValuesAreWrittenAsInAnObject() {
    assertThat(MetadataJson.writeValue("it's \"q\"")).isEqualTo("\"it's \\\"q\\\"\"");
    assertThat(MetadataJson.writeValue(Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
    assertThat(MetadataJson.writeValue(1.0)).isEqualTo("1.0");
    assertThat(MetadataJson.writeValue(List.of(true))).isEqualTo("[true]");
  }

  @Test
  void numbersOfAnyLengthAreWrittenByTheirDigits() {
    Map<String, @Nullable Object> metadata =
        Map.of("x", List.of(new BigDecimal("9223372036854775808.0"), BigInteger.TWO.pow(70)));

    assertThat(MetadataJson.write(metadata))
        .isEqualTo("{\"x\":[9223372036854775808.0,1180591620717411303424]}");
  }

  /** Double.toString has 9.999999999999999E22 for the second of them, up to Java 18. */
  @ParameterizedTest
  @CsvSource({
    "2.0E-3, 0.002",
    "1.0E23, 1.0E23",
    "2.2250738585072014E-308, 2.2250738585072014E-308",
    "4.9E-324, 4.9E-324",
    "9.007199254740993E15, 9.007199254740992E15"
  })
  void doublesAreWrittenWithTheShortestDigitsOnEveryJava(double value, String digits) {
    assertThat(MetadataJson.writeValue(value)).isEqualTo(digits);
    assertThat(MetadataJson.write(Map.of("x", value))).isEqualTo("{\"x\":" + digits + "}");
    assertComesBack(Map.of("x", value));
  }

  private static void assertComesBack(Map<String, @Nullable Object> metadata) {
    assertThat(comesBack(metadata).equals(metadata)).isTrue(); // no diff of megabytes
  }

  private static Map<String, @Nullable Object> comesBack(Map<String, @Nullable Object> metadata) {
    return MetadataJson.read(MetadataJson.write(metadata));
  }
}
