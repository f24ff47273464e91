package io.ragport.core;

import io.ragport.api.Arguments;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.util.List;

/**
 * Zero vectors of one length, for tests that neither store nor search: a zero vector has no
 * direction, so every service refuses it (EMB-1). Safe for use from many threads; holds nothing to
 * close. For vectors that can be searched see {@link HashingEmbeddingProvider}.
 */
public final class MockEmbeddingProvider implements EmbeddingProvider {
  private static final int DEFAULT_DIMENSION = 384;

  private final int dimension;

  /** Vectors of 384 zeros. */
  public MockEmbeddingProvider() {
    this(DEFAULT_DIMENSION);
  }

  /**
   * Vectors of {@code dimension} zeros.
   *
   * @throws IllegalArgumentException if the dimension is less than 1
   */
  public MockEmbeddingProvider(int dimension) {
    this.dimension = Arguments.atLeast("dimension", dimension, 1);
  }

  @Override
  public float[][] embed(List<String> texts, EmbeddingPurpose purpose) {
    return new float[texts.size()][dimension];
  }

  @Override
  public int dimension() {
    return dimension;
  }

  /** {@code mock/} and the dimension. */
  @Override
  public String modelName() {
    return "mock/" + dimension;
  }
}
