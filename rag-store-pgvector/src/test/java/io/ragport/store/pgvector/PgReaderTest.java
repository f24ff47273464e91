package io.ragport.store.pgvector;

import static io.ragport.testing.TestEntries.collection;
import static io.ragport.testing.TestEntries.entries;
import static io.ragport.testing.TestEntries.entry;
import static io.ragport.testing.TestEntries.id;
import static io.ragport.testing.TestEntries.withVector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.MetadataFilter;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import io.ragport.testing.TestEntries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading from the real server. */
class PgReaderTest {
  private final String schema = TestServer.newSchema();
  private final PgVectorStore store =
      PgVectorStore.withOwnPool(TestServer.options(schema, Map.of()));
  private CollectionSpec docs = CollectionSpec.toCreate("docs", "model", 3, null);

  @BeforeEach
  void create() {
    docs = collection(store, "docs", 3);
  }

  @AfterEach
  void drop() {
    store.close();
    TestServer.drop(schema);
  }

  @Test
  void countsExactly() {
    store.upsert(docs, entries(0, 30));

    assertThat(store.count(docs)).isEqualTo(30);
  }

  @Test
  void fetchesThoseThatAreThere() {
    store.upsert(docs, entries(0, 5));

    assertThat(store.fetch(docs, List.of(id(4), id(99), id(1))))
        .containsExactlyInAnyOrder(entry(4), entry(1));
  }

  @Test
  void fetchesByAnyNumberOfIds() {
    store.upsert(docs, entries(0, 5));

    List<UUID> ids = IntStream.range(4, 70_004).mapToObj(TestEntries::id).toList();

    assertThat(store.fetch(docs, ids)).containsExactly(entry(4));
  }

  @Test
  void knowsWhenEntriesWereCreated() {
    store.upsert(docs, List.of(entry(1)));

    assertThat(store.createdAt(docs, List.of(id(1), id(2))))
        .isEqualTo(Map.of(id(1), TestEntries.NOW));
  }

  @Test
  void pagesInTheOrderOfIdsAsUnsignedNumbers() {
    List<VectorRecord> written = new ArrayList<>();
    for (String id :
        List.of(
            "00000000-0000-0000-0000-000000000001",
            "00000000-0000-0000-8000-000000000000",
            "7fffffff-ffff-ffff-ffff-ffffffffffff",
            "80000000-0000-0000-0000-000000000000",
            "ffffffff-ffff-ffff-ffff-ffffffffffff")) {
      VectorRecord any = entry(1);
      written.add(
          new VectorRecord(
              UUID.fromString(id),
              any.sourceId(),
              any.content(),
              any.vector(),
              any.metadata(),
              any.createdAt(),
              any.updatedAt()));
    }
    store.upsert(docs, written);

    List<VectorRecord> first = store.scan(VectorScan.of(docs, 2));
    List<VectorRecord> second = store.scan(VectorScan.of(docs, 2).after(first.get(1).id()));
    List<VectorRecord> third = store.scan(VectorScan.of(docs, 2).after(second.get(1).id()));

    assertThat(first).isEqualTo(written.subList(0, 2));
    assertThat(second).isEqualTo(written.subList(2, 4));
    assertThat(third).isEqualTo(written.subList(4, 5));
  }

  @Test
  void scansOnlyTheSourcesAndWhatTheFilterSelects() {
    store.upsert(
        docs,
        List.of(
            entry(1, "a", Map.of("x", 1L)),
            entry(2, "a", Map.of("x", 2L)),
            entry(3, "b", Map.of("x", 1L)),
            entry(4, "c", Map.of("x", 1L))));

    List<VectorRecord> found =
        store.scan(new VectorScan(docs, null, 10, List.of("a", "b"), MetadataFilter.eq("x", 1)));

    assertThat(found).extracting(VectorRecord::id).containsExactly(id(1), id(3));
  }

  @Test
  void aDroppedCollectionReadsAsEmpty() {
    store.dropCollection("docs");

    assertThat(store.count(docs)).isZero();
    assertThat(store.fetch(docs, List.of(id(1)))).isEmpty();
    assertThat(store.createdAt(docs, List.of(id(1)))).isEmpty();
    assertThat(store.scan(VectorScan.of(docs, 10))).isEmpty();
    assertThat(store.meanVector(docs)).isEmpty();
    assertThat(
            store.similarityMatrix(
                docs, List.of(new float[] {1, 0, 0}), List.of("a"), SimilarityMethod.MIN))
        .isEqualTo(new double[][] {{0}});
  }

  @ParameterizedTest
  @EnumSource(SimilarityMethod.class)
  void theMatrixIsThatOfEveryPairOfVectors(SimilarityMethod method) {
    Random random = new Random(11);
    List<VectorRecord> written = new ArrayList<>();
    for (int i = 0; i < 90; i++) {
      written.add(withVector(entry(i, "s" + i % 4, Map.of()), TestEntries.vector(random, 3)));
    }
    store.upsert(docs, written);
    List<float[]> texts =
        IntStream.range(0, 230).mapToObj(i -> TestEntries.vector(random, 3)).toList();
    List<String> sources = List.of("s2", "missing", "s0");

    double[][] matrix = store.similarityMatrix(docs, texts, sources, method);

    for (int i = 0; i < texts.size(); i++) {
      for (int j = 0; j < sources.size(); j++) {
        assertThat(matrix[i][j])
            .isCloseTo(expected(texts.get(i), written, sources.get(j), method), within(1e-5));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(floats = {1e-20f, 1e18f})
  void theMatrixIsRightForVerySmallAndVeryLargeComponents(float scale) {
    store.upsert(docs, List.of(withVector(entry(1), new float[] {scale, 2 * scale, 3 * scale})));

    double[][] matrix =
        store.similarityMatrix(
            docs,
            List.of(new float[] {3 * scale, 2 * scale, scale}),
            List.of("source"),
            SimilarityMethod.MIN);

    assertThat(matrix[0][0]).isCloseTo(10.0 / 14, within(1e-5));
  }

  @Test
  void noVectorsAndNoSourcesHaveAnEmptyMatrix() {
    assertThat(store.similarityMatrix(docs, List.of(), List.of("a"), SimilarityMethod.MIN))
        .isEmpty();
    assertThat(store.similarityMatrix(docs, List.of(new float[3]), List.of(), SimilarityMethod.MIN))
        .isEqualTo(new double[1][0]);
  }

  @ParameterizedTest
  @EnumSource(VectorType.class)
  void theMeanIsThatOfAllVectors(VectorType type) {
    try (PgVectorStore typed =
        PgVectorStore.withOwnPool(TestServer.options(schema, Map.of("vectorType", type)))) {
      CollectionSpec collection = collection(typed, "typed", 3);
      typed.upsert(
          collection,
          List.of(
              withVector(entry(1), new float[] {1, 2, 0.25f}),
              withVector(entry(2), new float[] {2, 2, 0}),
              withVector(entry(3), new float[] {2, 5, 0})));

      double[] mean = typed.meanVector(collection).orElseThrow();

      assertThat(mean).containsExactly(new double[] {5.0 / 3, 3, 0.25 / 3}, within(1e-6));
    }
  }

  @Test
  void anEmptyCollectionHasNoMean() {
    assertThat(store.meanVector(docs)).isEmpty();
  }

  private static double expected(
      float[] text, List<VectorRecord> all, String source, SimilarityMethod method) {
    double[] similarities =
        all.stream()
            .filter(entry -> entry.sourceId().equals(source))
            .mapToDouble(entry -> cosine(text, entry.vector()))
            .toArray();
    if (similarities.length == 0) {
      return 0;
    }
    return switch (method) {
      case MIN -> Arrays.stream(similarities).max().orElseThrow();
      case AVG -> Arrays.stream(similarities).average().orElseThrow();
    };
  }

  private static double cosine(float[] a, float[] b) {
    return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  }

  private static double dot(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (double) a[i] * b[i];
    }
    return sum;
  }
}
