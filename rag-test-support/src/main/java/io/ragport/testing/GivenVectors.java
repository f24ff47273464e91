package io.ragport.testing;

import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An embedder that knows the vectors of some texts, and counts its calls. */
public final class GivenVectors implements EmbeddingProvider {
  private final Map<String, float[]> vectors = new HashMap<>();
  private int calls;

  /** Knows none. */
  public GivenVectors() {}

  /** Knows one more. */
  public GivenVectors with(String text, float... vector) {
    vectors.put(text, vector);
    return this;
  }

  @Override
  public float[][] embed(List<String> texts, EmbeddingPurpose purpose) {
    calls++;
    return texts.stream().map(text -> vector(text).clone()).toArray(float[][]::new);
  }

  /** The vector of a text that was given. */
  public float[] vector(String text) {
    float[] vector = vectors.get(text);
    if (vector == null) {
      throw new IllegalArgumentException("no vector given for: " + text);
    }
    return vector;
  }

  /** How often something was embedded. */
  public int calls() {
    return calls;
  }

  @Override
  public int dimension() {
    return 2;
  }

  @Override
  public String modelName() {
    return "test/given";
  }
}
