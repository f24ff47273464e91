package io.ragport.api.embedding;

import io.ragport.api.Arguments;

/**
 * How much an embedder takes in one call (EMB-2). A text longer than {@code maxCharacters} goes
 * alone.
 *
 * @param maxTexts texts per call, 1 or more
 * @param maxCharacters characters per call over all its texts, 1 or more
 */
public record EmbeddingLimits(int maxTexts, int maxCharacters) {
  /** Any number of texts of any length. */
  public static final EmbeddingLimits NONE =
      new EmbeddingLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

  public EmbeddingLimits {
    Arguments.atLeast("maxTexts", maxTexts, 1);
    Arguments.atLeast("maxCharacters", maxCharacters, 1);
  }
}
