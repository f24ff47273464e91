package io.ragport.api.embedding;

import java.util.List;
import java.util.OptionalLong;

/**
 * Turns texts into vectors with one model. Safe for use from many threads; closed by whoever made
 * it. Making one loads nothing: a missing model fails at first use (LIFE-1).
 */
public interface EmbeddingProvider extends AutoCloseable {
  /**
   * The vectors of the texts.
   *
   * @param texts not blank; within {@link #limits()}; not modified
   * @param purpose which side of the search they are on
   * @return one vector per text, in order, each {@link #dimension()} long, finite and not all zero;
   *     the caller owns the arrays
   * @throws io.ragport.api.EmbeddingException if the model fails
   * @throws io.ragport.api.RagConfigurationException if the model cannot be loaded
   */
  float[][] embed(List<String> texts, EmbeddingPurpose purpose);

  /** The length of every vector; may load the model. */
  int dimension();

  /**
   * What a collection records as the model of its entries, for example {@code
   * onnx/all-MiniLM-L6-v2}. Known without loading the model. Two embedders whose vectors may not be
   * mixed have different names.
   */
  String modelName();

  /** How much one call takes; anything by default. */
  default EmbeddingLimits limits() {
    return EmbeddingLimits.NONE;
  }

  /** The number of tokens the model reads in these texts; empty if it is not known. */
  default OptionalLong countTokens(List<String> texts) {
    return OptionalLong.empty();
  }

  /** Releases the model; idempotent. Nothing to release by default. */
  @Override
  default void close() {}
}
