package io.ragport.testing;

import io.ragport.api.MetadataFilter;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorSearch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A search with defaults. */
public final class TestSearch {
  private final CollectionSpec collection;
  private final float @Nullable [] vector;
  private final @Nullable String keywords;
  private int topK = 5;
  private @Nullable List<String> sourceIds;
  private @Nullable MetadataFilter filter;
  private boolean keepBest;
  private boolean includeContent = true;
  private boolean exact;

  /** By vector or by keywords; the other one null. */
  public TestSearch(
      CollectionSpec collection, float @Nullable [] vector, @Nullable String keywords) {
    this.collection = collection;
    this.vector = vector;
    this.keywords = keywords;
  }

  /** 5 if never set. */
  public TestSearch topK(int newTopK) {
    topK = newTopK;
    return this;
  }

  /** All if never set. */
  public TestSearch sourceIds(String... newSourceIds) {
    sourceIds = List.of(newSourceIds);
    return this;
  }

  /** None if never set. */
  public TestSearch filter(MetadataFilter newFilter) {
    filter = newFilter;
    return this;
  }

  /** The best entry of each source. */
  public TestSearch keepBest() {
    keepBest = true;
    return this;
  }

  /** Without the texts. */
  public TestSearch withoutContent() {
    includeContent = false;
    return this;
  }

  /** Comparing all. */
  public TestSearch exact() {
    exact = true;
    return this;
  }

  /** The search. */
  // NullAway reads the annotation of an array's elements and of the array alike in class files.
  @SuppressWarnings("NullAway")
  public VectorSearch build() {
    return new VectorSearch(
        collection, vector, keywords, topK, sourceIds, filter, keepBest, includeContent, exact);
  }
}
