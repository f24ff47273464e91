package io.ragport.api.store;

import io.ragport.api.Arguments;
import org.jspecify.annotations.Nullable;

/**
 * Two rankings of one collection to be fused by reciprocal rank (QRY-13): an entry scores the sum
 * of 1 / (k + rank) over the rankings it is in, ranks from 1.
 *
 * @param byVector finds the first ranking; its topK is how deep that goes
 * @param byKeyword finds the second; in the same collection, with the same conditions
 * @param minSimilarity leaves out of the first ranking what is less similar; null does not
 * @param k the constant of the sum, 1 or more
 * @param topK how many entries of the fused ranking, 1 or more
 */
public record HybridSearch(
    VectorSearch byVector,
    VectorSearch byKeyword,
    @Nullable Double minSimilarity,
    int k,
    int topK) {
  public HybridSearch {
    if (!byVector.byVector()) {
      throw Arguments.invalid("byVector", "a search by keyword (one by vector)");
    }
    if (byKeyword.byVector()) {
      throw Arguments.invalid("byKeyword", "a search by vector (one by keyword)");
    }
    if (!byKeyword.collection().equals(byVector.collection())) {
      throw Arguments.invalid("byKeyword", "in another collection than byVector (the same one)");
    }
    Arguments.atLeast("k", k, 1);
    Arguments.atLeast("topK", topK, 1);
  }
}
