package io.ragport.api.store;

import io.ragport.api.MetadataFilter;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One search in one collection, by vector or by keyword: exactly one of the two is given.
 *
 * @param collection where to search
 * @param vector the collection's dimension long, finite, not all zero; not to be modified
 * @param keywords plain text whose terms are looked for; no operator in it means anything
 * @param topK how many hits, 1 or more; may exceed 10,000, since the service widens a search whose
 *     filter the store can only narrow down
 * @param sourceIds restricts to these sources, not empty; null does not
 * @param filter restricts by metadata; null does not
 * @param keepBest only the best entry of each source; topK counts sources
 * @param includeContent whether hits carry the text
 * @param exact compare every candidate in place of an approximate index
 */
public record VectorSearch(
    CollectionSpec collection,
    float @Nullable [] vector,
    @Nullable String keywords,
    int topK,
    @Nullable List<String> sourceIds,
    @Nullable MetadataFilter filter,
    boolean keepBest,
    boolean includeContent,
    boolean exact) {
  public VectorSearch {
    if ((vector == null) == (keywords == null)) {
      throw new IllegalArgumentException("search: either by vector or by keywords");
    }
  }

  /** Whether this search is by vector. */
  public boolean byVector() {
    return vector != null;
  }

  /** The vector of a search by vector. */
  public float[] requireVector() {
    return Objects.requireNonNull(vector, "vector");
  }

  /** The text of a search by keyword. */
  public String requireKeywords() {
    return Objects.requireNonNull(keywords, "keywords");
  }

  /** The same, for another number of single entries. */
  public VectorSearch widened(int newTopK) {
    return new VectorSearch(
        collection, vector, keywords, newTopK, sourceIds, filter, false, includeContent, exact);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VectorSearch that
        && collection.equals(that.collection)
        && Arrays.equals(vector, that.vector)
        && Objects.equals(keywords, that.keywords)
        && topK == that.topK
        && Objects.equals(sourceIds, that.sourceIds)
        && Objects.equals(filter, that.filter)
        && keepBest == that.keepBest
        && includeContent == that.includeContent
        && exact == that.exact;
  }

  @Override
  public int hashCode() {
    return Objects.hash(collection, Arrays.hashCode(vector), keywords, topK, filter);
  }

  /** Leaves text, vector and filter values out (ERR-2). */
  @Override
  public String toString() {
    return "VectorSearch["
        + (byVector() ? "vector" : "keyword")
        + " in "
        + collection.identifier()
        + ", topK="
        + topK
        + ", keepBest="
        + keepBest
        + ", exact="
        + exact
        + "]";
  }
}
