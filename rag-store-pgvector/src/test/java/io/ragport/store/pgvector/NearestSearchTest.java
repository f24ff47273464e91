package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ragport.api.DimensionMismatchException;
import io.ragport.api.MetadataFilter;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorSearch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What a search by vector finds in a small table, which has no index. */
class NearestSearchTest {
  private static final Offset<Double> CLOSE = Offset.offset(1e-4);

  @Test
  void theMostSimilarComeFirstWithTheirSimilarity() {
    try (TestTable table = TestTable.create(2)) {
      table.insert(TestTable.row(1, 0, 2), TestTable.row(2, 3, 0), TestTable.row(3, -1, 0));

      List<VectorHit> hits = table.nearest().find(table.search(1, 0).build());

      assertThat(hits)
          .extracting(VectorHit::id)
          .containsExactly(TestTable.id(2), TestTable.id(1), TestTable.id(3));
      assertThat(hits).extracting(VectorHit::score).containsExactly(1.0, 0.0, -1.0);
    }
  }

  @Test
  void aHitHasEverythingOfItsEntry() {
    try (TestTable table = TestTable.create(2)) {
      table.insert(
          new TestTable.Row(
              TestTable.id(1), "s", "a text", new float[] {1, 0}, Map.of("n", 1.0, "l", 1L)));

      VectorHit hit = table.nearest().find(table.search(1, 0).build()).get(0);

      assertThat(hit.sourceId()).isEqualTo("s");
      assertThat(hit.content()).isEqualTo("a text");
      assertThat(hit.metadata()).isEqualTo(Map.of("n", 1.0, "l", 1L));
      assertThat(hit.createdAt()).isEqualTo(hit.updatedAt());
    }
  }

  @Test
  void withoutContentEverythingElseIsTheSame() {
    try (TestTable table = TestTable.create(2)) {
      table.insert(TestTable.row(1, 1, 0), TestTable.row(2, 1, 1));

      List<VectorHit> with = table.nearest().find(table.search(1, 0).build());
      List<VectorHit> without = table.nearest().find(table.search(1, 0).withoutContent().build());

      assertThat(without).extracting(VectorHit::content).containsOnlyNulls();
      assertThat(without).usingRecursiveComparison().ignoringFields("content").isEqualTo(with);
    }
  }

  @Test
  void allConditionsHoldTogether() {
    try (TestTable table = TestTable.create(Clusters.DIMENSION)) {
      Clusters clusters = new Clusters(1);
      List<TestTable.Row> rows = clusters.rows(200, 10);
      table.insert(rows);
      float[] query = clusters.vector();

      List<VectorHit> hits =
          table
              .nearest()
              .find(
                  table
                      .search(query)
                      .sourceIds("source 1", "source 2")
                      .filter(MetadataFilter.gte("n", 50))
                      .topK(3)
                      .build(),
                  Sql.of("e.id <> ").bind(TestTable.id(51)));

      assertThat(hits)
          .extracting(VectorHit::id)
          .isEqualTo(
              Clusters.nearest(
                  rows,
                  query,
                  3,
                  row ->
                      (row.sourceId().equals("source 1") || row.sourceId().equals("source 2"))
                          && !row.id().equals(TestTable.id(51))
                          && row.id().getLeastSignificantBits() >= 50));
    }
  }

  @Test
  void keepBestFindsTheBestEntryOfEachOfTheBestSources() {
    try (TestTable table = TestTable.create(Clusters.DIMENSION)) {
      Clusters clusters = new Clusters(2);
      List<TestTable.Row> rows = clusters.rows(300, 12);
      table.insert(rows);
      float[] query = clusters.vector();
      Map<String, List<TestTable.Row>> bySource =
          rows.stream()
              .filter(row -> row.id().getLeastSignificantBits() < 200)
              .collect(Collectors.groupingBy(TestTable.Row::sourceId));
      List<UUID> expected =
          bySource.values().stream()
              .map(
                  source ->
                      source.stream()
                          .max(
                              Comparator.comparingDouble(
                                  row -> Clusters.similarity(row.vector(), query)))
                          .orElseThrow())
              .sorted(Comparator.comparingDouble(row -> -Clusters.similarity(row.vector(), query)))
              .limit(5)
              .map(TestTable.Row::id)
              .toList();

      VectorSearch search =
          table.search(query).keepBest().filter(MetadataFilter.lt("n", 200)).build();

      assertThat(table.nearest().find(search)).extracting(VectorHit::id).isEqualTo(expected);
    }
  }

  @Test
  void keepBestLooksAtMoreConditionsToo() {
    try (TestTable table = TestTable.create(2)) {
      table.insert(
          new TestTable.Row(TestTable.id(1), "a", "x", new float[] {1, 0}, Map.of()),
          new TestTable.Row(TestTable.id(2), "a", "x", new float[] {1, 1}, Map.of()),
          new TestTable.Row(TestTable.id(3), "b", "x", new float[] {0, 1}, Map.of()));

      List<VectorHit> hits =
          table
              .nearest()
              .find(
                  table.search(1, 0).keepBest().build(), Sql.of("e.id <> ").bind(TestTable.id(1)));

      assertThat(hits).extracting(VectorHit::id).containsExactly(TestTable.id(2), TestTable.id(3));
    }
  }

  @Test
  void severalSearchesAnswerInOrder() {
    try (TestTable table = TestTable.create(2)) {
      table.insert(TestTable.row(1, 1, 0), TestTable.row(2, 0, 1));
      List<VectorSearch> searches =
          List.of(
              table.search(0, 1).topK(1).build(),
              table.search(1, 0).topK(1).build(),
              table.search(0, 1).topK(1).build());

      assertThat(table.nearest().findAll(searches, null))
          .extracting(hits -> hits.get(0).id())
          .containsExactly(TestTable.id(2), TestTable.id(1), TestTable.id(2));
    }
  }

  /** The squares of such components are zero or infinite in single precision. */
  @Test
  void vectorsOfAnyLengthHaveTheirSimilarityAndPlace() {
    try (TestTable table = TestTable.create(Clusters.DIMENSION)) {
      Clusters clusters = new Clusters(3);
      List<TestTable.Row> rows = new ArrayList<>();
      float[] scales = {1e-30f, 1e-23f, 1e-20f, 1e-10f, 1, 1e10f, 1e18f, 1e20f, 1e30f};
      for (TestTable.Row row : clusters.rows(90, 9)) {
        float scale = scales[rows.size() % scales.length];
        rows.add(TestTable.row(rows.size(), scaled(row.vector(), scale)));
      }
      table.insert(rows);

      for (float scale : scales) {
        float[] query = scaled(clusters.vector(), scale);
        List<VectorHit> hits = table.nearest().find(table.search(query).topK(20).build());

        assertThat(hits)
            .as("query times " + scale)
            .extracting(VectorHit::id)
            .isEqualTo(Clusters.nearest(rows, query, 20, row -> true));
        assertThat(hits)
            .as("query times " + scale)
            .allSatisfy(
                hit ->
                    assertThat(hit.score())
                        .isCloseTo(
                            Clusters.similarity(
                                rows.get((int) hit.id().getLeastSignificantBits()).vector(), query),
                            CLOSE));
      }
    }
  }

  private static float[] scaled(float[] vector, float scale) {
    float[] scaled = new float[vector.length];
    for (int i = 0; i < vector.length; i++) {
      scaled[i] = vector[i] * scale;
    }
    return scaled;
  }

  @Test
  void halfPrecisionHasItsSimilarities() {
    try (TestTable table = TestTable.create(Clusters.DIMENSION, Map.of("vectorType", "halfvec"))) {
      Clusters clusters = new Clusters(4);
      List<TestTable.Row> rows = clusters.rows(50, 5);
      table.insert(rows);
      float[] query = scaled(clusters.vector(), 1e20f);

      assertThat(table.nearest().find(table.search(query).topK(50).build()))
          .hasSize(50)
          .allSatisfy(
              hit ->
                  assertThat(hit.score())
                      .isCloseTo(
                          Clusters.similarity(
                              rows.get((int) hit.id().getLeastSignificantBits()).vector(), query),
                          Offset.offset(1e-3)));
    }
  }

  @Test
  void aTableThatIsNotThereHasNoHits() {
    try (TestTable table = TestTable.create(2)) {
      VectorSearch search = table.search(1, 0).build();
      VectorSearch best = table.search(1, 0).keepBest().build();
      VectorSearch exact = table.search(1, 0).exact().build();
      table.drop();

      assertThat(table.nearest().findAll(List.of(search, best, exact), null))
          .hasSize(3)
          .containsOnly(List.of());
    }
  }

  @Test
  void aConditionOnATableThatIsNotThereFails() {
    try (TestTable table = TestTable.create(2)) {
      Sql condition = Sql.of("e.source_id IN (SELECT name FROM not_there)");

      assertThatExceptionOfType(RagStoreException.class)
          .isThrownBy(() -> table.nearest().find(table.search(1, 0).build(), condition));
    }
  }

  @Test
  void aTableMadeAnewWithAnotherDimensionIsAMismatch() {
    try (TestTable table = TestTable.create(2)) {
      VectorSearch search = table.search(1, 0).build();
      table.createAnew(3);
      table.insert(TestTable.row(1, 1, 0, 0));

      assertThatExceptionOfType(DimensionMismatchException.class)
          .isThrownBy(() -> table.nearest().find(search))
          .satisfies(
              failure -> {
                assertThat(failure.expected()).isEqualTo(3);
                assertThat(failure.actual()).isEqualTo(2);
              });
    }
  }
}
