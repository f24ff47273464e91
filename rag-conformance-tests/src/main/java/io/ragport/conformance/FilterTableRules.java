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
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * FLT-3, FLT-4 and FLT-6: what compares with what. All expectations are written out by hand; each
 * test indexes no more kinds of values than its rule is about.
 */
abstract class FilterTableRules extends FilterTests {
  private static final long TWO_TO_53 = 1L << 53;

  FilterTableRules(Backend backend) {
    super(backend);
  }

  @Rule("FLT-4")
  @Test
  void matchComparesByTypeAndValue() {
    indexScalars();

    scalarsEqualTo()
        .forEach(
            (asked, names) ->
                assertThat(matching(Map.of("k", asked)))
                    .as("match " + described(asked))
                    .isEqualTo(new TreeSet<>(names)));
  }

  @Rule("FLT-4")
  @Needs(Capability.FILTER)
  @Test
  void eqComparesByTypeAndValue() {
    indexScalars();

    scalarsEqualTo()
        .forEach(
            (asked, names) ->
                assertThat(selected(eq("k", asked)))
                    .as("eq " + described(asked))
                    .isEqualTo(new TreeSet<>(names)));
  }

  @Rule("FLT-4")
  @Needs(Capability.FILTER)
  @Test
  void inComparesByTypeAndValue() {
    indexScalars();

    assertSelects(in("k", List.of(true, 2)), "true", "2");
    assertSelects(in("k", List.of("1", "true")), "text 1", "text true");
    assertSelects(in("k", List.of(1.0, "1.0")), "1", "1.0", "text 1.0");
    assertSelects(in("k", List.of(0, false)), "0", "false", "-0.0");
    assertSelects(in("k", List.of(0.5, "A")), "0.5", "text A");
  }

  @Rule("FLT-4")
  @Test
  void matchComparesIntegersExactly() {
    indexLargeNumbers();

    largeNumbersEqualTo()
        .forEach(
            (asked, names) ->
                assertThat(matching(Map.of("k", asked)))
                    .as("match " + described(asked))
                    .isEqualTo(new TreeSet<>(names)));
  }

  @Rule("FLT-4")
  @Needs(Capability.FILTER)
  @Test
  void eqComparesIntegersExactly() {
    indexLargeNumbers();

    largeNumbersEqualTo()
        .forEach(
            (asked, names) ->
                assertThat(selected(eq("k", asked)))
                    .as("eq " + described(asked))
                    .isEqualTo(new TreeSet<>(names)));
  }

  @Rule("FLT-4")
  @Needs(Capability.FILTER)
  @Test
  void integersAreOrderedExactly() {
    indexLargeNumbers();

    assertSelects(gt("k", TWO_TO_53), "2^53+1", "2^53+2 double", "max-1", "max", "2^63 double");
    assertSelects(gt("k", 0x1p53), "2^53+1", "2^53+2 double", "max-1", "max", "2^63 double");
    assertSelects(gte("k", TWO_TO_53 + 2), "2^53+2 double", "max-1", "max", "2^63 double");
    assertSelects(gt("k", Long.MAX_VALUE - 1), "max", "2^63 double");
    assertSelects(gt("k", Long.MAX_VALUE), "2^63 double");
    assertSelects(gte("k", 0x1p63), "2^63 double");
    assertSelects(gt("k", 0x1p63));
    assertSelects(lt("k", Long.MIN_VALUE + 1), "min", "-2^63 double");
    assertSelects(lte("k", -0x1p63), "min", "-2^63 double");
    assertSelects(lt("k", Long.MIN_VALUE));
    assertSelects(and(gte("k", TWO_TO_53), lt("k", TWO_TO_53 + 1)), "2^53", "2^53 double");
  }

  @Rule("FLT-3")
  @Needs(Capability.FILTER)
  @Test
  void comparisonsWithWhatIsNoScalarAreFalse() {
    indexAwkward();

    for (MetadataFilter comparison :
        List.of(
            eq("k", 1),
            in("k", List.of(1, 7)),
            and(gte("k", 1), lte("k", 1)),
            and(gt("k", 0), lt("k", 2)))) {
      assertSelects(comparison, "number");
    }
    for (MetadataFilter comparison :
        List.of(
            eq("k", "a"),
            in("k", List.of("a", "x")),
            and(gte("k", "a"), lte("k", "a")),
            gt("k", "Z"))) {
      assertSelects(comparison, "string");
    }
    assertSelects(eq("k", true), "boolean");
    for (MetadataFilter comparison :
        List.of(
            eq("k", "null"),
            eq("k", ""),
            eq("k", "[]"),
            eq("k", "[1]"),
            eq("k", "{}"),
            eq("k", "{\"k\":1}"),
            eq("k", 0),
            eq("k", false))) {
      assertSelects(comparison);
    }
  }

  @Rule("FLT-3")
  @Needs(Capability.FILTER)
  @Test
  void rangesOfOneTypeLeaveAllOthersOut() {
    indexAwkward();

    assertSelects(gte("k", Long.MIN_VALUE), "number");
    assertSelects(lte("k", Double.MAX_VALUE), "number");
    assertSelects(gte("k", ""), "string");
    assertSelects(lt("k", "\udbff\udfff"), "string");
  }

  @Rule("FLT-3")
  @Needs(Capability.FILTER)
  @Test
  void notIsExactlyTheNegation() {
    Set<String> all = indexAwkward();

    for (MetadataFilter comparison :
        List.of(
            eq("k", 1),
            eq("k", "a"),
            eq("k", true),
            eq("k", "nowhere"),
            in("k", List.of(1, "a")),
            gt("k", 0),
            gte("k", "a"),
            lt("k", 2),
            lte("k", "a"),
            exists("k"),
            exists("nowhere"))) {
      Set<String> others = new TreeSet<>(all);
      others.removeAll(selected(comparison));
      assertThat(selected(not(comparison))).as("not " + comparison).isEqualTo(others);
    }
  }

  @Rule("FLT-3")
  @Needs(Capability.FILTER)
  @Test
  void negationsSelectEntriesWithoutTheKey() {
    indexAwkward();
    String[] others = {"boolean", "empty list", "list", "missing", "null", "object", "string"};

    assertSelects(ne("k", 1), others);
    assertSelects(notIn("k", List.of(1, 2)), others);
    assertSelects(not(gt("k", 0)), others);
    assertSelects(not(lte("k", 1)), others);
    assertSelects(not(exists("k")), "missing");
  }

  @Rule("FLT-3")
  @Needs(Capability.FILTER)
  @Test
  void existsAsksForTheKeyWhateverItsValue() {
    indexAwkward();

    assertSelects(
        exists("k"), "boolean", "empty list", "list", "null", "number", "object", "string");
  }

  @Rule("FLT-3")
  @Needs(Capability.FILTER)
  @Test
  void deMorganAndDoubleNegationHold() {
    indexAwkward();
    List<MetadataFilter> parts =
        List.of(eq("k", 1), ne("k", "a"), gt("k", 0), exists("k"), in("k", List.of("a", true)));

    for (MetadataFilter a : parts) {
      assertThat(selected(not(not(a)))).as("not not " + a).isEqualTo(selected(a));
      for (MetadataFilter b : parts) {
        assertThat(selected(not(and(a, b))))
            .as("not (" + a + " and " + b + ")")
            .isEqualTo(selected(or(not(a), not(b))));
        assertThat(selected(not(or(a, b))))
            .as("not (" + a + " or " + b + ")")
            .isEqualTo(selected(and(not(a), not(b))));
      }
    }
  }

  @Rule("FLT-6")
  @Needs(Capability.FILTER)
  @Test
  void numbersAreOrderedByValue() {
    indexAll(
        List.of(
            item("-10", -10),
            item("-2.5", -2.5),
            item("-2", -2),
            item("0.5", 0.5),
            item("2", 2),
            item("9", 9),
            item("10", 10),
            item("10.5", 10.5),
            item("1e300", 1e300)));

    assertSelects(gt("k", 9), "10", "10.5", "1e300");
    assertSelects(gte("k", 9), "9", "10", "10.5", "1e300");
    assertSelects(gt("k", 9.5), "10", "10.5", "1e300");
    assertSelects(gt("k", 10), "10.5", "1e300");
    assertSelects(gte("k", 10.0), "10", "10.5", "1e300");
    assertSelects(lt("k", -2), "-10", "-2.5");
    assertSelects(lte("k", -2), "-10", "-2.5", "-2");
    assertSelects(lt("k", -2.25), "-10", "-2.5");
    assertSelects(and(gt("k", -2), lt("k", 2)), "0.5");
    assertSelects(gt("k", 1e300));
  }

  @Rule("FLT-6")
  @Needs(Capability.FILTER)
  @Test
  void stringsAreOrderedByCodePoint() {
    List<String> ordered =
        List.of(
            "",
            " ",
            "10",
            "9",
            "A",
            "Z",
            "Za",
            "_",
            "a",
            "aa",
            "ab",
            "z",
            "é",
            "я",
            "\ue000",
            "\uffff",
            "\ud83d\ude00",
            "\ud83d\ude00a",
            "\ud83d\ude01");
    indexAll(ordered.stream().map(text -> item("<" + text + ">", text)).toList());

    for (int i = 0; i < ordered.size(); i++) {
      String text = ordered.get(i);
      String[] below = named(ordered.subList(0, i));
      String[] belowOrEqual = named(ordered.subList(0, i + 1));
      String[] above = named(ordered.subList(i + 1, ordered.size()));
      String[] aboveOrEqual = named(ordered.subList(i, ordered.size()));
      assertSelects(lt("k", text), below);
      assertSelects(lte("k", text), belowOrEqual);
      assertSelects(gt("k", text), above);
      assertSelects(gte("k", text), aboveOrEqual);
    }
  }

  @Rule("FLT-6")
  @Test
  void orderingByABooleanIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> query(theQuery().filter(gt("k", true))))
        .withMessageContaining("k");
  }

  private static String[] named(List<String> texts) {
    return texts.stream().map(text -> "<" + text + ">").toArray(String[]::new);
  }

  private static IndexItem item(String name, Object value) {
    return IndexItem.of(name, Map.of("k", value));
  }

  private void indexScalars() {
    indexAll(
        List.of(
            item("true", true),
            item("false", false),
            item("0", 0),
            item("-0.0", -0.0),
            item("1", 1),
            item("1.0", 1.0),
            item("2", 2),
            item("0.5", 0.5),
            item("text 1", "1"),
            item("text 1.0", "1.0"),
            item("text true", "true"),
            item("text a", "a"),
            item("text A", "A"),
            item("text a+space", "a "),
            item("text empty", ""),
            item("text composed", "\u00e9"),
            item("text decomposed", "e\u0301")));
  }

  private static Map<Object, Collection<String>> scalarsEqualTo() {
    Map<Object, Collection<String>> expected = new LinkedHashMap<>();
    expected.put(true, List.of("true"));
    expected.put(false, List.of("false"));
    expected.put(0, List.of("0", "-0.0"));
    expected.put(0.0, List.of("0", "-0.0"));
    expected.put(-0.0, List.of("0", "-0.0"));
    expected.put(1, List.of("1", "1.0"));
    expected.put(1.0, List.of("1", "1.0"));
    expected.put(2.0, List.of("2"));
    expected.put(0.5, List.of("0.5"));
    expected.put(0.5000000000000001, List.of());
    expected.put(Double.MIN_VALUE, List.of());
    expected.put("1", List.of("text 1"));
    expected.put("1.0", List.of("text 1.0"));
    expected.put("true", List.of("text true"));
    expected.put("True", List.of());
    expected.put("a", List.of("text a"));
    expected.put("A", List.of("text A"));
    expected.put("a ", List.of("text a+space"));
    expected.put("", List.of("text empty"));
    expected.put(" ", List.of());
    expected.put("\u00e9", List.of("text composed"));
    expected.put("e\u0301", List.of("text decomposed"));
    return expected;
  }

  private void indexLargeNumbers() {
    indexAll(
        List.of(
            item("2^53-1", TWO_TO_53 - 1),
            item("2^53", TWO_TO_53),
            item("2^53 double", 0x1p53),
            item("2^53+1", TWO_TO_53 + 1),
            item("2^53+2 double", 0x1p53 + 2),
            item("max-1", Long.MAX_VALUE - 1),
            item("max", Long.MAX_VALUE),
            item("2^63 double", 0x1p63),
            item("min", Long.MIN_VALUE),
            item("min+1", Long.MIN_VALUE + 1),
            item("-2^63 double", -0x1p63)));
  }

  private static Map<Object, Collection<String>> largeNumbersEqualTo() {
    Map<Object, Collection<String>> expected = new LinkedHashMap<>();
    expected.put(TWO_TO_53 - 1, List.of("2^53-1"));
    expected.put(TWO_TO_53, List.of("2^53", "2^53 double"));
    expected.put(0x1p53, List.of("2^53", "2^53 double"));
    expected.put(TWO_TO_53 + 1, List.of("2^53+1"));
    expected.put(TWO_TO_53 + 2, List.of("2^53+2 double"));
    expected.put(0x1p53 + 2, List.of("2^53+2 double"));
    expected.put(Long.MAX_VALUE - 1, List.of("max-1"));
    expected.put(Long.MAX_VALUE, List.of("max"));
    expected.put(0x1p63, List.of("2^63 double"));
    expected.put(Long.MIN_VALUE, List.of("min", "-2^63 double"));
    expected.put(-0x1p63, List.of("min", "-2^63 double"));
    expected.put(Long.MIN_VALUE + 1, List.of("min+1"));
    return expected;
  }

  private static String described(Object value) {
    return value.getClass().getSimpleName() + " " + value;
  }

  /** An entry for each kind of value and one without; returns their names. */
  private Set<String> indexAwkward() {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    values.put("number", 1);
    values.put("string", "a");
    values.put("boolean", true);
    values.put("null", null);
    values.put("list", List.of(1, "a", true));
    values.put("empty list", List.of());
    values.put("object", Map.of("k", 1, "a", "a"));
    List<IndexItem> items = new ArrayList<>(List.of(IndexItem.of("missing")));
    values.forEach(
        (name, value) -> {
          Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
          metadata.put("k", value);
          items.add(IndexItem.of(name, metadata));
        });
    indexAll(items);
    Set<String> names = new TreeSet<>(values.keySet());
    names.add("missing");
    return names;
  }
}
