package io.ragport.store.qdrant;

import static io.ragport.api.MetadataFilter.and;
import static io.ragport.api.MetadataFilter.eq;
import static io.ragport.api.MetadataFilter.exists;
import static io.ragport.api.MetadataFilter.gt;
import static io.ragport.api.MetadataFilter.in;
import static io.ragport.api.MetadataFilter.lt;
import static io.ragport.api.MetadataFilter.lte;
import static io.ragport.api.MetadataFilter.not;
import static io.ragport.api.MetadataFilter.notIn;
import static io.ragport.api.MetadataFilter.or;
import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.FilterEvaluator;
import io.ragport.api.MetadataFilter;
import io.ragport.api.store.VectorRecord;
import io.ragport.testing.RandomTrees;
import io.ragport.testing.TestEntries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Filters select on the server what {@link FilterEvaluator} says (FLT-9), whichever indexes there
 * are; those that are not exact a superset.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ParameterizedClass
@MethodSource("indexes")
class FilterSelectionTest {
  private static final long SEED = 20_261_130;
  private static final int TREES = 600;

  private static final List<String> KEYS =
      List.of(
          "a",
          "a.b",
          "A",
          "'",
          "a b",
          "#",
          "$x",
          "\"",
          "a[]",
          "[0]",
          "\\",
          "-",
          "-0061",
          "0",
          "content",
          "\uD83D\uDE00",
          "\u0410");

  private static final List<Object> NUMBERS =
      List.of(
          0L,
          -0.0,
          1L,
          1.0,
          -1L,
          0.1,
          0.1 + 0.2,
          0.3,
          19.99,
          Math.nextUp(19.99),
          Math.nextDown(19.99),
          4.7,
          5L,
          Math.nextUp(5.0),
          Math.nextDown(5.0),
          1.7e-5,
          Double.MIN_VALUE,
          -Double.MIN_VALUE,
          Double.MIN_NORMAL,
          1e-300,
          1e-290,
          1.5e-280,
          99_999_999_999_999L,
          99_999_999_999_998.5,
          100_000_000_000_001L,
          100_000_000_000_000L,
          1_000_000_000_000_000L,
          1_000_000_000_000_001L,
          1_000_000_000_000_000.125,
          (1L << 53) - 1,
          1L << 53,
          (1L << 53) + 1,
          -(1L << 53) - 1,
          4_503_599_627_370_495.5,
          1_000_000_000_000_000_000L,
          1_000_000_000_000_000_001L,
          1e18,
          Long.MAX_VALUE,
          Long.MAX_VALUE - 1,
          Long.MIN_VALUE,
          Long.MIN_VALUE + 1,
          0x1p63,
          -0x1p63,
          Math.nextDown(-0x1p63),
          Math.nextUp(0x1p63),
          1e19,
          1e23,
          1e308,
          -1e308,
          1.7976931348623e308,
          Double.MAX_VALUE,
          -Double.MAX_VALUE);

  /** How every key is declared, once; none in a collection without any index. */
  @Parameter List<FilterableKey.Type> types = List.of();

  private final List<FilterableKey> declared = new ArrayList<>();
  private FilteredPoints points;

  static List<List<FilterableKey.Type>> indexes() {
    return List.of(
        List.of(),
        List.of(FilterableKey.Type.KEYWORD),
        List.of(FilterableKey.Type.NUMBER),
        List.of(FilterableKey.Type.BOOLEAN));
  }

  @BeforeAll
  void write() {
    for (FilterableKey.Type type : types) {
      KEYS.forEach(key -> declared.add(new FilterableKey(key, type)));
      declared.add(new FilterableKey("number", type));
    }
    List<VectorRecord> entries = new ArrayList<>();
    RandomTrees random = new RandomTrees(SEED, KEYS);
    for (int i = 0; i < 150; i++) {
      entries.add(TestEntries.entry(entries.size(), "source " + i % 3, random.metadata()));
      Object number = NUMBERS.get(i % NUMBERS.size());
      entries.add(TestEntries.entry(entries.size(), "numbers", Map.of("number", number)));
    }
    Random randomNumbers = new Random(SEED);
    for (int i = 0; i < 100; i++) {
      entries.add(
          TestEntries.entry(entries.size(), "numbers", Map.of("number", any(randomNumbers))));
    }
    points =
        FilteredPoints.create(
            TestServer.options(TestServer.newPrefix(), Map.of()), declared, entries);
  }

  /** Any finite double, or one between −1 and 1. */
  private static double any(Random random) {
    double number = Double.longBitsToDouble(random.nextLong());
    return Double.isFinite(number) && random.nextBoolean() ? number : random.nextDouble() * 2 - 1;
  }

  @AfterAll
  void drop() {
    if (points != null) {
      points.close();
    }
  }

  @Test
  void randomTreesSelectWhatTheEvaluatorSays() {
    RandomTrees random = new RandomTrees(SEED + 1, KEYS);
    int exact = 0;
    int selecting = 0;

    for (int i = 0; i < TREES; i++) {
      MetadataFilter filter = random.tree(1 + i % 6);
      Set<UUID> selected = assertSelectsAsEvaluated(filter);
      exact += QdrantFilters.isExact(filter) ? 1 : 0;
      selecting += selected.isEmpty() || selected.size() == 400 ? 0 : 1;
    }

    assertThat(exact).as("exact trees").isGreaterThan(TREES / 4);
    assertThat(selecting).as("trees that select some").isGreaterThan(TREES / 4);
  }

  @Test
  void numbersCompareByTheirExactValues() {
    for (Object number : NUMBERS) {
      for (MetadataFilter.Op op : MetadataFilter.Op.values()) {
        MetadataFilter compare = new MetadataFilter.Compare("number", op, number);
        assertSelectsAsEvaluated(compare);
        assertSelectsAsEvaluated(not(compare));
      }
      assertSelectsAsEvaluated(in("number", List.of(number, 0.25, "x", true)));
      assertSelectsAsEvaluated(notIn("number", List.of(number, 7L, 19.99)));
    }
  }

  @Test
  void ofNumbersThatPeopleWriteEveryComparisonIsExact() {
    for (Object number :
        List.of(0L, -0.0, 5L, 0.1, 19.99, 1.7e-5, 99_999_999_999_999L, 1e-200, 1e19, 1e308)) {
      for (MetadataFilter.Op op : MetadataFilter.Op.values()) {
        assertThat(QdrantFilters.isExact(new MetadataFilter.Compare("number", op, number)))
            .as("%s %s", op, number)
            .isTrue();
      }
    }
  }

  @Test
  void integersAreEqualExactly() {
    for (Object number : NUMBERS) {
      if (number instanceof Long) {
        assertThat(QdrantFilters.isExact(eq("number", number))).as("%s", number).isTrue();
        assertThat(QdrantFilters.isExact(notIn("number", List.of(number)))).isTrue();
      }
    }
  }

  @Test
  void emptyPartsHaveTheirMeaning() {
    assertSelectsAsEvaluated(and());
    assertSelectsAsEvaluated(or());
    assertSelectsAsEvaluated(not(and()));
    assertSelectsAsEvaluated(not(or()));
    assertSelectsAsEvaluated(and(or(), eq("a", 1)));
    assertSelectsAsEvaluated(or(and(), eq("a", 1)));
    assertSelectsAsEvaluated(in("number", List.of()));
    assertSelectsAsEvaluated(notIn("number", List.of()));
  }

  @Test
  void treesOfFiftyLevelsAreExact() {
    MetadataFilter mixed = eq("a", 1);
    MetadataFilter negated = exists("a.b");
    for (int depth = 1; depth < 50; depth++) {
      mixed = depth % 2 == 0 ? and(mixed, not(eq("A", "1"))) : or(exists("#"), mixed);
      negated = depth % 2 == 0 ? not(negated) : and(negated, eq("a b", 1));
    }

    assertSelectsAsEvaluated(mixed);
    assertSelectsAsEvaluated(negated);
    assertThat(QdrantFilters.isExact(mixed)).isTrue();
    assertThat(QdrantFilters.isExact(negated)).isTrue();
  }

  @Test
  void treesOfTheGreatestDepthWork() {
    MetadataFilter nots = eq("a", 1);
    MetadataFilter mixed = eq("a", 1);
    MetadataFilter wide = or(exists("a"), eq("A", "1"));
    for (int depth = 1; depth < MetadataFilter.MAX_DEPTH - 1; depth++) {
      nots = not(nots);
      mixed = depth % 2 == 0 ? and(mixed, not(eq("A", "1"))) : or(mixed, exists("#"));
    }
    for (int depth = 2; depth < MetadataFilter.MAX_DEPTH - 1; depth++) {
      wide =
          depth % 2 == 0
              ? and(wide, or(eq("A", "1"), exists("'")), lt("a", 3))
              : or(wide, and(exists("#"), eq("a b", 1)), gt("a.b", 3));
    }

    assertSelectsAsEvaluated(nots);
    assertSelectsAsEvaluated(mixed);
    assertSelectsAsEvaluated(not(mixed));
    assertSelectsAsEvaluated(wide);
    assertSelectsAsEvaluated(not(wide));
    assertThat(QdrantFilters.isExact(nots)).isTrue();
  }

  @Test
  void aThousandValuesWork() {
    List<Integer> integers = IntStream.range(-500, 500).boxed().toList();
    List<String> texts = IntStream.range(0, 1_000).mapToObj(String::valueOf).toList();

    assertSelectsAsEvaluated(in("number", integers));
    assertSelectsAsEvaluated(notIn("number", integers));
    assertSelectsAsEvaluated(in("a", texts));
    assertSelectsAsEvaluated(notIn("a", texts));
  }

  @Test
  void sourceIdsRestrict() {
    List<String> many = IntStream.range(0, 20_000).mapToObj(i -> "source " + i).toList();

    assertThat(sources(List.of("source 1"), null)).hasSize(50);
    assertThat(sources(List.of(), null)).isEmpty();
    assertThat(sources(many, null)).hasSize(150);
    assertThat(sources(many, not(exists("number")))).hasSize(150);
    assertThat(sources(List.of("numbers"), lte("number", 0)))
        .isEqualTo(points.expected(lte("number", 0)));
  }

  private Set<UUID> sources(List<String> sourceIds, @Nullable MetadataFilter filter) {
    return points.found(QdrantFilters.condition(sourceIds, filter, declared).orElseThrow());
  }

  private Set<UUID> assertSelectsAsEvaluated(MetadataFilter filter) {
    Set<UUID> selected = points.selected(filter);
    Set<UUID> expected = points.expected(filter);
    if (QdrantFilters.isExact(filter)) {
      assertThat(selected).as("seed %s, %s", SEED, filter).isEqualTo(expected);
    } else {
      assertThat(selected).as("seed %s, superset of %s", SEED, filter).containsAll(expected);
    }
    return selected;
  }
}
