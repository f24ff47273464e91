package io.ragport.benchmarks;

import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.util.List;

/** An embedder that costs nothing: the text "17" gets vector 17. */
record NumberedVectors(float[][] vectors) implements EmbeddingProvider {
  @Override
  public float[][] embed(List<String> texts, EmbeddingPurpose purpose) {
    return texts.stream()
        .map(text -> vectors[Integer.parseInt(text)].clone())
        .toArray(float[][]::new);
  }

  @Override
  public int dimension() {
    return vectors[0].length;
  }

  @Override
  public String modelName() {
    return "numbered";
  }
}
