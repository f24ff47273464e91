package io.ragport.store.qdrant;

import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.util.List;
import java.util.Random;

/** An embedder whose vectors are random, and the same whenever it sees a text again. */
final class SeededVectors implements EmbeddingProvider {
  static final int DIMENSION = 16;

  @Override
  public float[][] embed(List<String> texts, EmbeddingPurpose purpose) {
    return texts.stream().map(SeededVectors::vector).toArray(float[][]::new);
  }

  private static float[] vector(String text) {
    Random random = new Random(text.hashCode());
    float[] vector = new float[DIMENSION];
    for (int i = 0; i < DIMENSION; i++) {
      vector[i] = (float) random.nextGaussian();
    }
    return vector;
  }

  @Override
  public int dimension() {
    return DIMENSION;
  }

  @Override
  public String modelName() {
    return "test/seeded";
  }
}
