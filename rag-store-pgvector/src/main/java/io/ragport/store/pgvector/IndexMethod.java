package io.ragport.store.pgvector;

/** Whether vectors are searched by an approximate index. */
public enum IndexMethod {
  /** An HNSW index on each collection that is large enough to need one. */
  HNSW,
  /** None: every search compares all vectors. */
  NONE
}
