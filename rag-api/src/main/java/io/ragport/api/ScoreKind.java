package io.ragport.api;

/** What the number in {@link RagServiceResult#score()} means. */
public enum ScoreKind {
  /** 1 − cosine distance, −1 to 1; comparable across queries and backends. */
  SIMILARITY,
  /** A term-statistics score, 0 or more; comparable within one result list only. */
  KEYWORD,
  /** Sum of 1 / (60 + rank) over the two rankings; comparable within one result list only. */
  RECIPROCAL_RANK
}
