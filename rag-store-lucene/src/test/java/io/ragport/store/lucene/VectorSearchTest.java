package io.ragport.store.lucene;

import static io.ragport.store.lucene.TestStores.collection;
import static io.ragport.store.lucene.TestStores.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.MetadataFilter;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.store.lucene.TestStores.Query;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Searches through graphs: 10,000 clustered vectors of 64 dimensions (QRY-2, QRY-5, QRY-10). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VectorSearchTest {
  private static final int COUNT = 10_000;
  private static final long SEED = 20_260_504;

  private LuceneVectorStore store = TestStores.inMemory();
  private CollectionSpec docs = CollectionSpec.toCreate("docs", "model", 64, null);
  private float[][] queries = new float[0][];

  @BeforeAll
  void index(@TempDir Path folder) {
    store = TestStores.onDisk(folder.resolve("index"));
    docs = collection(store, "docs", 64);
    Random random = new Random(SEED);
    float[][] vectors = TestStores.clustered(random, COUNT + 100, 64, 100);
    for (int from = 0; from < COUNT; from += 500) {
      List<VectorRecord> batch = new ArrayList<>();
      for (int i = from; i < from + 500; i++) {
        batch.add(
            TestStores.entry(
                i,
                "s" + i % 700,
                "text " + i,
                Map.of("mod", (long) (i % 50), "half", i % 2 == 0),
                vectors[i]));
      }
      store.upsert(docs, batch);
    }
    store.delete(docs, Selection.ofSources(List.of("s13")));
    queries = Arrays.copyOfRange(vectors, COUNT, COUNT + 100);
  }

  @AfterAll
  void close() {
    store.close();
  }

  @Test
  void findsNearlyAllTrueNeighbours() {
    assertThat(recall(null)).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void findsNearlyAllTrueNeighboursThatMatchAFilter() {
    assertThat(recall(MetadataFilter.eq("mod", 7))).isGreaterThanOrEqualTo(0.95);
    assertThat(recall(MetadataFilter.eq("half", true))).isGreaterThanOrEqualTo(0.95);
    assertThat(recall(MetadataFilter.ne("mod", 7))).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void similaritiesAreThoseOfTheVectors() {
    for (float[] query : queries) {
      List<VectorHit> hits = store.search(Query.nearest(docs, 10, query).build());

      for (VectorRecord entry : store.fetch(docs, ids(hits))) {
        VectorHit hit =
            hits.stream().filter(h -> h.id().equals(entry.id())).findFirst().orElseThrow();
        assertThat(hit.score()).isCloseTo(cosine(query, entry.vector()), within(1e-5));
      }
    }
  }

  @Test
  void returnsAsManyAsMatchHoweverManyAreWanted() {
    MetadataFilter filter = MetadataFilter.eq("mod", 7);
    int matching =
        store.search(Query.nearest(docs, COUNT, queries[0]).filter(filter).build()).size();

    assertThat(matching).isBetween(190, 200);
    for (int topK : new int[] {1, 10, 65, 150, 189, 2_000, 1_000_000}) {
      assertThat(store.search(Query.nearest(docs, topK, queries[1]).filter(filter).build()))
          .hasSize(Math.min(topK, matching));
      assertThat(store.search(Query.nearest(docs, topK, queries[1]).build()))
          .hasSize((int) Math.min(topK, store.count(docs)));
    }
  }

  @Test
  void ordersByDescendingSimilarity() {
    List<VectorHit> hits = store.search(Query.nearest(docs, 300, queries[2]).build());

    assertThat(hits).isSortedAccordingTo((a, b) -> Double.compare(b.score(), a.score()));
    assertThat(new HashSet<>(ids(hits))).hasSize(300);
  }

  @Test
  void neverReturnsDeletedEntries() {
    assertThat(store.search(Query.nearest(docs, COUNT, queries[3]).build()))
        .noneMatch(hit -> hit.sourceId().equals("s13"));
  }

  @Test
  void keepBestIsExact() {
    List<VectorHit> best = store.search(Query.nearest(docs, 50, queries[4]).keepBest().build());

    Set<String> expected = new LinkedHashSet<>();
    store
        .search(Query.nearest(docs, COUNT, queries[4]).exact().build())
        .forEach(hit -> expected.add(hit.sourceId()));
    assertThat(best.stream().map(VectorHit::sourceId).toList())
        .isEqualTo(expected.stream().limit(50).toList());
  }

  private double recall(@Nullable MetadataFilter filter) {
    int found = 0;
    int all = 0;
    for (float[] query : queries) {
      Query approximate = Query.nearest(docs, 10, query);
      Query exact = Query.nearest(docs, 10, query).exact();
      if (filter != null) {
        approximate.filter(filter);
        exact.filter(filter);
      }
      Set<UUID> expected = new HashSet<>(ids(store.search(exact.build())));
      List<UUID> hits = ids(store.search(approximate.build()));
      assertThat(hits).hasSize(10);
      all += expected.size();
      found += (int) hits.stream().filter(expected::contains).count();
    }
    return (double) found / all;
  }

  private static double cosine(float[] a, float[] b) {
    double dot = 0;
    double squaredA = 0;
    double squaredB = 0;
    for (int i = 0; i < a.length; i++) {
      dot += (double) a[i] * b[i];
      squaredA += (double) a[i] * a[i];
      squaredB += (double) b[i] * b[i];
    }
    return dot / Math.sqrt(squaredA * squaredB);
  }
}
