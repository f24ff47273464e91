package io.ragport.api.store;

import static io.ragport.api.testing.Services.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.api.ScoreKind;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exact terms, alone and fused with vectors (QRY-13). */
class HybridQueryTest {
  private static final Offset<Double> CLOSE = Offset.offset(1e-6);

  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);

  /** By vector: 1, 2, 3, 4. By keyword: 4 (twice in it), 3. */
  @BeforeEach
  void fourTextsAreThere() {
    embedding
        .vector("alpha", 1, 0, 0, 0)
        .vector("beta", 4, 3, 0, 0)
        .vector("gamma ERR-42", 3, 4, 0, 0)
        .vector("ERR-42 and err-42", 0, 1, 0, 0)
        .vector("ERR-42", 1, 0, 0, 0);
    service.indexBatch(
        IndexBatchRequest.builder()
            .add(Services.item(1, "alpha", "a", Map.of("n", 1)))
            .add(Services.item(2, "beta", "b", Map.of("n", 2)))
            .add(Services.item(3, "gamma ERR-42", "a", Map.of("n", 3)))
            .add(Services.item(4, "ERR-42 and err-42", "c", Map.of("n", 4)))
            .build());
    embedding.forgetCalls();
    store.forgetCalls();
  }

  @Test
  void aKeywordQueryFindsTheEntriesWithTheTerm() {
    List<RagServiceResult> results = service.query(keyword("ERR-42").build());

    assertThat(ids(results)).containsExactly(4L, 3L);
    assertThat(results).extracting(RagServiceResult::scoreKind).containsOnly(ScoreKind.KEYWORD);
    assertThat(results).extracting(RagServiceResult::score).containsExactly(2.0, 1.0);
    assertThat(results).extracting(RagServiceResult::similarity).containsOnlyNulls();
  }

  @Test
  void aKeywordQueryEmbedsNothing() {
    service.query(keyword("ERR-42").build());

    assertThat(embedding.calls()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"",
        "AND OR NOT",
        "a*",
        "+",
        "-x",
        "(",
        "a:b",
        "\\",
        "'",
        "~",
        "^2",
        "[1 TO 2]",
        "&|!"
      })
  void operatorsInTheTextMeanNothing(String text) {
    assertThat(service.query(keyword(text + " ERR-42").build())).isNotEmpty();
    assertThat(store.searches().get(0).requireKeywords()).isEqualTo(text + " ERR-42");
  }

  @Test
  void hybridScoresAreTheSumsOfReciprocalRanks() {
    List<RagServiceResult> results = service.query(hybrid().build());

    assertThat(ids(results)).containsExactly(4L, 3L, 1L, 2L);
    assertThat(results)
        .extracting(RagServiceResult::score)
        .containsExactly(1.0 / 64 + 1.0 / 61, 1.0 / 63 + 1.0 / 62, 1.0 / 61, 1.0 / 62);
    assertThat(results)
        .extracting(RagServiceResult::scoreKind)
        .containsOnly(ScoreKind.RECIPROCAL_RANK);
  }

  @Test
  void everyHybridResultCarriesItsSimilarity() {
    List<RagServiceResult> results = service.query(hybrid().build());

    assertThat(results.get(0).similarity()).isCloseTo(0, CLOSE);
    assertThat(results.get(1).similarity()).isCloseTo(0.6, CLOSE);
    assertThat(results.get(2).similarity()).isCloseTo(1, CLOSE);
    assertThat(results.get(3).similarity()).isCloseTo(0.8, CLOSE);
  }

  @Test
  void minSimilarityThinsOutTheVectorHalfOnly() {
    List<RagServiceResult> results = service.query(hybrid().minSimilarity(0.7).build());

    assertThat(ids(results)).containsExactly(1L, 4L, 2L, 3L);
    assertThat(results)
        .extracting(RagServiceResult::score)
        .containsExactly(1.0 / 61, 1.0 / 61, 1.0 / 62, 1.0 / 62);
  }

  @Test
  void entriesThatOnlyTheKeywordsFoundGetTheirSimilarityFromTheStore() {
    List<RagServiceResult> results = service.query(hybrid().minSimilarity(0.7).build());

    assertThat(store.calls()).contains("fetch 2");
    assertThat(results.get(1).similarity()).isCloseTo(0, CLOSE);
    assertThat(results.get(3).similarity()).isCloseTo(0.6, CLOSE);
  }

  @Test
  void hybridTiesAreOrderedById() {
    List<RagServiceResult> results = service.query(hybrid().minSimilarity(0.7).build());

    assertThat(results.get(0).score()).isEqualTo(results.get(1).score());
    assertThat(ids(results.subList(0, 2))).isSorted();
  }

  @Test
  void aTextWithoutHitsByKeywordIsRankedByVectorAlone() {
    embedding.vector("nothing", 1, 0, 0, 0);

    List<RagServiceResult> results =
        service.query(QueryRequest.builder("nothing").mode(QueryMode.HYBRID).build());

    assertThat(ids(results)).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void hybridQueriesHonourTopK() {
    assertThat(ids(service.query(hybrid().topK(2).build()))).containsExactly(4L, 3L);
  }

  @Test
  void hybridQueriesHonourKeepBest() {
    List<RagServiceResult> results = service.query(hybrid().keepBest(true).build());

    assertThat(results).extracting(RagServiceResult::sourceId).doesNotHaveDuplicates().hasSize(3);
  }

  @Test
  void hybridQueriesHonourTheConditions() {
    assertThat(ids(service.query(hybrid().match(Map.of("n", 3)).build()))).containsExactly(3L);
    assertThat(ids(service.query(hybrid().sourceIds(List.of("b", "c")).build())))
        .containsExactly(4L, 2L);
  }

  @Test
  void hybridQueriesLeaveTheContentOut() {
    assertThat(service.query(hybrid().includeContent(false).build()))
        .extracting(RagServiceResult::content)
        .containsOnlyNulls();
  }

  @Test
  void aHybridQueryWithAVectorOfItsOwnEmbedsNothing() {
    List<RagServiceResult> results =
        service.query(hybrid().vector(new float[] {1, 0, 0, 0}).build());

    assertThat(ids(results)).containsExactly(4L, 3L, 1L, 2L);
    assertThat(embedding.calls()).isEmpty();
  }

  @Test
  void bothHalvesAreSearchedTwoHundredDeep() {
    service.query(hybrid().topK(3).build());

    assertThat(store.searches()).extracting(VectorSearch::topK).containsExactly(200, 200);
  }

  @Test
  void bothHalvesAreSearchedAsDeepAsAsked() {
    service.query(hybrid().topK(10_000).build());

    assertThat(store.searches()).extracting(VectorSearch::topK).containsExactly(10_000, 10_000);
  }

  @Test
  void anEntryBelowTheDepthOfTheVectorsIsFoundByItsWord() {
    List<IndexItem> near = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      embedding.vector("near " + i, 1, i * 1e-5f, 0, 0);
      near.add(Services.item(1000 + i, "near " + i));
    }
    service.indexBatch(IndexBatchRequest.builder().addAll(near).build());

    List<RagServiceResult> results = service.query(hybrid().build());

    assertThat(ids(results)).contains(3L, 4L);
    assertThat(results).extracting(RagServiceResult::similarity).doesNotContainNull();
  }

  private static QueryRequest.Builder keyword(String text) {
    return QueryRequest.builder(text).mode(QueryMode.KEYWORD);
  }

  private static QueryRequest.Builder hybrid() {
    return QueryRequest.builder("ERR-42").mode(QueryMode.HYBRID);
  }
}
