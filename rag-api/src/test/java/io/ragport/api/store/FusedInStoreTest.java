package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.FilterEvaluator;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.MetadataFilter;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hybrid query of a store that fuses by itself (QRY-13). */
class FusedInStoreTest {
  private final FusingStore store = new FusingStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);

  @BeforeEach
  void thirtyTextsAreThere() {
    List<IndexItem> items = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      String text = "word " + "pear ".repeat(i % 5) + i;
      embedding.vector(text, 1, i * 0.1f, 0, 0);
      items.add(Services.item(i, text, "s" + i % 4, Map.of("n", i)));
    }
    embedding.vector("pear", 1, 1, 0, 0);
    embedding.vector("word", 0, 1, 0, 0);
    service.indexBatch(IndexBatchRequest.builder().addAll(items).build());
    store.forgetCalls();
  }

  @Test
  void theStoreIsAskedForTheFusedRankingAlone() {
    service.query(hybrid().topK(3).build());

    assertThat(store.fused)
        .singleElement()
        .satisfies(
            search -> {
              assertThat(search.byVector().topK()).isEqualTo(200);
              assertThat(search.byKeyword().topK()).isEqualTo(200);
              assertThat(search.k()).isEqualTo(60);
              assertThat(search.topK()).isEqualTo(3);
              assertThat(search.minSimilarity()).isNull();
            });
  }

  @Test
  void theConditionsHoldForBothHalves() {
    service.query(
        hybrid().sourceIds(List.of("s1")).filter(MetadataFilter.lt("n", 9)).exact(true).build());

    HybridSearch search = store.fused.get(0);
    for (VectorSearch half : List.of(search.byVector(), search.byKeyword())) {
      assertThat(half.sourceIds()).containsExactly("s1");
      assertThat(half.filter()).isEqualTo(MetadataFilter.lt("n", 9));
      assertThat(half.exact()).isTrue();
      assertThat(half.keepBest()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 300})
  void theResultsAreThoseOfTheServicesOwnFusion(int topK) {
    assertSameAsFusedHere(query -> query.topK(topK));
    assertSameAsFusedHere(query -> query.topK(topK).minSimilarity(0.6));
    assertSameAsFusedHere(query -> query.topK(topK).filter(MetadataFilter.gte("n", 12)));
    assertSameAsFusedHere(query -> query.topK(topK).sourceIds(List.of("s0", "s3")));
    assertSameAsFusedHere(query -> query.topK(topK).includeContent(false));
    assertThat(store.fused).hasSize(5);
  }

  @Test
  void keepBestIsFusedByTheService() {
    List<RagServiceResult> results = service.query(hybrid().keepBest(true).build());

    assertThat(store.fused).isEmpty();
    assertThat(results).extracting(RagServiceResult::sourceId).doesNotHaveDuplicates().hasSize(4);
  }

  @Test
  void aFilterThatTheStoreOnlyNarrowsDownIsFusedByTheService() {
    store.supersetFor(filter -> true);

    List<RagServiceResult> results =
        service.query(hybrid().filter(MetadataFilter.lt("n", 2)).build());

    assertThat(store.fused).isEmpty();
    assertThat(results)
        .hasSize(2)
        .allMatch(result -> FilterEvaluator.matches(MetadataFilter.lt("n", 2), result.metadata()));
  }

  @Test
  void aBatchIsFusedInOneCall() {
    List<List<RagServiceResult>> results =
        service.queryBatch(
            QueryBatchRequest.builder(List.of("pear", "word")).mode(QueryMode.HYBRID).build());

    assertThat(store.calls()).containsOnlyOnce("searchFused 2");
    assertThat(results.get(0)).isNotEqualTo(results.get(1)).hasSize(5);
    assertThat(results.get(1)).extracting(RagServiceResult::queryIndex).containsOnly(1);
  }

  @Test
  void equalFusedScoresAreOrderedById() {
    store.reversed = true;

    assertSameAsFusedHere(query -> query.topK(30).minSimilarity(0.9));
  }

  private void assertSameAsFusedHere(UnaryOperator<QueryRequest.Builder> change) {
    store.fuses = false;
    List<RagServiceResult> expected = service.query(change.apply(hybrid()).build());
    store.fuses = true;

    assertThat(service.query(change.apply(hybrid()).build())).isEqualTo(expected);
  }

  private static QueryRequest.Builder hybrid() {
    return QueryRequest.builder("pear").mode(QueryMode.HYBRID);
  }

  /** Fuses what its own searches find. */
  private static final class FusingStore extends InMemoryVectorStore {
    private final List<HybridSearch> fused = new ArrayList<>();
    private final List<String> fusedCalls = new ArrayList<>();
    private boolean fuses = true;
    private boolean reversed;

    @Override
    public Optional<List<List<FusedHit>>> searchFused(List<HybridSearch> searches) {
      if (!fuses) {
        return Optional.empty();
      }
      fused.addAll(searches);
      fusedCalls.add("searchFused " + searches.size());
      return Optional.of(searches.stream().map(this::fuse).toList());
    }

    @Override
    public List<String> calls() {
      return fusedCalls;
    }

    private List<FusedHit> fuse(HybridSearch search) {
      Map<UUID, Double> scores = new HashMap<>();
      List<VectorHit> nearest =
          search(search.byVector()).stream()
              .filter(
                  hit -> search.minSimilarity() == null || hit.score() >= search.minSimilarity())
              .sorted(SearchStep.BEST_FIRST)
              .toList();
      rank(nearest, scores, search.k());
      rank(
          search(search.byKeyword()).stream().sorted(SearchStep.BEST_FIRST).toList(),
          scores,
          search.k());
      List<VectorHit> all = search(search.byVector().widened(Integer.MAX_VALUE));
      List<FusedHit> hits =
          new ArrayList<>(
              all.stream()
                  .filter(hit -> scores.containsKey(hit.id()))
                  .map(hit -> fused(hit, scores.getOrDefault(hit.id(), 0.0)))
                  .sorted(BEST_FIRST)
                  .limit(search.topK())
                  .toList());
      if (reversed) {
        Collections.reverse(hits);
      }
      return hits;
    }

    private static final Comparator<FusedHit> BEST_FIRST =
        Comparator.comparing(FusedHit::hit, SearchStep.BEST_FIRST);

    private static FusedHit fused(VectorHit hit, double score) {
      return new FusedHit(
          new VectorHit(
              hit.id(),
              hit.sourceId(),
              hit.content(),
              hit.metadata(),
              hit.createdAt(),
              hit.updatedAt(),
              score),
          hit.score());
    }

    private static void rank(List<VectorHit> hits, Map<UUID, Double> scores, int k) {
      for (int i = 0; i < hits.size(); i++) {
        scores.merge(hits.get(i).id(), 1.0 / (k + i + 1), Double::sum);
      }
    }
  }
}
