package io.ragport.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What metadata may hold (META-1) and how a wrong value is reported (META-4). */
class MetadataArgumentsTest {
  @ParameterizedTest
  @MethodSource("valuesThatAreNotJson")
  void aValueThatIsNotJsonIsRefused(Object value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IndexItem.of("text", Map.of("key", value)))
        .withMessageStartingWith("metadata.key: ");
  }

  @ParameterizedTest
  @MethodSource("valuesThatAreNotJson")
  void theMessageNamesThePathOfANestedValue(Object value) {
    Map<String, Object> metadata = Map.of("a", Map.of("b", List.of(1, 2, value)));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> IndexItem.of("text", metadata))
        .withMessageStartingWith("metadata.a.b[2]: ");
  }

  static Stream<Arguments> valuesThatAreNotJson() {
    return Stream.of(
        arguments(named("NaN", Double.NaN)),
        arguments(named("infinity", Double.POSITIVE_INFINITY)),
        arguments(named("minus infinity", Double.NEGATIVE_INFINITY)),
        arguments(named("float NaN", Float.NaN)),
        arguments(named("float infinity", Float.POSITIVE_INFINITY)),
        arguments(named("U+0000", "a\u0000")),
        arguments(named("unpaired surrogate", "a\ud800")),
        arguments(named("BigInteger", BigInteger.ONE)),
        arguments(named("BigDecimal", BigDecimal.ONE)),
        arguments(named("AtomicInteger", new AtomicInteger(1))),
        arguments(named("Character", 'c')),
        arguments(named("Instant", Instant.EPOCH)),
        arguments(named("UUID", new UUID(0, 1))),
        arguments(named("enum", Thread.State.NEW)),
        arguments(named("StringBuilder", new StringBuilder("x"))),
        arguments(named("Set", Set.of("x"))),
        arguments(named("array", new String[] {"x"})),
        arguments(named("int array", new int[] {1})),
        arguments(named("Object", new Object())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\u0000", "\udc00"})
  void aBadKeyIsRefused(String key) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IndexItem.of("text", Map.of(key, 1)))
        .withMessageStartingWith("metadata");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\u0000", "\udc00"})
  void aBadNestedKeyIsRefused(String key) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IndexItem.of("text", Map.of("list", List.of(Map.of(key, 1)))))
        .withMessageStartingWith("metadata.list[0]");
  }

  @Test
  void aKeyThatIsNotAStringIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IndexItem.of("text", Map.of("a", Map.of(7, "x"))))
        .withMessage("metadata.a: key 7 is not a string");
  }

  @Test
  void aNullKeyIsRefused() {
    Map<@Nullable String, Object> metadata = new HashMap<>();
    metadata.put(null, "x");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> IndexItem.of("text", Map.of("a", metadata)))
        .withMessage("metadata.a: key null is not a string");
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
        "$eq",
        "#",
        "\\",
        "content",
        "text_segment",
        "source_id",
        "chroma:document",
        "\u00e9\u0301",
        "\ud83d\ude00",
        "%_",
        "null"
      })
  void anyOtherKeyIsTakenAsItIs(String key) {
    IndexItem item = IndexItem.of("text", Map.of(key, "x"));

    assertThat(item.metadata()).containsOnlyKeys(key);
  }

  @Test
  void thirtyTwoLevelsAreTaken() {
    IndexItem item = IndexItem.of("text", mapsNested(32));

    assertThat(item.metadata()).isEqualTo(mapsNested(32));
  }

  @Test
  void thirtyThreeLevelsOfMapsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IndexItem.of("text", mapsNested(33)))
        .withMessageStartingWith("metadata.k.k")
        .withMessageContaining("nested deeper than 32 levels");
  }

  @Test
  void thirtyThreeLevelsOfListsAreRefused() {
    Object value = "x";
    for (int i = 0; i < 32; i++) {
      value = List.of(value);
    }
    Map<String, Object> metadata = Map.of("k", value);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> IndexItem.of("text", metadata))
        .withMessageContaining("nested deeper than 32 levels");
  }

  @Test
  void aMapThatHoldsItselfIsRefused() {
    Map<String, Object> cyclic = new HashMap<>();
    cyclic.put("self", cyclic);
    cyclic.put("again", cyclic);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> IndexItem.of("text", cyclic))
        .withMessageContaining("nested deeper than 32 levels");
  }

  @Test
  void aListThatHoldsItselfIsRefused() {
    List<Object> cyclic = new ArrayList<>();
    cyclic.add(cyclic);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> IndexItem.of("text", Map.of("k", cyclic)))
        .withMessageContaining("nested deeper than 32 levels");
  }

  @Test
  void theMessageDoesNotShowTheValue() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IndexItem.of("text", Map.of("key", new StringBuilder("private"))))
        .withMessage(
            "metadata.key: a java.lang.StringBuilder, which is not a JSON value"
                + " (a string, boolean, long, double, list, map or null)");
  }

  @Test
  void wholeNumbersBecomeLongAndOthersDouble() {
    Map<String, Object> metadata = new HashMap<>();
    metadata.put("byte", (byte) 1);
    metadata.put("short", (short) 2);
    metadata.put("int", 3);
    metadata.put("long", 4L);
    metadata.put("float", 0.5f);
    metadata.put("double", 1.0);

    IndexItem item = IndexItem.of("text", metadata);

    assertThat(item.metadata())
        .containsEntry("byte", 1L)
        .containsEntry("short", 2L)
        .containsEntry("int", 3L)
        .containsEntry("long", 4L)
        .containsEntry("float", 0.5)
        .containsEntry("double", 1.0);
  }

  @Test
  void nullIsAValueAtEveryLevel() {
    Map<String, @Nullable Object> metadata = new HashMap<>();
    metadata.put("none", null);
    metadata.put("list", Arrays.asList(1L, null));
    metadata.put("map", Collections.singletonMap("none", null));

    IndexItem item = IndexItem.of("text", metadata);

    assertThat(item.metadata()).isEqualTo(metadata);
  }

  @Test
  void noMetadataIsAnEmptyMap() {
    IndexItem item = IndexItem.of("text", null);

    assertThat(item.metadata()).isEmpty();
  }

  private static Map<String, Object> mapsNested(int levels) {
    Map<String, Object> map = Map.of("k", "x");
    for (int i = 1; i < levels; i++) {
      map = Map.of("k", map);
    }
    return map;
  }
}
