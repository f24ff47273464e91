package io.ragport.api;

/** How a query ranks entries. */
public enum QueryMode {
  /** By the similarity of embeddings: meaning rather than words. */
  VECTOR,
  /** By exact terms (BM25 or the like): identifiers, numbers, rare words. Nothing is embedded. */
  KEYWORD,
  /** Both, fused by reciprocal rank with k = 60 (QRY-13). */
  HYBRID
}
