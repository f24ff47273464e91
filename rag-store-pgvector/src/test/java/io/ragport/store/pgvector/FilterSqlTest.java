package io.ragport.store.pgvector;

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
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.FilterEvaluator;
import io.ragport.api.MetadataFilter;
import io.ragport.testing.RandomTrees;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Every filter selects on the server what {@link FilterEvaluator} says (FLT-9). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilterSqlTest {
  private static final long SEED = 20_261_130;
  private static final int TREES = 800;

  private static final List<Object> NUMBERS =
      List.of(
          0L,
          0.0,
          -0.0,
          1L,
          1.0,
          0.1,
          0.1 + 0.2,
          0.3,
          Double.MIN_VALUE,
          -Double.MIN_VALUE,
          Double.MIN_NORMAL,
          2.0E-3,
          (1L << 53) - 1,
          1L << 53,
          (1L << 53) + 1,
          -(1L << 53) - 1,
          0x1p53,
          Math.nextUp(0x1p53),
          Math.nextDown(0x1p53),
          Long.MAX_VALUE,
          Long.MAX_VALUE - 1,
          Long.MIN_VALUE,
          Long.MIN_VALUE + 1,
          0x1p63,
          -0x1p63,
          Math.nextDown(0x1p63),
          1e23,
          1e308,
          -1e308,
          Double.MAX_VALUE);

  private static final List<String> HOSTILE =
      List.of(
          "'",
          "\"",
          "\\",
          "''; DROP TABLE x; --",
          "$1",
          "?",
          "??",
          ":a",
          "%",
          "_",
          "{}",
          "{a,b}",
          "a.b",
          "$.a",
          "NULL",
          "null",
          "1",
          "\n\t\b",
          "😀",
          "\uFFFD",
          "é",
          "e\u0301");

  private static final List<Object> LONG =
      List.of(
          "x".repeat(600),
          "x".repeat(601),
          "\"".repeat(600),
          "é".repeat(300),
          "é".repeat(301),
          "x".repeat(10_000),
          Double.MIN_VALUE,
          -Double.MAX_VALUE,
          true);

  private TestTable table;

  private final Map<UUID, Map<String, @Nullable Object>> entries = new HashMap<>();

  @BeforeAll
  void createTable() {
    table = TestTable.create(1);
    RandomTrees random = new RandomTrees(SEED);
    for (int i = 0; i < 150; i++) {
      add(random.metadata());
    }
    NUMBERS.forEach(number -> add(Map.of("number", number)));
    HOSTILE.forEach(text -> add(Map.of(text, text)));
    HOSTILE.forEach(text -> add(Map.of("text", text)));
    LONG.forEach(value -> add(Map.of("long", value)));
    add(Map.of("long", List.of("x".repeat(700))));
    add(Collections.singletonMap("text", null));
    add(Map.of("number", List.of(1L)));
    add(Map.of("number", Map.of("a", 1L)));
    add(Map.of("number", true));
    add(Map.of("number", "1"));
    table.insert(
        entries.entrySet().stream()
            .map(
                entry ->
                    new TestTable.Row(
                        entry.getKey(), "s", "text", new float[] {1}, entry.getValue()))
            .toList());
  }

  @AfterAll
  void dropTable() {
    if (table != null) {
      table.close();
    }
  }

  private void add(Map<String, ? extends @Nullable Object> metadata) {
    entries.put(TestTable.id(entries.size()), new HashMap<>(metadata));
  }

  @Test
  void randomTreesSelectWhatTheEvaluatorSays() {
    RandomTrees random = new RandomTrees(SEED + 1);
    int selecting = 0;

    for (int i = 0; i < TREES; i++) {
      MetadataFilter filter = random.tree(1 + i % 6);
      assertSelectsAsEvaluated(filter);
      selecting += selected(filter).isEmpty() ? 0 : 1;
    }

    assertThat(selecting).as("trees that select something").isGreaterThan(TREES / 4);
  }

  @Test
  void numbersCompareByTheirExactValues() {
    for (Object number : NUMBERS) {
      for (MetadataFilter filter :
          List.of(
              eq("number", number),
              ne("number", number),
              in("number", List.of(number)),
              gt("number", number),
              gte("number", number),
              lt("number", number),
              lte("number", number))) {
        assertSelectsAsEvaluated(filter);
      }
    }
  }

  @Test
  void hostileKeysAndValuesAreData() {
    for (String text : HOSTILE) {
      for (MetadataFilter filter :
          List.of(
              eq(text, text),
              exists(text),
              not(exists(text)),
              eq("text", text),
              in("text", List.of(text, "x")),
              gt("text", text),
              lte("text", text))) {
        assertSelectsAsEvaluated(filter);
      }
    }
  }

  @Test
  void emptyPartsHaveTheirMeaning() {
    assertSelectsAsEvaluated(and());
    assertSelectsAsEvaluated(or());
    assertSelectsAsEvaluated(not(and()));
    assertSelectsAsEvaluated(not(or()));
    assertSelectsAsEvaluated(in("number", List.of()));
    assertSelectsAsEvaluated(notIn("number", List.of()));
  }

  @Test
  void treesOfTheGreatestDepthWork() {
    MetadataFilter nots = eq("number", 1);
    MetadataFilter mixed = eq("number", 1);
    for (int depth = 1; depth < MetadataFilter.MAX_DEPTH; depth++) {
      nots = not(nots);
      mixed = depth % 2 == 0 ? and(mixed, not(eq("text", "1"))) : or(mixed, exists("a"));
    }

    assertSelectsAsEvaluated(nots);
    assertSelectsAsEvaluated(mixed);
  }

  @Test
  void aThousandValuesWork() {
    List<Integer> values = IntStream.range(-500, 500).boxed().toList();

    assertSelectsAsEvaluated(in("number", values));
    assertSelectsAsEvaluated(notIn("number", values));
  }

  @Test
  void aThousandPartsWork() {
    List<MetadataFilter> parts = new ArrayList<>();
    for (int i = -500; i < 500; i++) {
      parts.add(eq("number", i));
    }

    assertSelectsAsEvaluated(new MetadataFilter.Or(parts));
    assertSelectsAsEvaluated(not(new MetadataFilter.Or(parts)));
    assertSelectsAsEvaluated(new MetadataFilter.And(parts));
  }

  @Test
  void anIndexOnAKeyServesEqualityAndRanges() {
    index("key of an index");

    for (MetadataFilter filter :
        List.of(
            eq("key of an index", 7),
            eq("key of an index", "x"),
            eq("key of an index", true),
            in("key of an index", List.of(7, "x", false)),
            in("key of an index", IntStream.range(0, 1_000).boxed().toList()),
            or(eq("key of an index", 7), lt("key of an index", 3)),
            gt("key of an index", 7))) {
      Sql query = Sql.of("SELECT id FROM " + table.sql() + " WHERE ").add(FilterSql.of(filter));
      assertThat(table.plan(query, Sql.of("SELECT set_config('enable_seqscan', 'off', TRUE)")))
          .contains("Index Cond")
          .contains("_expr_idx");
    }
  }

  @Test
  void whatAnIndexLeavesOutIsFoundAllTheSame() {
    index("long");
    for (Object value : LONG) {
      for (MetadataFilter filter :
          List.of(
              eq("long", value),
              ne("long", value),
              in("long", List.of(value, "x", 7)),
              notIn("long", List.of(value)))) {
        assertSelectsAsEvaluated(filter);
        assertThat(selectedByIndex(filter)).hasSameElementsAs(selected(filter));
      }
    }
    assertSelectsAsEvaluated(gt("long", "x".repeat(700)));
    assertSelectsAsEvaluated(exists("long"));
  }

  @Test
  void anIndexTakesNoValueThatIsTooLong() {
    String digits =
        IntStream.range(0, 100)
            .mapToObj(n -> "[[[" + n % 7 + "]]]")
            .collect(joining(",", "[", "]"));
    table.execute(
        "CREATE TEMPORARY TABLE plain AS SELECT CAST('{}' AS jsonb) AS metadata",
        "ALTER TABLE plain ALTER metadata SET STORAGE EXTERNAL",
        "INSERT INTO plain VALUES (CAST('{\"long\":" + digits + "}' AS jsonb))",
        "INSERT INTO plain SELECT jsonb_build_object('long', repeat('x', 100000))",
        "CREATE INDEX ON plain ((metadata -> 'long')) WHERE " + FilterSql.indexed("'long'"),
        "DROP TABLE plain");
  }

  private void index(String key) {
    table.execute(
        "CREATE INDEX ON "
            + table.sql()
            + " ((metadata -> '"
            + key
            + "')) WHERE "
            + FilterSql.indexed("'" + key + "'"));
  }

  private List<UUID> selectedByIndex(MetadataFilter filter) {
    return table
        .connections()
        .transaction(
            "query",
            connection -> {
              TestTable.texts(
                  connection, Sql.of("SELECT set_config('enable_seqscan', 'off', TRUE)"));
              return selected(connection, filter);
            });
  }

  private void assertSelectsAsEvaluated(MetadataFilter filter) {
    assertThat(selected(filter))
        .as("seed %s, %s", SEED, filter)
        .containsExactlyInAnyOrderElementsOf(
            entries.entrySet().stream()
                .filter(entry -> FilterEvaluator.matches(filter, entry.getValue()))
                .map(Map.Entry::getKey)
                .toList());
  }

  private List<UUID> selected(MetadataFilter filter) {
    return table.connections().read("query", connection -> selected(connection, filter));
  }

  private List<UUID> selected(Connection connection, MetadataFilter filter) throws SQLException {
    return TestTable.texts(
            connection,
            Sql.of("SELECT CAST(id AS text) FROM " + table.sql() + " WHERE ")
                .add(FilterSql.of(filter)))
        .stream()
        .map(UUID::fromString)
        .toList();
  }
}
