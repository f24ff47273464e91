package io.ragport.conformance;

import static io.ragport.api.MetadataFilter.and;
import static io.ragport.api.MetadataFilter.eq;
import static io.ragport.api.MetadataFilter.exists;
import static io.ragport.api.MetadataFilter.gte;
import static io.ragport.api.MetadataFilter.in;
import static io.ragport.api.MetadataFilter.lte;
import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.Capability;
import io.ragport.api.IndexItem;
import io.ragport.api.RagServiceResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** FLT-8: keys and values are data, whatever some query language would read in them. */
abstract class FilterTextRules extends FilterTests {
  /** Each once; a literal comparison finds just that one. */
  private static final List<String> HOSTILE =
      List.of(
          "'",
          "''",
          "\"",
          "\"\"",
          "`",
          "\\",
          "\\\\",
          "\\'",
          "%",
          "_",
          "a%",
          "a_",
          "ab",
          "*",
          "a*",
          "?",
          ".",
          ".*",
          "^a",
          "$",
          "$1",
          "$eq",
          "$ne",
          "$or",
          "$$",
          "${x}",
          "{}",
          "{",
          "{0}",
          "[]",
          "[1 TO 2]",
          ":x",
          "?::jsonb",
          "@",
          "#",
          "#>>'{a}'",
          "a->>'b'",
          "$.a",
          "$[*]",
          "$.k ? (@ == 1)",
          "--",
          "/*",
          ";",
          "' OR '1'='1",
          "' OR 1=1 --",
          "\" OR \"\"=\"",
          "'); DELETE FROM entries; --",
          "x'; DROP TABLE entries CASCADE; --",
          "{\"$ne\": null}",
          "{\"must\": []}",
          "\"}, \"x\": {\"",
          "AND",
          "OR NOT",
          "NULL",
          "null",
          "true",
          "1",
          "\n",
          "\t",
          "\r\n",
          "\u0001",
          "\u00a0",
          "\u2028",
          "\ufeff",
          "\u202e",
          "😀",
          "%00",
          "\\u0000",
          "&quot;",
          "<a>",
          "a=b",
          "content",
          "source_id",
          "chroma:document",
          "id");

  FilterTextRules(Backend backend) {
    super(backend);
  }

  @Rule("FLT-8")
  @Test
  void everyValueIsMatchedLiterally() {
    List<RagServiceResult> before = indexAsValues();

    for (String value : HOSTILE) {
      assertThat(matching(Map.of("k", value)))
          .as("match of the value " + value)
          .containsExactly("value " + HOSTILE.indexOf(value));
    }
    assertThat(everything(DOCS)).as("contents afterwards").isEqualTo(before);
  }

  @Rule("FLT-8")
  @Test
  void everyKeyIsMatchedLiterally() {
    List<RagServiceResult> before = indexAsKeys();

    for (String key : HOSTILE) {
      assertThat(matching(Map.of(key, "v")))
          .as("match of the key " + key)
          .containsExactly("key " + HOSTILE.indexOf(key));
    }
    assertThat(everything(DOCS)).as("contents afterwards").isEqualTo(before);
  }

  @Rule("FLT-8")
  @Test
  void whatIsNotThereIsNotFound() {
    index("a text", "s", Map.of("k", "v"));
    List<RagServiceResult> before = everything(DOCS);

    for (String hostile : HOSTILE) {
      assertThat(matching(Map.of("k", hostile))).as("value " + hostile).isEmpty();
      assertThat(matching(Map.of("k", "v", "n", hostile))).as("second " + hostile).isEmpty();
      assertThat(matching(Map.of(hostile, "v"))).as("key " + hostile).isEmpty();
    }
    assertThat(everything(DOCS)).as("contents afterwards").isEqualTo(before);
  }

  @Rule("FLT-8")
  @Needs(Capability.FILTER)
  @Test
  void everyValueIsFilteredLiterally() {
    List<RagServiceResult> before = indexAsValues();

    for (String value : HOSTILE) {
      String name = "value " + HOSTILE.indexOf(value);
      assertSelects(eq("k", value), name);
      assertSelects(in("k", List.of(value, "not there")), name);
      assertSelects(and(gte("k", value), lte("k", value)), name);
    }
    assertThat(everything(DOCS)).as("contents afterwards").isEqualTo(before);
  }

  @Rule("FLT-8")
  @Needs(Capability.FILTER)
  @Test
  void everyKeyIsFilteredLiterally() {
    List<RagServiceResult> before = indexAsKeys();

    for (String key : HOSTILE) {
      String name = "key " + HOSTILE.indexOf(key);
      assertSelects(eq(key, "v"), name);
      assertSelects(in(key, List.of("v", "w")), name);
      assertSelects(gte(key, ""), name);
      assertSelects(exists(key), name);
    }
    assertThat(everything(DOCS)).as("contents afterwards").isEqualTo(before);
  }

  private List<RagServiceResult> indexAsValues() {
    List<IndexItem> items = new ArrayList<>();
    for (String value : HOSTILE) {
      items.add(IndexItem.of("value " + items.size(), Map.of("k", value)));
    }
    indexAll(items);
    return everything(DOCS);
  }

  private List<RagServiceResult> indexAsKeys() {
    List<IndexItem> items = new ArrayList<>();
    for (String key : HOSTILE) {
      items.add(IndexItem.of("key " + items.size(), Map.of(key, "v")));
    }
    indexAll(items);
    return everything(DOCS);
  }
}
