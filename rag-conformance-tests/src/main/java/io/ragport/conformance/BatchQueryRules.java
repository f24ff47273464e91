package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ragport.api.IndexItem;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryOptions;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** QRY-9: several queries at once. */
abstract class BatchQueryRules extends Rules {
  private static final List<String> TEXTS = List.of("one", RecordingEmbedding.QUERY, "two", "one");

  BatchQueryRules(Backend backend) {
    super(backend);
  }

  @BeforeEach
  void indexTenTexts() {
    indexAll(
        IntStream.range(0, 10)
            .mapToObj(
                i ->
                    IndexItem.of("text " + i, Map.of("even", i % 2 == 0))
                        .withSourceId("source " + i % 3))
            .toList());
    embedding.forgetCalls();
  }

  @Rule("QRY-9")
  @Test
  void aBatchEqualsTheSingleQueriesInOrder() {
    List<List<RagServiceResult>> singles =
        TEXTS.stream().map(text -> query(single(text).topK(4))).toList();

    List<List<RagServiceResult>> batch = service.queryBatch(batch(TEXTS).topK(4).build());

    assertThat(withoutIndex(batch)).isEqualTo(singles);
  }

  @Rule("QRY-9")
  @Test
  void theOptionsOfABatchHoldForEveryText() {
    List<List<RagServiceResult>> singles =
        TEXTS.stream().map(text -> query(narrowed(single(text)))).toList();

    List<List<RagServiceResult>> batch = service.queryBatch(narrowed(batch(TEXTS)).build());

    assertThat(withoutIndex(batch)).isEqualTo(singles);
  }

  @Rule("QRY-9")
  @Test
  void everyResultTellsTheIndexOfItsText() {
    List<List<RagServiceResult>> batch = service.queryBatch(batch(TEXTS).build());

    assertThat(batch).hasSize(4);
    for (int i = 0; i < 4; i++) {
      assertThat(batch.get(i)).extracting(RagServiceResult::queryIndex).hasSize(5).containsOnly(i);
    }
  }

  @Rule("QRY-9")
  @Test
  void aSingleQueryHasNoIndex() {
    assertThat(query(theQuery())).extracting(RagServiceResult::queryIndex).containsOnlyNulls();
  }

  @Rule("QRY-9")
  @Test
  void allTextsAreEmbeddedInOneCall() {
    service.queryBatch(batch(TEXTS).build());

    assertThat(embedding.calls())
        .containsExactly(new RecordingEmbedding.Call(TEXTS, EmbeddingPurpose.QUERY));
  }

  @Rule("QRY-9")
  @Test
  void moreTextsThanTheEmbedderTakesAreSplit() {
    List<List<RagServiceResult>> whole = service.queryBatch(batch(TEXTS).build());
    embedding.limitedTo(3, 1000).forgetCalls();

    List<List<RagServiceResult>> split = service.queryBatch(batch(TEXTS).build());

    assertThat(embedding.batchSizes()).containsExactly(3, 1);
    assertThat(split).isEqualTo(whole);
  }

  @Rule("QRY-9")
  @Test
  void noTextsGiveNoLists() {
    assertThat(service.queryBatch(batch(List.of()).build())).isEmpty();
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("QRY-9")
  @Test
  void emptySourceIdsGiveAnEmptyListPerText() {
    assertThat(service.queryBatch(batch(TEXTS).sourceIds(List.of()).build()))
        .isEqualTo(List.of(List.of(), List.of(), List.of(), List.of()));
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("QRY-9")
  @Test
  void anUnknownCollectionGivesAnEmptyListPerText() {
    assertThat(service.queryBatch(batch(TEXTS).collectionName("unknown").build()))
        .isEqualTo(List.of(List.of(), List.of(), List.of(), List.of()));
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("QRY-9")
  @Test
  void aTextWithoutResultsHasAnEmptyListInItsPlace() {
    embedding.vector("nowhere near", -1, 0, 0, 0, 0, 0, 0, 0);
    index(embedding.textAt(0.99));

    List<List<RagServiceResult>> batch =
        service.queryBatch(
            batch(List.of("nowhere near", RecordingEmbedding.QUERY)).minSimilarity(0.95).build());

    assertThat(batch).hasSize(2);
    assertThat(batch.get(0)).as("nowhere near").isEmpty();
    assertThat(batch.get(1)).as("the query").hasSize(1);
  }

  @Rule("QRY-9")
  @Test
  void manyTextsWork() {
    List<String> texts = IntStream.range(0, 300).mapToObj(i -> "query " + i).toList();

    List<List<RagServiceResult>> batch = service.queryBatch(batch(texts).topK(1).build());

    assertThat(batch).hasSize(300).allSatisfy(results -> assertThat(results).hasSize(1));
    assertThat(withoutIndex(batch).get(299)).isEqualTo(query(single("query 299").topK(1)));
  }

  @Rule("QRY-11")
  @SuppressWarnings("NullAway") // a text that is null is one of those refused
  @Test
  void aWrongTextAmongSeveralIsRefusedBeforeEmbedding() {
    for (String wrong : Arrays.asList(" ", "a\0b", "\ud83d", null)) {
      assertThatIllegalArgumentException()
          .as("a batch with " + wrong)
          .isThrownBy(() -> service.queryBatch(batch(Arrays.asList("fine", wrong)).build()))
          .withMessageContaining("1");
    }
    assertThat(embedding.calls()).isEmpty();
  }

  private static QueryRequest.Builder single(String text) {
    return QueryRequest.builder(text).collectionName(DOCS);
  }

  private static QueryBatchRequest.Builder batch(List<String> texts) {
    return QueryBatchRequest.builder(texts).collectionName(DOCS);
  }

  private static <B extends QueryOptions.Builder<B>> B narrowed(B request) {
    return request
        .match(Map.of("even", true))
        .sourceIds(List.of("source 0", "source 1"))
        .keepBest(true)
        .includeContent(false)
        .minSimilarity(-0.9)
        .topK(3);
  }

  private static List<List<RagServiceResult>> withoutIndex(List<List<RagServiceResult>> batch) {
    UnaryOperator<RagServiceResult> asSingle =
        result ->
            new RagServiceResult(
                result.id(),
                result.model(),
                result.collectionName(),
                result.sourceId(),
                result.content(),
                result.embeddingSize(),
                result.metadata(),
                result.similarity(),
                result.score(),
                result.scoreKind(),
                result.createdAt(),
                result.updatedAt(),
                null);
    return batch.stream().map(results -> results.stream().map(asSingle).toList()).toList();
  }
}
