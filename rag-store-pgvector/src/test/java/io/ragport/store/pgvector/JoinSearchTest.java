package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.RagServiceResult;
import io.ragport.api.RagStoreException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries joined with another table, on the real server. */
class JoinSearchTest {
  private final Shop shop = new Shop();

  @BeforeEach
  void createCollection() {
    shop.collection(Shop.COLLECTION);
  }

  @AfterEach
  void close() {
    shop.close();
  }

  private JoinQuery.Builder near(String... texts) {
    return JoinQuery.builder(List.of(texts))
        .collectionName(Shop.COLLECTION)
        .table(shop.schema, "stock")
        .onSourceId("product");
  }

  private List<JoinedResult> find(JoinQuery.Builder query) {
    return shop.service.queryWithJoin(query.build()).get(0);
  }

  private static List<String> sources(List<JoinedResult> results) {
    return results.stream().map(found -> found.result().sourceId()).toList();
  }

  @Test
  void theConditionFiltersInsideTheSearch() {
    shop.run("CREATE TABLE stock (product text, amount int)");
    for (int i = 0; i < 60; i++) {
      shop.entry("sold out " + i, "0");
    }
    shop.run("INSERT INTO stock SELECT 'sold out ' || i, 0 FROM generate_series(0, 59) i");
    for (String degrees : List.of("90", "80", "100")) {
      shop.entry("in stock " + degrees, degrees);
    }
    shop.run(
        "INSERT INTO stock VALUES ('in stock 80', 1), ('in stock 90', 2), ('in stock 100', 3)");

    List<JoinedResult> results =
        find(near("0").topK(3).columns("amount").where(Column.gt("amount", 0)));

    assertThat(sources(results)).containsExactly("in stock 80", "in stock 90", "in stock 100");
    assertThat(results)
        .extracting(JoinedResult::columns)
        .containsExactly(Map.of("amount", 1L), Map.of("amount", 2L), Map.of("amount", 3L));
  }

  @Test
  void entriesWithoutARowAreLeftOut() {
    shop.run("CREATE TABLE stock (product text)", "INSERT INTO stock VALUES ('chair')");
    shop.entry("chair", "10");
    shop.entry("table", "0");

    List<JoinedResult> results = find(near("0"));

    assertThat(sources(results)).containsExactly("chair");
  }

  @Test
  void theEntryIsWhatAQueryReturns() {
    shop.run("CREATE TABLE stock (product text)", "INSERT INTO stock VALUES ('chair')");
    UUID id = shop.entry("chair", "60", Map.of("colour", "red"));

    RagServiceResult result = find(near("0")).get(0).result();

    assertThat(result.id()).isEqualTo(id);
    assertThat(result.content()).isEqualTo("60");
    assertThat(result.collectionName()).isEqualTo(Shop.COLLECTION);
    assertThat(result.model()).isEqualTo("test/given");
    assertThat(result.embeddingSize()).isEqualTo(2);
    assertThat(result.metadata()).isEqualTo(Map.of("colour", "red"));
    assertThat(result.similarity()).isCloseTo(0.5, within(1e-4));
    assertThat(result.queryIndex()).isZero();
  }

  @Test
  void everyTextHasAListOfItsOwn() {
    shop.run("CREATE TABLE stock (product text)", "INSERT INTO stock VALUES ('a'), ('b')");
    shop.entry("a", "0");
    shop.entry("b", "90");

    List<List<JoinedResult>> results =
        shop.service.queryWithJoin(near("0", "90", "90").topK(1).build());

    assertThat(results)
        .extracting(JoinSearchTest::sources)
        .containsExactly(List.of("a"), List.of("b"), List.of("b"));
    assertThat(results.get(2).get(0).result().queryIndex()).isEqualTo(2);
    assertThat(shop.vectors.calls()).isEqualTo(1);
  }

  @Test
  void anEntryComesBackWithEachOfItsRows() {
    shop.run(
        "CREATE TABLE stock (product text, store text)",
        "INSERT INTO stock VALUES ('a', 'Tartu'), ('b', 'Pärnu'), ('a', 'Narva')");
    shop.entry("a", "0");
    shop.entry("b", "10");

    List<JoinedResult> results = find(near("0").topK(2).columns("store"));

    assertThat(sources(results)).containsExactly("a", "a", "b");
    assertThat(results)
        .extracting(found -> found.columns().get("store"))
        .containsExactly("Narva", "Tartu", "Pärnu");
  }

  @Test
  void onlyTheRowsThatFulfilTheConditionComeBack() {
    shop.run(
        "CREATE TABLE stock (product text, store text, amount int)",
        "INSERT INTO stock VALUES ('a', 'Tartu', 0), ('a', 'Narva', 1)");
    shop.entry("a", "0");

    List<JoinedResult> results = find(near("0").columns("store").where(Column.gt("amount", 0)));

    assertThat(results).extracting(JoinedResult::columns).containsExactly(Map.of("store", "Narva"));
  }

  @Test
  void withoutColumnsAnEntryComesBackOnce() {
    shop.run("CREATE TABLE stock (product text)", "INSERT INTO stock VALUES ('a'), ('a')");
    shop.entry("a", "0");

    List<JoinedResult> results = find(near("0"));

    assertThat(results).hasSize(1);
    assertThat(results.get(0).columns()).isEmpty();
  }

  @Test
  void keepBestCountsSourcesThatHaveRows() {
    shop.run("CREATE TABLE stock (product text)", "INSERT INTO stock VALUES ('a'), ('b')");
    shop.entry("a", "0");
    shop.entry("a", "10");
    shop.entry("gone", "10");
    shop.entry("b", "20");

    List<JoinedResult> results = find(near("0").topK(2).keepBest(true));

    assertThat(sources(results)).containsExactly("a", "b");
  }

  @Test
  void sourceIdsAndMatchRestrictAsWell() {
    shop.run("CREATE TABLE stock (product text)", "INSERT INTO stock VALUES ('a'), ('b'), ('c')");
    shop.entry("a", "0", Map.of("colour", "red"));
    shop.entry("b", "10", Map.of("colour", "blue"));
    shop.entry("c", "20", Map.of("colour", "red"));

    List<JoinedResult> results =
        find(near("0").sourceIds(List.of("b", "c")).match(Map.of("colour", "red")));

    assertThat(sources(results)).containsExactly("c");
  }

  @Test
  void minSimilarityKeepsWhatIsAsNear() {
    shop.run("CREATE TABLE stock (product text)", "INSERT INTO stock VALUES ('a'), ('b')");
    shop.entry("a", "0");
    shop.entry("b", "90");

    List<JoinedResult> results = find(near("0").minSimilarity(0.9));

    assertThat(sources(results)).containsExactly("a");
  }

  @Test
  void contentMayStayOut() {
    shop.run("CREATE TABLE stock (product text)", "INSERT INTO stock VALUES ('a')");
    shop.entry("a", "0");

    List<JoinedResult> results = find(near("0").includeContent(false));

    assertThat(results.get(0).result().content()).isNull();
  }

  @Test
  void anUnknownCollectionHasNoHitsAndEmbedsNothing() {
    List<List<JoinedResult>> results =
        shop.service.queryWithJoin(near("0", "10").collectionName("unknown").build());

    assertThat(results).containsExactly(List.of(), List.of());
    assertThat(shop.vectors.calls()).isZero();
  }

  @Test
  void emptySourceIdsReturnNothingWithoutEmbedding() {
    List<List<JoinedResult>> results =
        shop.service.queryWithJoin(near("0").sourceIds(List.of()).build());

    assertThat(results).containsExactly(List.of());
    assertThat(shop.vectors.calls()).isZero();
  }

  @Test
  void noTextsGiveNoLists() {
    assertThat(shop.service.queryWithJoin(near().build())).isEmpty();
  }

  @Test
  void anUnknownTableIsRefusedWithTheNamesThatAreThere() {
    shop.run("CREATE TABLE stick (product text)");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> find(near("0")))
        .withMessageStartingWith("table: no \"stock\" in schema \"test ")
        .withMessageContaining("stick");
    assertThat(shop.vectors.calls()).isZero();
  }

  @Test
  void anUnknownColumnIsRefusedWithTheNamesThatAreThere() {
    shop.run("CREATE TABLE stock (product text, amount int)");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> find(near("0").columns("amuont")))
        .withMessageContaining("no column \"amuont\" (there: product, amount)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> find(near("0").where(Column.gt("ctid", 1))))
        .withMessageContaining("no column \"ctid\"");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> find(near("0").onSourceId("Product")))
        .withMessageContaining("no column \"Product\"");
    assertThat(shop.vectors.calls()).isZero();
  }

  @Test
  void aNameIsNeverCutToOneThatIsThere() {
    String longest = "x".repeat(63);
    shop.run("CREATE TABLE " + longest + " (product text)");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> find(near("0").table(shop.schema, longest + "y")));
  }

  @Test
  void aTableThatTheRoleMayNotReadIsAClearError() {
    String role = "test_" + UUID.randomUUID().toString().replace('-', '_');
    shop.run(
        "CREATE TABLE stock (product text)",
        "CREATE ROLE " + role + " LOGIN PASSWORD 'none'",
        "GRANT USAGE ON SCHEMA " + Identifiers.quote(shop.schema) + " TO " + role,
        "GRANT SELECT ON ragport_collections TO " + role);
    try (Visitor visitor = new Visitor(shop, role)) {
      assertThatExceptionOfType(RagStoreException.class)
          .isThrownBy(() -> visitor.service().queryWithJoin(near("0").build()))
          .withMessageContaining("the role may not read column \"product\"");
    } finally {
      shop.run("DROP OWNED BY " + role, "DROP ROLE " + role);
    }
  }

  @Test
  void aTableWithoutASchemaIsFoundOnTheSearchPath() {
    String name = "stock_" + UUID.randomUUID();
    shop.run("CREATE TABLE public." + Identifiers.quote(name) + " AS SELECT 'a' AS product");
    shop.entry("a", "0");
    try {
      List<JoinedResult> results = find(near("0").table(name).columns("product"));

      assertThat(results).hasSize(1);
    } finally {
      shop.run("DROP TABLE public." + Identifiers.quote(name));
    }
  }

  @Test
  void aViewIsJoinedAsATableIs() {
    shop.run(
        "CREATE TABLE goods (product text)",
        "INSERT INTO goods VALUES ('a')",
        "CREATE VIEW stock AS SELECT product, upper(product) AS label FROM goods");
    shop.entry("a", "0");

    List<JoinedResult> results = find(near("0").columns("label"));

    assertThat(results.get(0).columns()).isEqualTo(Map.of("label", "A"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"",
        "'",
        "a\"; DROP TABLE stock; --",
        "e",
        "joined",
        "select",
        "ÕÄ ?",
        "$1",
        "\\",
        "e.id",
        ":x",
        "{a}"
      })
  void namesOfAnyKindWork(String name) {
    String quoted = Identifiers.quote(name);
    shop.run(
        "CREATE TABLE " + quoted + " (" + quoted + " text, \"" + "other\" int)",
        "INSERT INTO " + quoted + " VALUES ('a', 7)");
    shop.entry("a", "0");

    List<JoinedResult> results =
        find(
            near("0")
                .table(shop.schema, name)
                .onSourceId(name)
                .columns(name, "other")
                .where(Column.eq(name, "a"), Column.notNull(name)));

    assertThat(results)
        .extracting(JoinedResult::columns)
        .containsExactly(Map.of(name, "a", "other", 7L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"'", "' OR 1=1 --", "%", "_", "\\", "\"", "$1", "?", "{}", "", " ", "Ünï 😀"})
  void valuesAreNeverSql(String value) {
    shop.run("CREATE TABLE stock (product text, label text)");
    shop.run("INSERT INTO stock VALUES ('a', " + Identifiers.literal(value) + "), ('b', 'x')");
    shop.entry("a", "0");
    shop.entry("b", "0");

    assertThat(sources(find(near("0").where(Column.eq("label", value))))).containsExactly("a");
    assertThat(sources(find(near("0").where(Column.in("label", List.of(value))))))
        .containsExactly("a");
    assertThat(sources(find(near("0").where(Column.ne("label", value))))).containsExactly("b");
  }

  @Test
  void columnsComeBackInTheOrderAskedFor() {
    shop.run(
        "CREATE TABLE stock (product text, b int, a int)", "INSERT INTO stock VALUES ('a', 1)");
    shop.entry("a", "0");

    Map<String, @Nullable Object> columns = find(near("0").columns("a", "b")).get(0).columns();

    assertThat(columns.keySet()).containsExactly("a", "b");
    assertThat(columns).isEqualTo(new HashMap<>(mapOf("a", null, "b", 1L)));
  }

  private static Map<String, @Nullable Object> mapOf(
      String first, @Nullable Object one, String second, @Nullable Object two) {
    Map<String, @Nullable Object> map = new HashMap<>();
    map.put(first, one);
    map.put(second, two);
    return map;
  }

  @Test
  void rowsAreOnlyRead() {
    shop.run("CREATE TABLE stock (product text)", "INSERT INTO stock VALUES ('a')");
    shop.entry("a", "0");
    String before =
        shop.lines(Sql.of("SELECT xmin::text FROM " + Identifiers.quote(shop.schema, "stock")));

    find(near("0").columns("product"));

    assertThat(
            shop.lines(Sql.of("SELECT xmin::text FROM " + Identifiers.quote(shop.schema, "stock"))))
        .isEqualTo(before);
  }

  @Test
  void closedServicesRefuse() {
    shop.service.close();

    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> find(near("0")));
  }

  @Test
  void anIndexOnTheirColumnServesTheJoin() {
    shop.run("CREATE TABLE stock (product text PRIMARY KEY, code int UNIQUE, ref uuid UNIQUE)");
    String entries =
        Identifiers.quote(shop.schema, shop.service.tableNameForCollection(Shop.COLLECTION));

    List<String> plans =
        Arrays.asList(
            plan(near("0").onSourceId("product"), entries),
            plan(near("0").onSourceId("code"), entries),
            plan(near("0").onSourceId("ref"), entries),
            plan(near("0").onId("ref"), entries),
            plan(near("0").onMetadata("code", "code"), entries));

    assertThat(plans)
        .allSatisfy(plan -> assertThat(plan).contains("Index Cond: (").contains("stock"));
  }

  private String plan(JoinQuery.Builder query, String entries) {
    JoinSql join = JoinSql.of(query.build(), shop.table("stock"));
    return shop.lines(
        Sql.of("EXPLAIN SELECT e.id FROM " + entries + " e WHERE ").add(join.condition()));
  }
}
