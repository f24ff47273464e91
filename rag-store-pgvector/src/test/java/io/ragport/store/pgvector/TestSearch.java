package io.ragport.store.pgvector;

import io.ragport.api.MetadataFilter;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorSearch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A search with defaults. */
final class TestSearch {
  private final CollectionSpec collection;
  private final float @Nullable [] vector;
  private final @Nullable String keywords;
  private int topK = 5;
  private @Nullable List<String> sourceIds;
  private @Nullable MetadataFilter filter;
  private boolean keepBest;
  private boolean includeContent = true;
  private boolean exact;

  TestSearch(TestTable table, float @Nullable [] vector, @Nullable String keywords) {
    this(table.spec(), vector, keywords);
  }

  TestSearch(CollectionSpec collection, float @Nullable [] vector, @Nullable String keywords) {
    this.collection = collection;
    this.vector = vector;
    this.keywords = keywords;
  }

  TestSearch topK(int newTopK) {
    topK = newTopK;
    return this;
  }

  TestSearch sourceIds(String... newSourceIds) {
    sourceIds = List.of(newSourceIds);
    return this;
  }

  TestSearch filter(MetadataFilter newFilter) {
    filter = newFilter;
    return this;
  }

  TestSearch keepBest() {
    keepBest = true;
    return this;
  }

  TestSearch withoutContent() {
    includeContent = false;
    return this;
  }

  TestSearch exact() {
    exact = true;
    return this;
  }

  // NullAway reads the annotation of an array's elements and of the array alike in class files.
  @SuppressWarnings("NullAway")
  VectorSearch build() {
    return new VectorSearch(
        collection, vector, keywords, topK, sourceIds, filter, keepBest, includeContent, exact);
  }
}
