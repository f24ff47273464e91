package io.ragport.api.embedding;

/**
 * Told once of each successful call of an embedder (EMB-5), on the thread that made it. An
 * exception it throws is logged and never breaks the call. Must be safe for use from many threads.
 */
@FunctionalInterface
public interface EmbeddingListener {
  /** Takes one report. */
  void onEmbedding(EmbeddingStats stats);
}
