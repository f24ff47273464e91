package io.ragport.embed.onnx;

/** What happens to a text that has more tokens than the model reads at once. */
public enum LongText {
  /** The model reads the first {@code maxTokens} tokens; the rest has no influence. */
  TRUNCATE,
  /**
   * The model reads all of it in windows of {@code maxTokens} tokens; the vector is the mean of
   * theirs, weighted by their tokens and brought to length 1 again.
   */
  SPLIT
}
