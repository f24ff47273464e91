package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.MetadataFilter;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.testing.TestEntries;
import io.ragport.testing.TestSearch;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a search by vector finds with an HNSW index. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NearestIndexTest {
  private static final int ENTRIES = 20_000;
  private static final int DIMENSION = 32;
  private static final int SOURCES = 200;

  private final List<VectorRecord> entries =
      SearchedCollection.clustered(ENTRIES, DIMENSION, SOURCES);
  private SearchedCollection searched;

  @BeforeAll
  void anIndexIsThere() {
    searched = SearchedCollection.create(DIMENSION, indexed(Map.of()));
    searched.preferIndex();
    searched.write(entries);
    searched.awaitIndexed();
  }

  @AfterAll
  void theCollectionGoes() {
    if (searched != null) {
      searched.close();
    }
  }

  /** These settings and those that let a small collection have an index. */
  private static Map<String, Object> indexed(Map<String, ?> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("indexingThreshold", 100);
    settings.put("keywordSearch", false);
    return settings;
  }

  /** QRY-10. */
  @Test
  void atLeastNineteenOfTwentyNeighboursAreFound() {
    assertThat(recall(searched.store(), this::query)).isGreaterThanOrEqualTo(0.95);
  }

  /** Vectors without clusters and a graph of few connections: there the first way leads astray. */
  @Test
  void fewCandidatesFindFewerNeighbours() {
    List<VectorRecord> scattered = TestEntries.entries(0, 5_000, DIMENSION);
    try (SearchedCollection sparse =
            SearchedCollection.create(DIMENSION, indexed(Map.of("m", 2, "efConstruction", 4)));
        QdrantVectorStore shallow = sparse.reopened(Map.of("efSearch", 1));
        QdrantVectorStore deep = sparse.reopened(Map.of("efSearch", 2_000))) {
      sparse.preferIndex();
      sparse.write(scattered);
      sparse.awaitIndexed();
      IntFunction<TestSearch> query = i -> sparse.nearest(scattered.get(i * 50).vector());

      assertThat(recall(shallow, query)).isLessThan(recall(deep, query));
    }
  }

  @Test
  void moreHitsThanCandidatesAreFound() {
    try (QdrantVectorStore shallow = searched.reopened(Map.of("efSearch", 5))) {
      for (int topK : new int[] {10, 500, 5_000, ENTRIES + 1}) {
        assertThat(shallow.search(query(0).topK(topK).build()))
            .extracting(VectorHit::id)
            .doesNotHaveDuplicates()
            .hasSize(Math.min(topK, ENTRIES));
      }
    }
  }

  @Test
  void allThatAFilterLetsThroughAreFound() {
    for (int i = 0; i < 10; i++) {
      assertThat(searched.find(query(i).filter(MetadataFilter.lt("n", 20)).topK(20))).hasSize(20);
      assertThat(
              searched.find(query(i).filter(MetadataFilter.gte("n", ENTRIES - 3_000)).topK(3_000)))
          .hasSize(3_000);
      assertThat(searched.find(query(i).sourceIds("s3", "s4").topK(200))).hasSize(200);
    }
  }

  @Test
  void keepBestIsExactInSpiteOfTheIndex() {
    for (int i = 0; i < 5; i++) {
      List<VectorHit> all = searched.find(query(i).exact().topK(ENTRIES));
      Set<String> sources = new HashSet<>();
      List<UUID> best =
          all.stream()
              .filter(hit -> sources.add(hit.sourceId()))
              .limit(50)
              .map(VectorHit::id)
              .toList();

      assertThat(searched.find(query(i).keepBest().topK(50)))
          .extracting(VectorHit::id)
          .isEqualTo(best);
    }
  }

  @Test
  void quantizedVectorsKeepTheScores() {
    for (String quantization : List.of("scalar", "binary")) {
      try (SearchedCollection quantized =
          SearchedCollection.create(
              DIMENSION, indexed(Map.of("quantization", quantization, "oversampling", 4.0)))) {
        quantized.preferIndex();
        quantized.write(entries.subList(0, 5_000));
        quantized.awaitIndexed();

        List<VectorHit> hits = quantized.find(quantized.nearest(entries.get(0).vector()));
        Map<UUID, Double> exact =
            quantized.find(quantized.nearest(entries.get(0).vector()).exact().topK(5_000)).stream()
                .collect(Collectors.toMap(VectorHit::id, VectorHit::score));

        assertThat(hits)
            .hasSize(5)
            .allSatisfy(
                hit ->
                    assertThat(hit.score())
                        .isCloseTo(exact.getOrDefault(hit.id(), 0.0), Offset.offset(1e-6)));
      }
    }
  }

  /** How many of the ten nearest to each of 100 vectors are found. */
  private static double recall(QdrantVectorStore store, IntFunction<TestSearch> query) {
    return IntStream.range(0, 100)
        .mapToDouble(
            i -> {
              Set<UUID> exact = ids(store.search(query.apply(i).topK(10).exact().build()));
              return ids(store.search(query.apply(i).topK(10).build())).stream()
                      .filter(exact::contains)
                      .count()
                  / 10.0;
            })
        .average()
        .orElseThrow();
  }

  private static Set<UUID> ids(List<VectorHit> hits) {
    return hits.stream().map(VectorHit::id).collect(Collectors.toSet());
  }

  /** Beside an entry. */
  private TestSearch query(int number) {
    float[] vector = entries.get(number * 100).vector().clone();
    vector[0] += 0.1f;
    return searched.nearest(vector);
  }
}
