package io.ragport.store.qdrant;

import static io.ragport.store.qdrant.SearchedCollection.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.store.HybridSearch;
import io.ragport.testing.TestSearch;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Hybrid searches notice when a collection is not small any more. */
class GrownCollectionTest {
  private WrittenPoints docs;
  private SmallCollections small;
  private FusedSearch fused;

  @BeforeEach
  void createSmall() {
    docs = WrittenPoints.create(2, Map.of());
    QdrantOptions options = QdrantOptions.of(Map.of());
    small = new SmallCollections();
    small.learn(docs.collection(), nearest().topK(5).build(), 2);
    fused =
        new FusedSearch(
            new SearchRequests(options), new PointQueries(options, docs.nodes()), small);
    docs.writer()
        .upsert(
            docs.collection(), List.of(entry(1, "s", "apple", 1, 0), entry(2, "s", "pear", 0, 1)));
  }

  @AfterEach
  void close() {
    if (docs != null) { // not where there is no server
      docs.close();
    }
  }

  @Test
  void oneThatHasAsManyAsAskedForIsNotSmallAnyMore() {
    fused.find(docs.collection(), List.of(hybrid(2)));

    assertThat(small.contains(docs.collection())).isFalse();
  }

  @Test
  void anyOfSeveralSearchesTells() {
    fused.find(docs.collection(), List.of(hybrid(3), hybrid(2)));

    assertThat(small.contains(docs.collection())).isFalse();
  }

  @Test
  void oneWithFewerStaysSmall() {
    fused.find(docs.collection(), List.of(hybrid(3)));

    assertThat(small.contains(docs.collection())).isTrue();
  }

  private HybridSearch hybrid(int topK) {
    return new HybridSearch(
        nearest().topK(200).build(),
        new TestSearch(docs.collection().spec(), null, "pear").topK(200).build(),
        null,
        60,
        topK);
  }

  private TestSearch nearest() {
    return new TestSearch(docs.collection().spec(), new float[] {1, 0}, null);
  }
}
