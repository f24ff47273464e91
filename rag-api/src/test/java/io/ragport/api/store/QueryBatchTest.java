package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.IndexBatchRequest;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several queries at once (QRY-9). */
class QueryBatchTest {
  private static final List<String> TEXTS = List.of("east", "north", "west", "east");

  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);

  @BeforeEach
  void fiveDirectionsAreThere() {
    service.indexBatch(
        IndexBatchRequest.builder()
            .add(Services.item(1, "west", "a", Map.of("n", 1)))
            .add(Services.item(2, "north", "a", Map.of("n", 2)))
            .add(Services.item(3, "3-4", "b", Map.of("n", 3)))
            .add(Services.item(4, "4-3", "b", Map.of("n", 4)))
            .add(Services.item(5, "east", "c", Map.of("n", 5)))
            .build());
    embedding.forgetCalls();
    store.forgetCalls();
  }

  @ParameterizedTest
  @EnumSource
  void aBatchEqualsTheSingleQueries(QueryMode mode) {
    List<List<RagServiceResult>> single = new ArrayList<>();
    for (String text : TEXTS) {
      single.add(service.query(QueryRequest.builder(text).mode(mode).topK(3).build()));
    }

    List<List<RagServiceResult>> batch =
        service.queryBatch(QueryBatchRequest.builder(TEXTS).mode(mode).topK(3).build());

    assertThat(batch).hasSize(4);
    for (int i = 0; i < TEXTS.size(); i++) {
      assertThat(batch.get(i))
          .usingRecursiveComparison()
          .ignoringFields("queryIndex")
          .isEqualTo(single.get(i));
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyResultTellsTheIndexOfItsText(QueryMode mode) {
    List<List<RagServiceResult>> batch =
        service.queryBatch(QueryBatchRequest.builder(TEXTS).mode(mode).build());

    for (int i = 0; i < TEXTS.size(); i++) {
      assertThat(batch.get(i)).extracting(RagServiceResult::queryIndex).containsOnly(i);
    }
  }

  @Test
  void allTextsAreEmbeddedInOneCall() {
    service.queryBatch(QueryBatchRequest.builder(TEXTS).build());

    assertThat(embedding.batchSizes()).containsExactly(4);
  }

  @Test
  void moreTextsThanTheEmbedderTakesAreSplit() {
    embedding.limitedTo(3, 1000);

    service.queryBatch(QueryBatchRequest.builder(TEXTS).build());

    assertThat(embedding.batchSizes()).containsExactly(3, 1);
  }

  @Test
  void noTextsGiveNothing() {
    assertThat(service.queryBatch(QueryBatchRequest.builder(List.of()).build())).isEmpty();
    assertThat(store.calls()).isEmpty();
    assertThat(embedding.calls()).isEmpty();
  }

  @Test
  void noSourcesGiveOneEmptyListPerText() {
    assertThat(service.queryBatch(QueryBatchRequest.builder(TEXTS).sourceIds(List.of()).build()))
        .isEqualTo(Collections.nCopies(4, List.of()));
    assertThat(store.calls()).isEmpty();
    assertThat(embedding.calls()).isEmpty();
  }

  @Test
  void aMissingCollectionGivesOneEmptyListPerText() {
    assertThat(
            service.queryBatch(QueryBatchRequest.builder(TEXTS).collectionName("missing").build()))
        .isEqualTo(Collections.nCopies(4, List.of()));
    assertThat(embedding.calls()).isEmpty();
  }

  @Test
  void theOptionsHoldForEveryText() {
    QueryBatchRequest request =
        QueryBatchRequest.builder(TEXTS)
            .topK(1)
            .sourceIds(List.of("a"))
            .includeContent(false)
            .build();

    assertThat(service.queryBatch(request))
        .allSatisfy(
            results ->
                assertThat(results)
                    .singleElement()
                    .satisfies(result -> assertThat(result.sourceId()).isEqualTo("a"))
                    .satisfies(result -> assertThat(result.content()).isNull()));
  }

  @Test
  void minSimilarityMayLeaveOneTextWithoutResults() {
    embedding.vector("nowhere", 0, 0, 0, 1);

    List<List<RagServiceResult>> results =
        service.queryBatch(
            QueryBatchRequest.builder(List.of("east", "nowhere")).minSimilarity(0.5).build());

    assertThat(results.get(0)).isNotEmpty();
    assertThat(results.get(1)).isEmpty();
  }

  @Test
  void aThousandTextsWork() {
    List<String> texts = IntStream.range(0, 1000).mapToObj(i -> "q" + i).toList();

    assertThat(service.queryBatch(QueryBatchRequest.builder(texts).build()))
        .hasSize(1000)
        .allSatisfy(results -> assertThat(results).hasSize(5));
  }
}
