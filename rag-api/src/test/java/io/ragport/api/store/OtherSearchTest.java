package io.ragport.api.store;

import static io.ragport.api.testing.Services.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.IndexBatchRequest;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a backend gets that ranks by a search of its own. */
class OtherSearchTest {
  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final Extended service = new Extended();

  private final class Extended extends VectorStoreRagService {
    private final List<List<VectorSearch>> asked = new ArrayList<>();

    Extended() {
      super(VectorStoreRagService.builder(store, EmbeddingSettings.of(embedding)));
    }

    /** All that the store finds, in the wrong order. */
    List<List<RagServiceResult>> find(QueryBatchRequest request) {
      return rank(
          findCollection(request.options().collectionName()).orElseThrow(),
          request,
          searches -> {
            asked.add(searches);
            return searches.stream().map(this::upsideDown).toList();
          });
    }

    private List<VectorHit> upsideDown(VectorSearch search) {
      List<VectorHit> hits = new ArrayList<>(store.search(search));
      Collections.reverse(hits);
      return hits;
    }
  }

  @BeforeEach
  void threeDirectionsAreThere() {
    service.indexBatch(
        IndexBatchRequest.builder()
            .add(Services.item(1, "west", "a", Map.of()))
            .add(Services.item(2, "north", "a", Map.of()))
            .add(Services.item(3, "east", "b", Map.of()))
            .build());
    embedding.forgetCalls();
  }

  @Test
  void hitsAreOrderedAndNumbered() {
    List<List<RagServiceResult>> found =
        service.find(QueryBatchRequest.builder(List.of("east", "west")).build());

    assertThat(ids(found.get(0))).containsExactly(3L, 2L, 1L);
    assertThat(ids(found.get(1))).containsExactly(1L, 2L, 3L);
    assertThat(found.get(1)).allSatisfy(result -> assertThat(result.queryIndex()).isEqualTo(1));
  }

  @Test
  void hitsBelowTheThresholdAreLeftOut() {
    List<List<RagServiceResult>> found =
        service.find(QueryBatchRequest.builder(List.of("east")).minSimilarity(-0.5).build());

    assertThat(ids(found.get(0))).containsExactly(3L, 2L);
  }

  @Test
  void theSearchIsAskedOnceWithAllOptions() {
    service.find(
        QueryBatchRequest.builder(List.of("east", "west"))
            .topK(7)
            .sourceIds(List.of("a"))
            .keepBest(true)
            .exact(true)
            .build());

    assertThat(service.asked).hasSize(1);
    assertThat(service.asked.get(0))
        .hasSize(2)
        .allSatisfy(
            search -> {
              assertThat(search.topK()).isEqualTo(7);
              assertThat(search.sourceIds()).containsExactly("a");
              assertThat(search.keepBest()).isTrue();
              assertThat(search.exact()).isTrue();
            });
  }
}
