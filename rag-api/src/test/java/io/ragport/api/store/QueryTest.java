package io.ragport.api.store;

import static io.ragport.api.testing.Services.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ragport.api.DimensionMismatchException;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.MetadataFilter;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.api.ScoreKind;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Scores;
import io.ragport.api.testing.Services;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranking by similarity (QRY-1 to QRY-8, QRY-12). */
class QueryTest {
  private static final Offset<Double> CLOSE = Offset.offset(1e-6);

  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);

  @BeforeEach
  void fiveDirectionsAreThere() {
    service.indexBatch(
        IndexBatchRequest.builder()
            .add(Services.item(1, "west", "a", Map.of("lang", "en", "n", 1)))
            .add(Services.item(2, "north", "a", Map.of("lang", "en", "n", 2)))
            .add(Services.item(3, "3-4", "b", Map.of("lang", "de", "n", 3)))
            .add(Services.item(4, "4-3", "b", Map.of("lang", "en", "n", 4)))
            .add(Services.item(5, "east", "c", Map.of("lang", "de", "n", 5)))
            .build());
    embedding.forgetCalls();
    store.forgetCalls();
  }

  @Test
  void resultsAreOrderedBySimilarity() {
    List<RagServiceResult> results = service.query(query().build());

    assertThat(ids(results)).containsExactly(5L, 4L, 3L, 2L, 1L);
    assertThat(results.get(0).similarity()).isCloseTo(1, CLOSE);
    assertThat(results.get(1).similarity()).isCloseTo(0.8, CLOSE);
    assertThat(results.get(2).similarity()).isCloseTo(0.6, CLOSE);
    assertThat(results.get(3).similarity()).isCloseTo(0, CLOSE);
    assertThat(results.get(4).similarity()).isCloseTo(-1, CLOSE);
  }

  @Test
  void aResultHasAllItsPartsFilled() {
    RagServiceResult result = service.query("east", 1).get(0);

    assertThat(result.id()).isEqualTo(Services.id(5));
    assertThat(result.model()).isEqualTo("model-a");
    assertThat(result.collectionName()).isEqualTo("default");
    assertThat(result.sourceId()).isEqualTo("c");
    assertThat(result.content()).isEqualTo("east");
    assertThat(result.embeddingSize()).isEqualTo(4);
    assertThat(result.metadata()).isEqualTo(Map.of("lang", "de", "n", 5L));
    assertThat(result.score()).isEqualTo(result.similarity());
    assertThat(result.scoreKind()).isEqualTo(ScoreKind.SIMILARITY);
    assertThat(result.createdAt()).isEqualTo(result.updatedAt());
    assertThat(result.queryIndex()).isNull();
  }

  @Test
  void equallySimilarEntriesAreOrderedByTheirUnsignedIds() {
    List<UUID> byId =
        List.of(
            new UUID(0, 6),
            new UUID(0, Long.MIN_VALUE),
            new UUID(1, 0),
            new UUID(Long.MIN_VALUE, 0));
    for (int i : new int[] {2, 0, 3, 1}) {
      service.indexBatch(
          IndexBatchRequest.builder()
              .collectionName("ties")
              .add(IndexItem.of("east").withId(byId.get(i)))
              .build());
    }

    List<RagServiceResult> results =
        service.query(QueryRequest.builder("3-4").collectionName("ties").build());

    assertThat(results).extracting(RagServiceResult::id).isEqualTo(byId);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "5, 5", "6, 5", "10000, 5"})
  void asManyResultsComeBackAsAskedOrThere(int topK, int expected) {
    assertThat(service.query("east", topK)).hasSize(expected);
  }

  @Test
  void sourceIdsRestrict() {
    assertThat(ids(service.query(query().sourceIds(List.of("a", "c", "missing")).build())))
        .containsExactly(5L, 2L, 1L);
  }

  @Test
  void aMissingSourceIsEmpty() {
    assertThat(service.query(query().sourceIds(List.of("missing")).build())).isEmpty();
  }

  @Test
  void anEmptyListOfSourcesTouchesNeitherEmbedderNorStore() {
    assertThat(service.query(query().sourceIds(List.of()).build())).isEmpty();
    assertThat(embedding.calls()).isEmpty();
    assertThat(store.calls()).isEmpty();
  }

  @Test
  void aMatchRestricts() {
    assertThat(ids(service.query(query().match(Map.of("lang", "en")).build())))
        .containsExactly(4L, 2L, 1L);
  }

  @Test
  void aFilterRestricts() {
    assertThat(ids(service.query(query().filter(MetadataFilter.lte("n", 2.5)).build())))
        .containsExactly(2L, 1L);
  }

  @Test
  void allConditionsHoldTogether() {
    QueryRequest request =
        query()
            .match(Map.of("lang", "en"))
            .filter(MetadataFilter.gt("n", 1))
            .sourceIds(List.of("a"))
            .build();

    assertThat(ids(service.query(request))).containsExactly(2L);
  }

  @Test
  void conditionsArePartOfTheSearchAndNotOfItsResult() {
    service.query(query().match(Map.of("lang", "en")).sourceIds(List.of("a")).topK(1).build());

    VectorSearch search = store.searches().get(0);
    assertThat(search.filter()).isEqualTo(MetadataFilter.eq("lang", "en"));
    assertThat(search.sourceIds()).containsExactly("a");
    assertThat(search.topK()).isEqualTo(1);
  }

  @Test
  void keepBestKeepsTheBestOfEachSource() {
    assertThat(ids(service.query(query().keepBest(true).build()))).containsExactly(5L, 4L, 2L);
  }

  @Test
  void topKCountsSourcesWithKeepBest() {
    assertThat(ids(service.query(query().keepBest(true).topK(2).build()))).containsExactly(5L, 4L);
  }

  @Test
  void keepBestHoldsTogetherWithTheOtherConditions() {
    QueryRequest request = query().keepBest(true).match(Map.of("lang", "en")).build();

    assertThat(ids(service.query(request))).containsExactly(4L, 2L);
  }

  @Test
  void withoutContentEverythingElseIsTheSame() {
    List<RagServiceResult> full = service.query(query().build());

    List<RagServiceResult> slim = service.query(query().includeContent(false).build());

    assertThat(slim).extracting(RagServiceResult::content).containsOnlyNulls();
    assertThat(slim).usingRecursiveComparison().ignoringFields("content").isEqualTo(full);
    assertThat(store.searches().get(1).includeContent()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "0.8, 2", "0.80001, 1", "0.6, 3", "0, 4", "-0.999, 4", "-1, 5"})
  void minSimilarityKeepsWhatIsAtLeastAsSimilar(double minSimilarity, int expected) {
    assertThat(service.query(query().minSimilarity(minSimilarity).build())).hasSize(expected);
  }

  @Test
  void minSimilarityHoldsTogetherWithKeepBest() {
    QueryRequest request = query().keepBest(true).minSimilarity(0.5).build();

    assertThat(ids(service.query(request))).containsExactly(5L, 4L);
  }

  @Test
  void exactIsPassedOnToTheStore() {
    service.query(query().exact(true).build());
    service.query(query().build());

    assertThat(store.searches()).extracting(VectorSearch::exact).containsExactly(true, false);
  }

  @Test
  void aQueryByVectorEmbedsNothing() {
    QueryRequest request = QueryRequest.builder(new float[] {2, 0, 0, 0}).topK(2).build();

    assertThat(ids(service.query(request))).containsExactly(5L, 4L);
    assertThat(embedding.calls()).isEmpty();
  }

  @Test
  void aQueryByVectorOfAnotherDimensionFails() {
    assertThatExceptionOfType(DimensionMismatchException.class)
        .isThrownBy(() -> service.query(QueryRequest.builder(new float[] {1, 0, 0}).build()))
        .withMessageContaining("holds 4-dimensional embeddings; got 3 dimensions");
    assertThat(store.calls()).containsExactly("findCollection");
  }

  @Test
  void aQueryByVectorInAMissingCollectionIsEmpty() {
    assertThat(
            service.query(QueryRequest.builder(new float[] {1}).collectionName("missing").build()))
        .isEmpty();
  }

  @Test
  void resultsAgreeWithSortingEverything() {
    long seed = 42;
    Random random = new Random(seed);
    List<IndexItem> items =
        IntStream.range(0, 500)
            .mapToObj(i -> Services.item(i + 100, "r" + random.nextInt()))
            .toList();
    service.indexBatch(IndexBatchRequest.builder().collectionName("many").addAll(items).build());
    float[] query = embedding.vectorOf("anything");

    List<RagServiceResult> results =
        service.query(QueryRequest.builder("anything").collectionName("many").topK(500).build());

    assertThat(results).as("seed %s", seed).hasSize(500);
    assertThat(results)
        .extracting(RagServiceResult::score)
        .isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(results)
        .allSatisfy(
            result ->
                assertThat(result.similarity())
                    .isCloseTo(
                        Scores.cosine(query, embedding.vectorOf(String.valueOf(result.content()))),
                        CLOSE));
  }

  private static QueryRequest.Builder query() {
    return QueryRequest.builder("east").topK(10);
  }
}
