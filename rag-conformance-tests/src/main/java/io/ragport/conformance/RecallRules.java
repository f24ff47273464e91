package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.BaseRagService;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.RagServiceResult;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** QRY-10: how much of the exact answer an approximate index finds. */
abstract class RecallRules extends Rules {
  private static final int TOP_K = 10;
  private static final int BATCH = 5_000;

  RecallRules(Backend backend) {
    super(backend);
  }

  /** One test for both halves of the rule, since the data is large. */
  @Rule("QRY-10")
  @Test
  void theApproximateIndexFindsNearlyAllAndTheExactSearchAll() {
    ClusteredTexts data = new ClusteredTexts(10_000, 50, TOP_K);
    BaseRagService clustered = keep(configured(Map.of()).embedder(data.embedding()).open());
    for (int from = 0; from < data.texts().size(); from += BATCH) {
      clustered.indexBatch(
          IndexBatchRequest.builder()
              .collectionName(DOCS)
              .addAll(data.texts().subList(from, from + BATCH).stream().map(IndexItem::of).toList())
              .build());
    }

    List<List<String>> found = nearest(clustered, data, false);
    List<List<String>> exact = nearest(clustered, data, true);

    assertThat(exact).as("exact=true against all cosines").isEqualTo(data.nearest());
    assertThat(recall(found, data.nearest())).as("recall@10").isBetween(0.95, 1.0);
  }

  private static List<List<String>> nearest(
      BaseRagService service, ClusteredTexts data, boolean exact) {
    List<List<RagServiceResult>> batch =
        service.queryBatch(
            QueryBatchRequest.builder(data.queries())
                .collectionName(DOCS)
                .topK(TOP_K)
                .exact(exact)
                .build());
    return batch.stream().map(Rules::contents).toList();
  }

  private static double recall(List<List<String>> found, List<List<String>> nearest) {
    int hits = 0;
    for (int i = 0; i < nearest.size(); i++) {
      Set<String> both = new HashSet<>(found.get(i));
      both.retainAll(nearest.get(i));
      hits += both.size();
    }
    return (double) hits / nearest.stream().collect(Collectors.summingInt(List::size));
  }
}
