package io.ragport.api.embedding;

/** The call of a service that made it embed. */
public enum EmbeddingOperation {
  /** Indexing one text. */
  INDEX,
  /** Indexing a batch. */
  INDEX_BATCH,
  /** A single query. */
  QUERY,
  /** A batch of queries. */
  QUERY_BATCH,
  /** Replacing entries. */
  REPLACE,
  /** The texts of a similarity matrix. */
  SIMILARITY_MATRIX
}
