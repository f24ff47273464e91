package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ragport.api.IndexItem;
import io.ragport.api.RagEntry;
import io.ragport.api.RagServiceResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** META-3: any key is legal and none gets in the way of what a backend keeps itself. */
abstract class MetadataKeyRules extends Rules {
  MetadataKeyRules(Backend backend) {
    super(backend);
  }

  static List<String> hostileKeys() {
    return List.of(
        // what backends call their own
        "content",
        "text",
        "text_segment",
        "document",
        "documents",
        "chroma:document",
        "embedding",
        "embeddings",
        "vector",
        "metadata",
        "metadatas",
        "payload",
        "id",
        "_id",
        "ids",
        "uuid",
        "source",
        "source_id",
        "sourceId",
        "original",
        "filter",
        "created",
        "created_at",
        "createdAt",
        "updated",
        "updated_at",
        "updatedAt",
        "model",
        "collection",
        "name",
        "type",
        "class",
        "@type",
        "__proto__",
        "null",
        "true",
        "distance",
        "score",
        "similarity",
        // what means something in filters and paths
        "$and",
        "$or",
        "$not",
        "$eq",
        "$",
        "#key",
        "#",
        "a.b",
        ".",
        "..",
        "a.",
        ".a",
        "a[0]",
        "[]",
        "a/b",
        "*",
        "?",
        "%",
        "_",
        "{}",
        "a:b",
        "a b",
        " ",
        " a ",
        "a=b",
        "key,other",
        "0",
        "-1",
        "AND",
        "OR",
        "NOT",
        "SELECT",
        "a'b",
        "'",
        "\"",
        "`",
        "\\",
        "\\n",
        "--",
        ";",
        "$1",
        ":name",
        // what is hard to write
        "\n",
        "\r\n",
        "\t",
        "\u0001",
        "\u007f",
        "\u00a0",
        "\u200b",
        "\ufeff",
        "\uffff",
        "\u041a\u043b\u044e\u0447",
        "\ud83d\ude00",
        "e\u0301",
        "\u00e9",
        "\u0130",
        "i\u0307",
        "\u202ekey",
        "k".repeat(300),
        "\u65e5".repeat(300));
  }

  @Rule("META-3")
  @ParameterizedTest(name = "[{index}] {0}")
  @MethodSource("hostileKeys")
  void anyKeyComesBackAndIsMatched(String key) {
    indexAll(
        List.of(
            IndexItem.of("has the key", Map.of(key, "value")),
            IndexItem.of("has another value", Map.of(key, "other")),
            IndexItem.of("has it deeper only", Map.of("in", Map.of(key, "value")))));

    List<RagServiceResult> found = query(theQuery().match(Map.of(key, "value")));

    assertThat(contents(found)).containsExactly("has the key");
    assertThat(found)
        .extracting(RagServiceResult::metadata)
        .isEqualTo(List.of(Map.of(key, "value")));
  }

  @Rule("META-3")
  @Test
  void allKeysAtOnceComeBackEqual() {
    Map<String, Object> metadata = new LinkedHashMap<>();
    hostileKeys().forEach(key -> metadata.put(key, "value of " + key));

    index("a text", "source", metadata);

    assertThat(everything(DOCS))
        .extracting(RagServiceResult::metadata)
        .isEqualTo(List.of(metadata));
  }

  @Rule("META-3")
  @Test
  void allKeysAtOnceLeaveTheEntryItself() {
    Map<String, Object> metadata = new LinkedHashMap<>();
    hostileKeys().forEach(key -> metadata.put(key, "not the entry's"));

    RagEntry entry = index("a text", "source", metadata);

    assertTheEntryItself(entry);
    assertThat(query(theQuery().sourceIds(List.of("source")))).as("by its source").hasSize(1);
    assertThat(query(theQuery().sourceIds(List.of("not the entry's"))))
        .as("by a source that is only in its metadata")
        .isEmpty();
  }

  @Rule("META-3")
  @ParameterizedTest(name = "{0}")
  @MethodSource("io.ragport.conformance.MetadataRules#kindsOfValues")
  void aValueOfAnyKindUnderAHostileKeyLeavesTheEntryItself(Object value) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    hostileKeys().forEach(key -> metadata.put(key, value));

    RagEntry entry = index("a text", "source", metadata);

    assertTheEntryItself(entry);
  }

  private void assertTheEntryItself(RagEntry entry) {
    assertThat(everything(DOCS))
        .extracting(RagServiceResult::id, RagServiceResult::sourceId, RagServiceResult::content)
        .containsExactly(tuple(entry.id(), "source", "a text"));
  }

  @Rule("META-3")
  @Test
  void oneKeyMayHaveValuesOfDifferentTypesInDifferentEntries() {
    List<Object> values = List.of("text", 1L, 0.5, true, List.of("a"), Map.of("a", 1L), "2024");
    List<IndexItem> items = new ArrayList<>();
    values.forEach(value -> items.add(IndexItem.of("a text", Map.of("key", value))));

    indexAll(items);

    assertThat(everything(DOCS))
        .extracting(found -> found.metadata().get("key"))
        .containsExactlyInAnyOrderElementsOf(values);
  }
}
