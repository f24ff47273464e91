package io.ragport.store.lucene;

import io.ragport.api.MetadataFilter;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.TextLanguage;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import io.ragport.api.store.VectorSearch;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores, entries and searches with defaults. */
final class TestStores {
  static final Instant NOW = Instant.parse("2026-05-04T03:02:01.123456Z");

  private TestStores() {}

  static LuceneVectorStore onDisk(Path path) {
    return new LuceneVectorStore(options(path, false));
  }

  static LuceneVectorStore inMemory() {
    return new LuceneVectorStore(options(Path.of("unused"), true));
  }

  static LuceneOptions options(Path path, boolean memory) {
    return new LuceneOptions(path, memory, 16, 100, 64, 64, TextLanguage.ENGLISH);
  }

  static CollectionSpec collection(LuceneVectorStore store, String name, int dimension) {
    return store.createCollection(CollectionSpec.toCreate(name, "model", dimension, null));
  }

  static UUID id(int number) {
    return new UUID(0, number);
  }

  static VectorRecord entry(int number, float... vector) {
    return entry(number, "source", "text " + number, Map.of(), vector);
  }

  static VectorRecord entry(
      int number,
      String source,
      String content,
      Map<String, @Nullable Object> metadata,
      float... vector) {
    return new VectorRecord(id(number), source, content, vector, metadata, NOW, NOW);
  }

  static VectorSearch nearest(CollectionSpec collection, int topK, float... vector) {
    return Query.nearest(collection, topK, vector).build();
  }

  static VectorSearch filtered(
      CollectionSpec collection, int topK, MetadataFilter filter, float... vector) {
    return Query.nearest(collection, topK, vector).filter(filter).build();
  }

  static VectorSearch keyword(CollectionSpec collection, int topK, String text) {
    return Query.keyword(collection, topK, text).build();
  }

  static List<UUID> ids(List<VectorHit> hits) {
    return hits.stream().map(VectorHit::id).toList();
  }

  static List<UUID> allIds(LuceneVectorStore store, CollectionSpec collection) {
    return store.scan(VectorScan.of(collection, Integer.MAX_VALUE)).stream()
        .map(VectorRecord::id)
        .toList();
  }

  /** Unit vectors around a few centres, as embeddings are. */
  static float[][] clustered(Random random, int count, int dimension, int clusters) {
    float[][] centres = new float[clusters][];
    for (int i = 0; i < clusters; i++) {
      centres[i] = gaussian(random, dimension);
    }
    float[][] vectors = new float[count][];
    for (int i = 0; i < count; i++) {
      float[] vector = gaussian(random, dimension);
      float[] centre = centres[random.nextInt(clusters)];
      for (int j = 0; j < dimension; j++) {
        vector[j] = centre[j] + 0.7f * vector[j];
      }
      vectors[i] = UnitVectors.toUnit(vector);
    }
    return vectors;
  }

  static float[] gaussian(Random random, int dimension) {
    float[] vector = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      vector[i] = (float) random.nextGaussian();
    }
    return vector;
  }

  /** A search with defaults. */
  static final class Query {
    private final CollectionSpec collection;
    private final int topK;
    private final float @Nullable [] vector;
    private final @Nullable String keywords;
    private @Nullable List<String> sourceIds;
    private @Nullable MetadataFilter filter;
    private boolean keepBest;
    private boolean includeContent = true;
    private boolean exact;

    private Query(
        CollectionSpec collection, int topK, float @Nullable [] vector, @Nullable String keywords) {
      this.collection = collection;
      this.topK = topK;
      this.vector = vector;
      this.keywords = keywords;
    }

    static Query nearest(CollectionSpec collection, int topK, float... vector) {
      return new Query(collection, topK, vector, null);
    }

    static Query keyword(CollectionSpec collection, int topK, String text) {
      return new Query(collection, topK, null, text);
    }

    Query sources(String... newSourceIds) {
      sourceIds = List.of(newSourceIds);
      return this;
    }

    Query filter(MetadataFilter newFilter) {
      filter = newFilter;
      return this;
    }

    Query keepBest() {
      keepBest = true;
      return this;
    }

    Query withoutContent() {
      includeContent = false;
      return this;
    }

    Query exact() {
      exact = true;
      return this;
    }

    // javac 17 does not show NullAway the annotation of an array in a class file.
    @SuppressWarnings("NullAway")
    VectorSearch build() {
      return new VectorSearch(
          collection, vector, keywords, topK, sourceIds, filter, keepBest, includeContent, exact);
    }
  }
}
