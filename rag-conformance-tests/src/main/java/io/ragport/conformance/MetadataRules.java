package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.ragport.api.Capability;
import io.ragport.api.IndexItem;
import io.ragport.api.RagEntry;
import io.ragport.api.RagServiceResult;
import io.ragport.api.StoredEntry;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** META-1, 2 and 4: metadata values come back equal, types included. */
abstract class MetadataRules extends Rules {
  private static final int MAX_DEPTH = 32;

  MetadataRules(Backend backend) {
    super(backend);
  }

  // META-1

  static Stream<Arguments> kindsOfValues() {
    return Stream.of(
        arguments(named("string", "a string")),
        arguments(named("true", true)),
        arguments(named("false", false)),
        arguments(named("integer", 7L)),
        arguments(named("negative integer", -7L)),
        arguments(named("zero", 0L)),
        arguments(named("fraction", 0.5)),
        arguments(named("fraction that is whole", 1.0)),
        arguments(named("zero as fraction", 0.0)),
        arguments(named("large fraction that is whole", 1e15)),
        arguments(named("list", List.of("a", "b", "a"))),
        arguments(named("empty list", List.of())),
        arguments(named("list of all kinds", Arrays.asList("1", 1L, 1.0, true, null, List.of()))),
        arguments(named("lists in lists", List.of(List.of(List.of()), List.of(1L, List.of(2L))))),
        arguments(named("object", Map.of("a", "x", "b", 1L))),
        arguments(named("empty object", Map.of())),
        arguments(named("objects in lists", List.of(Map.of("a", 1L), Map.of(), Map.of("a", 1.0)))),
        arguments(named("lists in objects", Map.of("a", List.of(1.0, 1L), "b", List.of()))),
        arguments(named("null in an object", Collections.singletonMap("a", null))),
        arguments(named("null in a list", Collections.singletonList(null))));
  }

  @Rule("META-1")
  @ParameterizedTest(name = "{0}")
  @MethodSource("kindsOfValues")
  void aValueComesBackEqualInAQuery(Object value) {
    index("a text", "source", Map.of("key", value));

    assertThat(metadataFound()).isEqualTo(Map.of("key", value));
  }

  @Rule("META-1")
  @Test
  void aNullComesBackAsNull() {
    index("a text", "source", Collections.singletonMap("key", null));

    assertThat(metadataFound()).isEqualTo(Collections.singletonMap("key", null));
  }

  @Rule("META-1")
  @Test
  void indexReturnsEveryKindOfValueEqual() {
    RagEntry entry = index("a text", "source", everyValue());

    assertThat(entry.metadata()).isEqualTo(everyValue());
  }

  @Rule("META-1")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void everyKindOfValueComesBackEqualFromIterating() {
    index("a text", "source", everyValue());

    try (Stream<StoredEntry> stored = service.iterEntries(DOCS)) {
      assertThat(stored.map(StoredEntry::metadata)).isEqualTo(List.of(everyValue()));
    }
  }

  @Rule("META-1")
  @Needs(Capability.GET_ENTRIES)
  @Test
  void everyKindOfValueComesBackEqualFromGetting() {
    UUID id = index("a text", "source", everyValue()).id();

    List<StoredEntry> stored = service.getEntries(DOCS, List.of(id));

    assertThat(stored).extracting(StoredEntry::metadata).isEqualTo(List.of(everyValue()));
  }

  static Stream<Arguments> javaNumbers() {
    return Stream.of(
        arguments(named("byte", (byte) 1), 1L),
        arguments(named("short", (short) 2), 2L),
        arguments(named("int", 3), 3L),
        arguments(named("long", 4L), 4L),
        arguments(named("float", 0.25f), 0.25),
        arguments(named("whole float", 5f), 5.0),
        arguments(named("double", 6.0), 6.0));
  }

  @Rule("META-1")
  @ParameterizedTest(name = "{0}")
  @MethodSource("javaNumbers")
  void wholeNumbersComeBackAsLongAndOthersAsDouble(Number given, Number wanted) {
    RagEntry entry = index("a text", "source", Map.of("key", given));

    assertThat(entry.metadata()).as("as returned").isEqualTo(Map.of("key", wanted));
    assertThat(metadataFound()).as("as read").isEqualTo(Map.of("key", wanted));
  }

  @Rule("META-1")
  @Test
  void objectsNestedToDepth32ComeBackEqual() {
    Map<String, Object> metadata = objectsNested(MAX_DEPTH);

    index("a text", "source", metadata);

    assertThat(metadataFound()).isEqualTo(metadata);
  }

  @Rule("META-1")
  @Test
  void listsNestedToDepth32ComeBackEqual() {
    Map<String, Object> metadata = Map.of("key", listsNested(MAX_DEPTH - 1));

    index("a text", "source", metadata);

    assertThat(metadataFound()).isEqualTo(metadata);
  }

  @Rule("META-1")
  @Test
  void objectsNestedDeeperAreRefused() {
    assertRefused(objectsNested(MAX_DEPTH + 1), "nested deeper than " + MAX_DEPTH);
  }

  @Rule("META-1")
  @Test
  void listsNestedDeeperAreRefused() {
    assertRefused(Map.of("key", listsNested(MAX_DEPTH)), "nested deeper than " + MAX_DEPTH);
  }

  @Rule("META-1")
  @Test
  void aListThatHoldsItselfIsRefused() {
    List<Object> cyclic = new ArrayList<>();
    cyclic.add(cyclic);

    assertRefused(Map.of("key", cyclic), "nested deeper than " + MAX_DEPTH);
  }

  @Rule("META-1")
  @Test
  void anEmptyKeyIsRefused() {
    assertRefused(Map.of("", "value"), "metadata");
  }

  @Rule("META-1")
  @Test
  void manyKeysAndLongValuesComeBackEqual() {
    Map<String, Object> metadata = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      metadata.put("key " + i, (long) i);
    }
    metadata.put("long", "x\u00e9\ud83d\ude00 ".repeat(20_000)); // longer than an index term may be

    index("a text", "source", metadata);

    assertThat(metadataFound().equals(metadata)).as("equal").isTrue();
  }

  // META-2

  static Stream<Arguments> exactValues() {
    return Stream.of(
        arguments(named("2^53 - 1", (1L << 53) - 1)),
        arguments(named("2^53", 1L << 53)),
        arguments(named("2^53 + 1", (1L << 53) + 1)),
        arguments(named("-2^53 - 1", -(1L << 53) - 1)),
        arguments(named("Integer.MAX_VALUE + 1", Integer.MAX_VALUE + 1L)),
        arguments(named("Long.MIN_VALUE", Long.MIN_VALUE)),
        arguments(named("Long.MAX_VALUE", Long.MAX_VALUE)),
        arguments(named("Long.MAX_VALUE - 1", Long.MAX_VALUE - 1)),
        arguments(named("Double.MIN_VALUE", Double.MIN_VALUE)),
        arguments(named("-Double.MIN_VALUE", -Double.MIN_VALUE)),
        arguments(named("Double.MIN_NORMAL", Double.MIN_NORMAL)),
        arguments(named("Double.MAX_VALUE", Double.MAX_VALUE)),
        arguments(named("-Double.MAX_VALUE", -Double.MAX_VALUE)),
        arguments(named("0.0", 0.0)),
        arguments(named("-0.0", -0.0)),
        arguments(named("-1.0", -1.0)),
        arguments(named("0.1", 0.1)),
        arguments(named("0.1 + 0.2", 0.1 + 0.2)),
        arguments(named("next after 1", Math.nextUp(1.0))),
        arguments(named("2^53 as double", 0x1p53)),
        arguments(named("2^63 as double", 0x1p63)),
        arguments(named("1e22", 1e22)),
        arguments(named("1e-7", 1e-7)),
        arguments(named("empty string", "")),
        arguments(named("blank", " ")),
        arguments(named("line ends", "\r\n\t")),
        arguments(named("Cyrillic", "\u0416\u0443\u043a")),
        arguments(named("emoji", "\ud83d\udc69\u200d\ud83d\udcbb")),
        arguments(named("combining marks", "e\u0301 \u00e9")),
        arguments(named("controls", "a\u0001\u001f\u007f\u0085\u2028z")),
        arguments(named("noncharacters", "\ufffe\uffff")),
        arguments(named("JSON", "{\"a\": \"\\u0000\\n\"}")),
        arguments(named("SQL", "'; DROP TABLE docs; --")),
        arguments(named("a number's text", "1.0")),
        arguments(named("the text true", "true")),
        arguments(named("the text null", "null")),
        arguments(named("a date's text", "2024-02-30T00:00:00Z")));
  }

  @Rule("META-2")
  @ParameterizedTest(name = "{0}")
  @MethodSource("exactValues")
  void aValueAtTheEdgeComesBackExactly(Object value) {
    index("a text", "source", Map.of("top", value, "in", List.of(Map.of("deep", value))));

    Map<String, @Nullable Object> found = metadataFound();

    // Double.equals tells 0.0 from -0.0, and Long.equals a Long from a Double.
    assertThat(found).isEqualTo(Map.of("top", value, "in", List.of(Map.of("deep", value))));
  }

  @Rule("META-2")
  @Test
  void valuesOfDifferentTypesStayApart() {
    List<Object> values = List.of(1L, 1.0, "1", true, "true", "1.0", 0L, 0.0, -0.0, "", false);
    List<IndexItem> items = new ArrayList<>();
    values.forEach(value -> items.add(IndexItem.of("a text", Map.of("key", value))));

    List<RagEntry> entries = indexAll(items);

    Map<UUID, @Nullable Object> byId = new HashMap<>();
    everything(DOCS).forEach(found -> byId.put(found.id(), found.metadata().get("key")));
    assertThat(entries).extracting(entry -> byId.get(entry.id())).isEqualTo(values);
  }

  @Rule("META-2")
  @ParameterizedTest
  @ValueSource(
      strings = {"\u0416\u0443\u043a", "\u65e5\u672c", "\ud83d\ude00", "e\u0301", "\u00e9"})
  void aKeyOfAnotherScriptComesBackExactly(String key) {
    index("a text", "source", Map.of(key, key, "in", Map.of(key, key)));

    assertThat(metadataFound()).isEqualTo(Map.of(key, key, "in", Map.of(key, key)));
  }

  // META-4

  static Stream<Arguments> valuesThatAreNotJson() {
    return Stream.of(
        arguments(named("NaN", Double.NaN)),
        arguments(named("infinity", Double.POSITIVE_INFINITY)),
        arguments(named("minus infinity", Double.NEGATIVE_INFINITY)),
        arguments(named("float NaN", Float.NaN)),
        arguments(named("float infinity", Float.POSITIVE_INFINITY)),
        arguments(named("U+0000", "a\u0000b")),
        arguments(named("unpaired high surrogate", "a\ud83d")),
        arguments(named("unpaired low surrogate", "\ude00a")),
        arguments(named("BigDecimal", BigDecimal.ONE)),
        arguments(named("Character", 'c')),
        arguments(named("Instant", Instant.EPOCH)),
        arguments(named("UUID", new UUID(0, 1))),
        arguments(named("enum", Thread.State.NEW)),
        arguments(named("Set", Set.of("x"))),
        arguments(named("array", new String[] {"x"})),
        arguments(named("bytes", new byte[] {1})),
        arguments(named("Object", new Object())));
  }

  @Rule("META-4")
  @ParameterizedTest(name = "{0}")
  @MethodSource("valuesThatAreNotJson")
  void aValueThatIsNotJsonIsRefusedByItsPath(Object value) {
    assertRefused(Map.of("key", value), "metadata.key: ");
  }

  @Rule("META-4")
  @ParameterizedTest(name = "{0}")
  @MethodSource("valuesThatAreNotJson")
  void aNestedValueThatIsNotJsonIsRefusedByItsPath(Object value) {
    assertRefused(Map.of("a", Map.of("b", List.of(1, 2, value))), "metadata.a.b[2]: ");
  }

  @Rule("META-4")
  @ParameterizedTest
  @ValueSource(strings = {"a\u0000", "a\ud83d", "\ude00"})
  void aKeyOfInvalidCharactersIsRefusedByItsPath(String key) {
    assertRefused(Map.of("in", Map.of(key, "value")), "metadata.in");
  }

  @Rule("META-4")
  @Test
  void aKeyThatIsNoStringIsRefusedByItsPath() {
    assertRefused(Map.of("in", Map.of(7, "value")), "metadata.in: key 7");
  }

  @Rule("META-4")
  @Test
  void aNullKeyIsRefusedByItsPath() {
    Map<@Nullable String, Object> inner = new HashMap<>();
    inner.put(null, "value");

    assertRefused(Map.of("in", inner), "metadata.in: key null");
  }

  /** Refused as an invalid argument before anything is embedded or stored. */
  private void assertRefused(Map<String, ?> metadata, String message) {
    assertThatThrownBy(() -> index("a text", "source", metadata))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
    assertThat(embedding.calls()).as("calls of the embedder").isEmpty();
    assertThat(everything(DOCS)).as("entries").isEmpty();
  }

  private Map<String, @Nullable Object> metadataFound() {
    List<RagServiceResult> found = everything(DOCS);
    assertThat(found).as("entries").hasSize(1);
    return found.get(0).metadata();
  }

  /** Every value of META-1 and META-2 in one object, each under its number. */
  private static Map<String, @Nullable Object> everyValue() {
    Map<String, @Nullable Object> metadata = new HashMap<>();
    metadata.put("null", null);
    Stream.concat(kindsOfValues(), exactValues())
        .map(value -> Objects.requireNonNull((Named<?>) value.get()[0]).getPayload())
        .forEach(value -> metadata.put("value " + metadata.size(), value));
    return metadata;
  }

  private static Map<String, Object> objectsNested(int levels) {
    Map<String, Object> nested = Map.of("key", "innermost");
    for (int i = 1; i < levels; i++) {
      nested = Map.of("key", nested);
    }
    return nested;
  }

  private static List<Object> listsNested(int levels) {
    List<Object> nested = List.of("innermost");
    for (int i = 1; i < levels; i++) {
      nested = List.of(nested);
    }
    return nested;
  }
}
