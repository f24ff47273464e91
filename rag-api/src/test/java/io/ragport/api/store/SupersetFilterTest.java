package io.ragport.api.store;

import static io.ragport.api.testing.Services.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.MetadataFilter;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RandomFilters;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that can only narrow a filter down gives the same results (QRY-2, QRY-5, QRY-6). */
class SupersetFilterTest {
  private static final int ENTRIES = 1000;
  private static final MetadataFilter RARE = MetadataFilter.gte("n", ENTRIES - 7);

  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);

  /** The higher the number, the farther from east; three entries of each source. */
  @BeforeEach
  void aThousandEntriesAreThere() {
    List<IndexItem> items = new ArrayList<>();
    for (int i = 0; i < ENTRIES; i++) {
      embedding.vector("word t" + i, 1, i * 0.01f, 0, 0);
      items.add(Services.item(i, "word t" + i, "s" + i / 3, Map.of("n", i, "even", i % 2 == 0)));
    }
    service.indexBatch(IndexBatchRequest.builder().addAll(items).build());
    store.supersetFor(filter -> true).forgetCalls();
  }

  @Test
  void theFarthestEntriesAreFound() {
    assertThat(ids(service.query(query().filter(RARE).build())))
        .containsExactly(993L, 994L, 995L, 996L, 997L, 998L, 999L);
  }

  @Test
  void noMoreThanAskedComeBack() {
    assertThat(ids(service.query(query().topK(3).filter(RARE).build())))
        .containsExactly(993L, 994L, 995L);
  }

  @Test
  void theSearchIsWidenedUntilThereIsEnough() {
    service.query(query().topK(3).filter(MetadataFilter.gte("n", 395)).build());

    assertThat(store.searches()).extracting(VectorSearch::topK).containsExactly(100, 400);
  }

  @Test
  void theSearchIsWidenedUntilTheStoreIsExhausted() {
    List<RagServiceResult> results =
        service.query(query().filter(MetadataFilter.eq("n", -1)).build());

    assertThat(results).isEmpty();
    assertThat(store.searches()).extracting(VectorSearch::topK).containsExactly(100, 400, 1600);
  }

  @Test
  void theFirstSearchIsWiderThanTopK() {
    service.query(query().topK(200).filter(MetadataFilter.exists("n")).build());

    assertThat(store.searches()).extracting(VectorSearch::topK).containsExactly(800);
  }

  @Test
  void theLargestTopKWorks() {
    assertThat(service.query(query().topK(10_000).filter(MetadataFilter.exists("n")).build()))
        .hasSize(ENTRIES);
  }

  @Test
  void keepBestCountsSources() {
    List<RagServiceResult> results =
        service.query(query().topK(2).keepBest(true).filter(MetadataFilter.gte("n", 601)).build());

    assertThat(ids(results)).containsExactly(601L, 603L);
    assertThat(store.searches()).extracting(VectorSearch::keepBest).containsOnly(false);
  }

  @Test
  void keepBestLooksAtMatchingEntriesOnly() {
    List<RagServiceResult> results =
        service.query(
            query().topK(3).keepBest(true).filter(MetadataFilter.eq("even", false)).build());

    assertThat(ids(results)).containsExactly(1L, 3L, 7L);
  }

  @Test
  void contentIsLeftOutWhereItIsNotAskedFor() {
    assertThat(service.query(query().filter(RARE).includeContent(false).build()))
        .extracting(RagServiceResult::content)
        .containsOnlyNulls();
  }

  @Test
  void minSimilarityHoldsAsWell() {
    assertThat(service.query(query().minSimilarity(0.9).filter(RARE).build())).isEmpty();
  }

  @Test
  void sourceIdsHoldAsWell() {
    assertThat(ids(service.query(query().sourceIds(List.of("s0", "s333")).filter(RARE).build())))
        .containsExactly(999L);
  }

  @Test
  void everyTextOfABatchIsWidenedByItself() {
    List<List<RagServiceResult>> results =
        service.queryBatch(
            QueryBatchRequest.builder(List.of("east", "north")).topK(1).filter(RARE).build());

    assertThat(ids(results.get(0))).containsExactly(993L);
    assertThat(ids(results.get(1))).containsExactly(999L);
  }

  @ParameterizedTest
  @EnumSource
  void everyModeGivesWhatAnExactStoreGives(QueryMode mode) {
    QueryRequest request =
        QueryRequest.builder("word").mode(mode).topK(50).match(Map.of("even", true)).build();
    List<RagServiceResult> narrowed = service.query(request);

    store.supersetFor(filter -> false);

    assertThat(service.query(request)).isEqualTo(narrowed).hasSize(50);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void randomFiltersGiveWhatAnExactStoreGives(long seed) {
    RandomFilters random = new RandomFilters(seed);
    List<IndexItem> items = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      items.add(Services.item(i, "r" + i, "s" + i % 40, random.metadata()));
    }
    service.indexBatch(IndexBatchRequest.builder().collectionName("r").addAll(items).build());

    for (int i = 0; i < 20; i++) {
      QueryRequest request =
          QueryRequest.builder("east")
              .collectionName("r")
              .topK(7)
              .keepBest(i % 2 == 0)
              .filter(random.tree(4))
              .build();
      List<RagServiceResult> narrowed = service.query(request);
      store.supersetFor(filter -> false);
      assertThat(narrowed).as("seed %s, query %s", seed, i).isEqualTo(service.query(request));
      store.supersetFor(filter -> true);
    }
  }

  @Test
  void deletingByMetadataDeletesExactlyTheMatching() {
    service.deleteByMetadata("default", Map.of("even", true));

    assertThat(store.contents("default"))
        .hasSize(ENTRIES / 2)
        .allSatisfy(entry -> assertThat(entry.metadata()).containsEntry("even", false));
    assertThat(store.deletes())
        .singleElement()
        .satisfies(selection -> assertThat(selection.filter()).isNull())
        .satisfies(selection -> assertThat(selection.ids()).hasSize(ENTRIES / 2));
  }

  @Test
  void deletingByMetadataThatNothingMatchesDeletesNothing() {
    service.deleteByMetadata("default", Map.of("even", "true"));

    assertThat(store.contents("default")).hasSize(ENTRIES);
  }

  private static QueryRequest.Builder query() {
    return QueryRequest.builder("east").topK(10);
  }
}
