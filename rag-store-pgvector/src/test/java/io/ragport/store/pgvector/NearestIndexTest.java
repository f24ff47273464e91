package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.MetadataFilter;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorSearch;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a search by vector finds in a table of 5,000 with an HNSW index, and by which plan. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NearestIndexTest {
  private static final int ENTRIES = 5_000;

  private final Clusters clusters = new Clusters(20_261_130);
  private final List<TestTable.Row> rows = clusters.rows(ENTRIES, 100);
  private TestTable table;

  @BeforeAll
  void createTable() {
    table = TestTable.create(Clusters.DIMENSION);
    table.insert(rows);
    table.execute(
        "CREATE INDEX vectors ON "
            + table.sql()
            + " USING hnsw (embedding "
            + table.extension().cosineOperators(VectorType.VECTOR)
            + ")",
        "CREATE INDEX sources ON " + table.sql() + " (source_id)",
        "CREATE INDEX numbers ON " + table.sql() + " ((metadata -> 'n'))",
        "ANALYZE " + table.sql());
  }

  @AfterAll
  void dropTable() {
    if (table != null) {
      table.close();
    }
  }

  @Test
  void aSearchIsPlannedWithTheIndex() {
    assertThat(planByIndex(table.search(clusters.vector()).topK(10).build()))
        .contains("Index Scan using vectors");
  }

  @Test
  void aFilterThatMostEntriesPassIsPlannedWithTheIndex() {
    VectorSearch search =
        table.search(clusters.vector()).filter(MetadataFilter.gte("n", 100)).build();

    assertThat(planByIndex(search)).contains("Index Scan using vectors");
  }

  @Test
  void aFilterOnAKeyWithAnIndexIsPlannedWithThatWhereFewEntriesPass() {
    VectorSearch search =
        table.search(clusters.vector()).filter(MetadataFilter.eq("n", 100)).build();

    assertThat(planByIndex(search)).contains("numbers").doesNotContain("Index Scan using vectors");
  }

  @Test
  void fewSourcesArePlannedWithTheirIndex() {
    VectorSearch search = table.search(clusters.vector()).sourceIds("source 3").build();

    assertThat(planByIndex(search)).contains("sources");
  }

  @Test
  void theExactFormsAreNotPlannedWithTheIndex() {
    VectorSearch search = table.search(clusters.vector()).build();

    assertThat(table.plan(sql(search).exactly())).doesNotContain("vectors");
    assertThat(table.plan(sql(search).bestOfSources())).doesNotContain("vectors");
  }

  private String planByIndex(VectorSearch search) {
    return table.plan(
        sql(search).byIndex(search.topK()), NearestSql.settings(table.extension(), 100));
  }

  private NearestSql sql(VectorSearch search) {
    return new NearestSql(table.options().schema(), table.extension(), search, null);
  }

  @Test
  void theIndexFindsTheNeighbours() {
    NearestSearch nearest = table.nearest();
    int found = 0;
    int expected = 0;

    for (int i = 0; i < 50; i++) {
      float[] query = clusters.vector();
      Set<UUID> exact = new HashSet<>(Clusters.nearest(rows, query, 10, row -> true));
      expected += exact.size();
      exact.retainAll(ids(nearest.find(table.search(query).topK(10).build())));
      found += exact.size();
    }

    assertThat((double) found / expected).as("recall at 10 (QRY-10)").isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void asManyComeBackAsAskedFor() {
    for (int topK : List.of(1, 100, 150, 999, 1_000, 1_001, 4_999, 5_000, 10_000)) {
      List<UUID> ids =
          ids(table.nearest().find(table.search(clusters.vector()).topK(topK).build()));

      assertThat(ids).as("topK " + topK).hasSize(Math.min(topK, ENTRIES)).doesNotHaveDuplicates();
    }
  }

  @Test
  void aFilterThatSelectsFewFindsThemAll() {
    for (int topK : List.of(5, 20, 100)) {
      float[] query = clusters.vector();
      VectorSearch search =
          table.search(query).filter(MetadataFilter.eq("rare", true)).topK(topK).build();

      assertThat(ids(table.nearest().find(search)))
          .as("topK " + topK)
          .isEqualTo(
              Clusters.nearest(
                  rows, query, topK, row -> Boolean.TRUE.equals(row.metadata().get("rare"))));
    }
  }

  @Test
  void whereTheIndexFallsShortTheSearchIsRepeatedExactly() {
    float[] query = clusters.vector();
    VectorSearch search =
        table.search(query).filter(MetadataFilter.eq("rare", true)).topK(20).build();
    Extension withoutIterativeScans = new Extension(table.extension().schema(), 0, 7);
    Sql settings = NearestSql.settings(withoutIterativeScans, 100);
    Sql byIndex = sql(search).byIndex(20);
    List<String> byIndexAlone =
        table
            .connections()
            .transaction(
                "plan",
                connection -> {
                  TestTable.texts(connection, settings);
                  Sql.of("SET LOCAL enable_sort TO off").execute(connection);
                  return TestTable.texts(connection, byIndex);
                });

    assertThat(byIndexAlone).as("what the index alone finds").hasSizeLessThan(20);
    assertThat(ids(table.nearest().find(search))).hasSize(20);
  }

  @Test
  void anExactSearchIsExact() {
    for (int i = 0; i < 10; i++) {
      float[] query = clusters.vector();

      assertThat(ids(table.nearest().find(table.search(query).topK(50).exact().build())))
          .isEqualTo(Clusters.nearest(rows, query, 50, row -> true));
    }
  }

  @Test
  void hitsComeBestFirst() {
    assertThat(table.nearest().find(table.search(clusters.vector()).topK(500).build()))
        .extracting(VectorHit::score)
        .isSortedAccordingTo((a, b) -> Double.compare(b, a));
  }

  @Test
  void aSearchScansTheIndexUnlessItIsToBeExact() {
    NearestSearch nearest = table.nearest();
    VectorSearch search = table.search(clusters.vector()).topK(10).build();
    nearest.find(search); // looks for the index
    long before = indexScans(table);

    nearest.find(search);
    nearest.find(table.search(clusters.vector()).filter(MetadataFilter.gte("n", 100)).build());
    long twice = indexScans(table);
    nearest.find(table.search(clusters.vector()).exact().build());

    assertThat(twice).isEqualTo(before + 2);
    assertThat(indexScans(table)).isEqualTo(twice);
  }

  /** How often the index on vectors was scanned. */
  private static long indexScans(TestTable table) {
    table.texts(Sql.of("SELECT CAST(pg_stat_force_next_flush() AS text)"));
    return Long.parseLong(
        table
            .texts(
                Sql.of("SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = 'vectors'")
                    .add(" AND schemaname = ")
                    .bind(table.options().schema()))
            .get(0));
  }

  @Test
  void candidatesAreAsManyAsTheOptionSaysOrAsAreAskedFor() {
    try (TestTable few = TestTable.create(2, Map.of("efSearch", 7))) {
      NearestSearch nearest = few.nearest();

      assertThat(nearest.efSearch(few.search(1, 0).topK(5).build())).isEqualTo(7);
      assertThat(nearest.efSearch(few.search(1, 0).topK(50).build())).isEqualTo(50);
    }
    assertThat(table.nearest().efSearch(table.search(clusters.vector()).build())).isEqualTo(100);
  }

  @Test
  void noSettingOutlivesASearch() {
    table.nearest().find(table.search(clusters.vector()).topK(500).build());

    assertThat(
            table.texts(
                Sql.of("SELECT name FROM pg_settings WHERE source = 'session' AND name IN (")
                    .add("'hnsw.ef_search', 'hnsw.iterative_scan', 'hnsw.max_scan_tuples',")
                    .add(" 'random_page_cost')")))
        .isEmpty();
  }

  /** The plan kept for a named statement would not be one for the values at hand. */
  @Test
  void aSearchWithConditionsIsNotKeptByTheServer() {
    NearestSearch nearest = table.nearest();
    for (int i = 0; i < 12; i++) {
      nearest.find(table.search(clusters.vector()).filter(MetadataFilter.gte("n", 1)).build());
    }

    assertThat(
            table.texts(
                Sql.of("SELECT statement FROM pg_prepared_statements WHERE statement LIKE")
                    .add(" '%metadata ->%'")))
        .isEmpty();
  }

  @Test
  void vectorsTooLongForAnIndexAreRankedByOneInHalfPrecision() {
    int dimension = 2_001;
    try (TestTable wide = TestTable.create(dimension)) {
      List<TestTable.Row> wideRows =
          clusters.rows(300, 10).stream()
              .map(row -> TestTable.row((int) row.id().getLeastSignificantBits(), widened(row)))
              .toList();
      wide.insert(wideRows);
      wide.execute(
          "CREATE INDEX vectors ON "
              + wide.sql()
              + " USING hnsw ((CAST("
              + wide.extension().function("l2_normalize")
              + "(embedding) AS "
              + wide.extension().type(VectorType.HALFVEC, dimension)
              + ")) "
              + wide.extension().cosineOperators(VectorType.HALFVEC)
              + ")",
          "ANALYZE " + wide.sql());
      float[] query = widened(clusters.rows(1, 1).get(0));
      VectorSearch search = wide.search(query).topK(10).build();

      assertThat(
              wide.plan(
                  new NearestSql(wide.options().schema(), wide.extension(), search, null)
                      .byIndex(20),
                  Sql.of("SELECT set_config('enable_seqscan', 'off', TRUE)")))
          .contains("Index Scan using vectors");
      assertThat(ids(wide.nearest().find(search)))
          .isEqualTo(Clusters.nearest(wideRows, query, 10, row -> true));
    }
  }

  /** Repeated to a length that only half precision has an index for. */
  private static float[] widened(TestTable.Row row) {
    float[] wide = new float[2_001];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = row.vector()[i % row.vector().length];
    }
    return wide;
  }

  @Test
  void anIndexIsNoticedThatWasBuiltLater() {
    try (TestTable later = TestTable.create(Clusters.DIMENSION)) {
      NearestSearch nearest = later.nearest();
      later.insert(clusters.rows(1_500, 100));
      VectorSearch search = later.search(clusters.vector()).topK(10).build();
      nearest.find(search);
      later.execute(
          "CREATE INDEX vectors ON "
              + later.sql()
              + " USING hnsw (embedding "
              + later.extension().cosineOperators(VectorType.VECTOR)
              + ")",
          "ANALYZE " + later.sql());
      nearest.find(search); // sees it
      long before = indexScans(later);

      nearest.find(search);

      assertThat(indexScans(later)).isEqualTo(before + 1);
    }
  }

  @Test
  void withoutIndexInTheOptionsEverySearchIsExact() {
    try (TestTable plain = TestTable.create(2, Map.of("index", "none"))) {
      plain.insert(TestTable.row(1, 1, 0), TestTable.row(2, 0, 1));

      assertThat(plain.spec().vectorIndex()).isEqualTo("exact");
      assertThat(plain.nearest().find(plain.search(0, 1).topK(1).build()))
          .extracting(VectorHit::id)
          .containsExactly(TestTable.id(2));
    }
  }

  private static List<UUID> ids(List<VectorHit> hits) {
    return hits.stream().map(VectorHit::id).toList();
  }
}
