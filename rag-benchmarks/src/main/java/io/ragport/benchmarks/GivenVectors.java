package io.ragport.benchmarks;

import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An embedder that costs next to nothing: it looks up the vectors of the texts it was given last,
 * so that a stream of any length needs the memory of one batch. Confined to one thread.
 */
final class GivenVectors implements EmbeddingProvider {
  private final Map<String, float[]> vectors = new HashMap<>();

  /** Forgets the texts before these. */
  void give(List<NumberedDocument> batch) {
    vectors.clear();
    batch.forEach(document -> vectors.put(document.text(), document.vector()));
  }

  /** Forgets the texts before this. */
  void give(String text, float[] vector) {
    vectors.clear();
    vectors.put(text, vector);
  }

  /** The vector of a given text. */
  float[] vector(String text) {
    return Objects.requireNonNull(vectors.get(text), "a text that was not given");
  }

  @Override
  public float[][] embed(List<String> texts, EmbeddingPurpose purpose) {
    return texts.stream().map(this::vector).toArray(float[][]::new);
  }

  @Override
  public int dimension() {
    return DocumentStream.DIMENSION;
  }

  @Override
  public String modelName() {
    return "given";
  }
}
