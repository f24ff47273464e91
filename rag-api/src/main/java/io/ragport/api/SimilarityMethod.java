package io.ragport.api;

/** How several entries of one source become one number of the similarity matrix (MAT-2). */
public enum SimilarityMethod {
  /** The shortest distance, which is the highest similarity. */
  MIN,
  /** The mean similarity. */
  AVG
}
