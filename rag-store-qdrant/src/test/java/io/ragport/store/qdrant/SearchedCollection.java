package io.ragport.store.qdrant;

import io.qdrant.client.grpc.Collections.CollectionInfo;
import io.qdrant.client.grpc.Collections.CollectionStatus;
import io.qdrant.client.grpc.Collections.HnswConfigDiff;
import io.qdrant.client.grpc.Collections.UpdateCollection;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.HybridSearch;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.testing.TestEntries;
import io.ragport.testing.TestSearch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A collection of a test's own in the real server. */
final class SearchedCollection implements AutoCloseable {
  static final String NAME = "searched";

  /** The least that the server takes; of 32 components these are 80 vectors. */
  private static final int FEWEST_KB = 10;

  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(2);

  private final String prefix;
  private final Map<String, ?> settings;
  private final QdrantVectorStore store;
  private final CollectionSpec spec;

  private SearchedCollection(
      String prefix, Map<String, ?> settings, QdrantVectorStore store, CollectionSpec spec) {
    this.prefix = prefix;
    this.settings = settings;
    this.store = store;
    this.spec = spec;
  }

  /** An empty one, with keyword search. */
  static SearchedCollection create(int dimension) {
    return create(dimension, Map.of());
  }

  /** One with these entries, and keyword search. */
  static SearchedCollection of(int dimension, VectorRecord... entries) {
    SearchedCollection searched = create(dimension);
    try {
      searched.write(entries);
      return searched;
    } catch (RuntimeException | Error e) {
      searched.close();
      throw e;
    }
  }

  /** An empty one with these settings of the backend. */
  static SearchedCollection create(int dimension, Map<String, ?> settings) {
    String prefix = TestServer.newPrefix();
    QdrantVectorStore store = QdrantVectorStore.connecting(TestServer.options(prefix, settings));
    try {
      CollectionSpec spec = TestEntries.collection(store, NAME, dimension);
      return new SearchedCollection(prefix, settings, store, spec);
    } catch (RuntimeException | Error e) {
      dropAndClose(store);
      throw e;
    }
  }

  private static void dropAndClose(QdrantVectorStore store) {
    try (store) {
      store.dropCollection(NAME);
    }
  }

  /** Another store on the same collection, with these settings more. */
  QdrantVectorStore reopened(Map<String, ?> more) {
    Map<String, Object> all = new HashMap<>(settings);
    all.putAll(more);
    return QdrantVectorStore.connecting(TestServer.options(prefix, all));
  }

  QdrantVectorStore store() {
    return store;
  }

  CollectionSpec spec() {
    return spec;
  }

  void write(VectorRecord... entries) {
    write(List.of(entries));
  }

  void write(List<VectorRecord> entries) {
    store.upsert(spec, entries);
  }

  TestSearch nearest(float... vector) {
    return new TestSearch(spec, vector, null);
  }

  TestSearch keywords(String text) {
    return new TestSearch(spec, null, text);
  }

  List<VectorHit> find(TestSearch search) {
    return store.search(search.build());
  }

  /** Two rankings 200 deep, fused to the best {@code topK}. */
  HybridSearch hybrid(float[] vector, String text, @Nullable Double minSimilarity, int topK) {
    return new HybridSearch(
        nearest(vector).topK(200).build(),
        keywords(text).topK(200).build(),
        minSimilarity,
        60,
        topK);
  }

  /** An entry of that source with the number as its metadata {@code n}. */
  static VectorRecord entry(int number, String source, String content, float... vector) {
    return new VectorRecord(
        TestEntries.id(number),
        source,
        content,
        vector,
        Map.of("n", (long) number),
        TestEntries.NOW,
        TestEntries.NOW);
  }

  /**
   * Entries number 0 to {@code count − 1} in clusters; sources {@code s0}, {@code s1}, … in turn.
   */
  static List<VectorRecord> clustered(int count, int dimension, int sources) {
    Random random = new Random(count);
    List<float[]> centres =
        IntStream.range(0, 40).mapToObj(i -> TestEntries.vector(random, dimension)).toList();
    return IntStream.range(0, count)
        .mapToObj(
            number -> {
              float[] vector = TestEntries.vector(random, dimension);
              float[] centre = centres.get(random.nextInt(centres.size()));
              for (int i = 0; i < dimension; i++) {
                vector[i] = centre[i] + 0.3f * vector[i];
              }
              return entry(number, "s" + number % sources, "text " + number, vector);
            })
        .toList();
  }

  /**
   * Has the server search by index from now on; to be called before anything is written. By default
   * it compares all vectors of a segment below 10 MB, index or not.
   */
  void preferIndex() {
    UpdateCollection request =
        UpdateCollection.newBuilder()
            .setCollectionName(spec.identifier())
            .setHnswConfig(HnswConfigDiff.newBuilder().setFullScanThreshold(FEWEST_KB))
            .build();
    try (QdrantNodes nodes = new QdrantNodes(TestServer.options(prefix, settings))) {
      nodes.call(
          "index",
          ByClient.request((client, timeout) -> client.updateCollectionAsync(request, timeout)));
    }
  }

  /**
   * Waits until the server has built the index of all vectors; of a collection without keyword
   * search, since terms are vectors that count as well.
   */
  void awaitIndexed() {
    QdrantOptions options = TestServer.options(prefix, settings);
    try (QdrantNodes nodes = new QdrantNodes(options)) {
      long deadline = System.nanoTime() + PATIENCE;
      while (!isIndexed(
          nodes.call(
              "index",
              ByClient.request(
                  (client, timeout) ->
                      client.getCollectionInfoAsync(spec.identifier(), timeout))))) {
        if (System.nanoTime() - deadline > 0) {
          throw new AssertionError("the index is not ready");
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50)); // it tells nobody when it is
      }
    }
  }

  private static boolean isIndexed(CollectionInfo info) {
    return info.getStatus() == CollectionStatus.Green
        && info.getIndexedVectorsCount() >= info.getPointsCount();
  }

  @Override
  public void close() {
    dropAndClose(store);
  }
}
