package io.ragport.conformance;

import static io.ragport.api.MetadataFilter.and;
import static io.ragport.api.MetadataFilter.eq;
import static io.ragport.api.MetadataFilter.exists;
import static io.ragport.api.MetadataFilter.gt;
import static io.ragport.api.MetadataFilter.gte;
import static io.ragport.api.MetadataFilter.in;
import static io.ragport.api.MetadataFilter.lt;
import static io.ragport.api.MetadataFilter.lte;
import static io.ragport.api.MetadataFilter.ne;
import static io.ragport.api.MetadataFilter.not;
import static io.ragport.api.MetadataFilter.notIn;
import static io.ragport.api.MetadataFilter.or;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ragport.api.Capability;
import io.ragport.api.IndexItem;
import io.ragport.api.MetadataFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * FLT-1, FLT-2, FLT-5, FLT-7 and FLT-10: the parts of the filter language and how they fit
 * together. {@link FilterTableRules} has what compares with what.
 */
abstract class FilterRules extends FilterTests {
  FilterRules(Backend backend) {
    super(backend);
  }

  @Rule("FLT-1")
  @Test
  void matchSelectsEqualScalars() {
    indexValues(
        Map.of("text", "en", "other", "de", "yes", true, "no", false, "seven", 7, "half", 0.5));

    assertThat(matching(Map.of("k", "en"))).containsExactly("text");
    assertThat(matching(Map.of("k", true))).containsExactly("yes");
    assertThat(matching(Map.of("k", false))).containsExactly("no");
    assertThat(matching(Map.of("k", 7))).containsExactly("seven");
    assertThat(matching(Map.of("k", 0.5))).containsExactly("half");
    assertThat(matching(Map.of("k", "fr"))).isEmpty();
    assertThat(matching(Map.of("other", "en"))).isEmpty();
  }

  @Rule("FLT-1")
  @Test
  void everyKeyOfAMatchMustBeEqual() {
    index("both", "s", Map.of("lang", "en", "year", 2024, "more", "x"));
    index("one", "s", Map.of("lang", "en", "year", 2023));
    index("other", "s", Map.of("lang", "de", "year", 2024));
    index("part", "s", Map.of("lang", "en"));

    assertThat(matching(Map.of("lang", "en", "year", 2024))).containsExactly("both");
  }

  @Rule("FLT-1")
  @Test
  void aMatchOfAnythingElseIsRefusedBeforeEmbedding() {
    index("a text", "s", Map.of("k", 1));
    embedding.forgetCalls();

    for (Map<String, ?> wrong : wrongMatches()) {
      assertThatIllegalArgumentException()
          .as("match " + wrong)
          .isThrownBy(() -> matching(wrong))
          .withMessageContaining("match");
    }
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("FLT-2")
  @Needs(Capability.FILTER)
  @Test
  void everyOperatorSelects() {
    index("one", "s", Map.of("n", 1));
    index("two", "s", Map.of("n", 2));
    index("three", "s", Map.of("n", 3, "odd", true));

    assertSelects(eq("n", 2), "two");
    assertSelects(ne("n", 2), "one", "three");
    assertSelects(in("n", List.of(1, 3, 5)), "one", "three");
    assertSelects(notIn("n", List.of(1, 3, 5)), "two");
    assertSelects(gt("n", 2), "three");
    assertSelects(gte("n", 2), "two", "three");
    assertSelects(lt("n", 2), "one");
    assertSelects(lte("n", 2), "one", "two");
    assertSelects(exists("odd"), "three");
    assertSelects(and(gt("n", 1), lt("n", 3)), "two");
    assertSelects(or(lt("n", 2), gt("n", 2)), "one", "three");
    assertSelects(not(gt("n", 1)), "one");
  }

  @Rule("FLT-2")
  @Needs(Capability.FILTER)
  @Test
  void theShapeOfTheTreeDecides() {
    for (String name : List.of("", "a", "b", "c", "ab", "ac", "bc", "abc")) {
      Map<String, Object> metadata = new HashMap<>();
      name.chars().forEach(letter -> metadata.put(String.valueOf((char) letter), true));
      index("has " + name, "s", metadata);
    }
    MetadataFilter a = exists("a");
    MetadataFilter b = exists("b");
    MetadataFilter c = exists("c");

    assertSelects(and(or(a, b), c), "has ac", "has bc", "has abc");
    assertSelects(or(a, and(b, c)), "has a", "has ab", "has ac", "has bc", "has abc");
    assertSelects(and(not(a), or(b, c)), "has b", "has c", "has bc");
    assertSelects(not(and(a, or(b, c))), "has ", "has a", "has b", "has c", "has bc");
    assertSelects(or(and(a, b, c), not(or(a, b, c))), "has abc", "has ");
  }

  @Rule("FLT-2")
  @Needs(Capability.FILTER)
  @Test
  void noPartsHoldAlwaysOrNever() {
    index("a text", "s", Map.of("n", 1));

    assertSelects(and(), "a text");
    assertSelects(or());
    assertSelects(not(or()), "a text");
    assertSelects(and(or(), eq("n", 1)));
    assertSelects(or(and(), eq("n", 2)), "a text");
  }

  @Rule("FLT-2")
  @Needs(Capability.FILTER)
  @Test
  void treesOfDepthFiftyWork() {
    index("one", "s", Map.of("n", 1));
    index("two", "s", Map.of("n", 2));

    MetadataFilter negated = eq("n", 1);
    MetadataFilter nested = eq("n", 1);
    for (int level = 2; level <= 50; level++) {
      negated = not(negated);
      nested = level % 2 == 0 ? and(gt("n", 0), nested) : or(eq("n", 3), nested);
    }

    assertSelects(negated, "two"); // 49 negations
    assertSelects(nested, "one");
    assertSelects(not(negated), "one");
  }

  @Rule("FLT-2")
  @Needs(Capability.FILTER)
  @Test
  void listsOfAThousandValuesWork() {
    index("first", "s", Map.of("n", 0, "s", "v0"));
    index("last", "s", Map.of("n", 999, "s", "v999"));
    index("none", "s", Map.of("n", 1000, "s", "v1000"));
    List<Integer> numbers = IntStream.range(0, 1000).boxed().toList();
    List<String> strings = numbers.stream().map(number -> "v" + number).toList();
    List<MetadataFilter> parts = numbers.stream().map(number -> eq("n", number)).toList();

    assertSelects(in("n", numbers), "first", "last");
    assertSelects(in("s", strings), "first", "last");
    assertSelects(notIn("n", numbers), "none");
    assertSelects(notIn("s", strings), "none");
    assertSelects(new MetadataFilter.Or(parts), "first", "last");
  }

  @Rule("FLT-5")
  @Needs(Capability.FILTER)
  @Test
  void noValuesMatchNothingAndExcludeNothing() {
    indexValues(Map.of("one", 1, "text", "1", "yes", true));

    assertSelects(in("k", List.of()));
    assertSelects(notIn("k", List.of()), "one", "text", "yes");
    assertSelects(and(in("k", List.of()), eq("k", 1)));
    assertSelects(or(in("k", List.of()), eq("k", 1)), "one");
  }

  @Rule("FLT-5")
  @Needs(Capability.FILTER)
  @Test
  void oneValueIsAnEquality() {
    indexValues(Map.of("one", 1, "float", 1.5, "text", "1", "yes", true, "no", false));

    for (Object value : List.of(1, 1.5, "1", true, false, "x")) {
      assertThat(selected(in("k", List.of(value))))
          .as("in [" + value + "]")
          .isEqualTo(selected(eq("k", value)));
      assertThat(selected(notIn("k", List.of(value))))
          .as("notIn [" + value + "]")
          .isEqualTo(selected(ne("k", value)));
    }
  }

  @Rule("FLT-5")
  @Needs(Capability.FILTER)
  @Test
  void severalValuesAreAnOrOfEqualities() {
    indexValues(Map.of("one", 1, "float", 1.5, "text", "1", "yes", true, "no", false));

    for (List<Object> values :
        List.<List<Object>>of(
            List.of(1, "1"), List.of(true, 1.5), List.of("x", false, 7), List.of(1, 1.0, 1.5))) {
      assertThat(selected(in("k", values)))
          .as("in " + values)
          .isEqualTo(
              selected(
                  new MetadataFilter.Or(values.stream().map(value -> eq("k", value)).toList())));
    }
    assertSelects(in("k", List.of(1, "1")), "one", "text");
    assertSelects(in("k", List.of(true, 1.5)), "float", "yes");
  }

  @Rule("FLT-7")
  @Test
  void aDottedKeyIsOneKeyInAMatch() {
    index("dotted", "s", Map.of("a.b", 1));
    index("nested", "s", Map.of("a", Map.of("b", 1)));
    index("list", "s", Map.of("a", List.of(1)));

    assertThat(matching(Map.of("a.b", 1))).containsExactly("dotted");
    for (String path : List.of("$.a.b", "a/b", "a->b", "a[b]", "a:b", "['a']['b']")) {
      assertThat(matching(Map.of(path, 1))).as("key " + path).isEmpty();
    }
    for (String path : List.of("a.0", "a[0]", "a[]", "a[*]")) {
      assertThat(matching(Map.of(path, 1))).as("key " + path).isEmpty();
    }
  }

  @Rule("FLT-7")
  @Needs(Capability.FILTER)
  @Test
  void aDottedKeyIsOneKeyInAFilter() {
    index("dotted", "s", Map.of("a.b", 1));
    index("nested", "s", Map.of("a", Map.of("b", 1)));
    index("both", "s", Map.of("a.b", 2, "a", Map.of("b", 1)));

    assertSelects(eq("a.b", 1), "dotted");
    assertSelects(gte("a.b", 1), "dotted", "both");
    assertSelects(in("a.b", List.of(1, 3)), "dotted");
    assertSelects(exists("a.b"), "dotted", "both");
    assertSelects(exists("a"), "nested", "both");
    assertSelects(exists("b"));
  }

  @Rule("FLT-10")
  @Test
  void neitherLocaleNorTimeZoneChangesAMatch() {
    Locale locale = Locale.getDefault();
    TimeZone zone = TimeZone.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kolkata"));
      service = open();
      indexCasesAndNumbers();

      assertCasesAndNumbers("written and read with tr-TR and Asia/Kolkata");
    } finally {
      Locale.setDefault(locale);
      TimeZone.setDefault(zone);
    }
    assertCasesAndNumbers("written so and read as usual");
  }

  private void indexCasesAndNumbers() {
    Map<String, Object> values = new LinkedHashMap<>();
    for (String text : List.of("TITLE", "title", "tıtle", "TİTLE")) {
      values.put(text, text);
    }
    values.put("number", 1234567.25);
    values.put("negative", -1);
    values.put("tiny", 1e-300);
    indexValues(values);
    index("KEY", "s", Map.of("ID", 1));
    index("key", "s", Map.of("id", 1));
    index("dotless", "s", Map.of("ıd", 1));
  }

  private void assertCasesAndNumbers(String when) {
    for (String text : List.of("TITLE", "title", "tıtle", "TİTLE")) {
      assertThat(matching(Map.of("k", text))).as(when + ": " + text).containsExactly(text);
    }
    assertThat(matching(Map.of("k", 1234567.25))).as(when).containsExactly("number");
    assertThat(matching(Map.of("k", -1))).as(when).containsExactly("negative");
    assertThat(matching(Map.of("k", 1e-300))).as(when).containsExactly("tiny");
    assertThat(matching(Map.of("ID", 1))).as(when).containsExactly("KEY");
    assertThat(matching(Map.of("id", 1))).as(when).containsExactly("key");
    assertThat(matching(Map.of("ıd", 1))).as(when).containsExactly("dotless");
  }

  @SuppressWarnings("unchecked") // a key that is no string can only come in unchecked
  private static List<Map<String, ?>> wrongMatches() {
    Map<String, @Nullable Object> nullValue = new HashMap<>();
    nullValue.put("k", null);
    List<Map<String, ?>> wrong = new ArrayList<>();
    wrong.add(Map.of());
    wrong.add(nullValue);
    wrong.add(Map.of("", 1));
    wrong.add((Map<String, ?>) (Map<?, ?>) Map.of(1, 1));
    wrong.add((Map<String, ?>) (Map<?, ?>) Collections.singletonMap(null, 1));
    for (Object value :
        Arrays.asList(
            List.of(1),
            List.of(),
            Map.of("$eq", 1),
            Map.of(),
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            new Object(),
            "a\0b",
            "\ud83d")) {
      wrong.add(Map.of("fine", 1, "k", value));
    }
    return wrong;
  }

  /** An entry for each value, named by the key it has here; the value is under the key k. */
  private void indexValues(Map<String, ?> values) {
    List<IndexItem> items = new ArrayList<>();
    values.forEach((name, value) -> items.add(IndexItem.of(name, Map.of("k", value))));
    indexAll(items);
  }
}
