package io.ragport.embed.onnx;

import java.util.Arrays;

/** How the vectors of a text's tokens become the text's vector: a property of the model. */
public enum Pooling {
  /** Their mean: all-MiniLM, e5. */
  MEAN,
  /** The first one, of the token {@code [CLS]}: bge. */
  CLS;

  /**
   * One text's vector.
   *
   * @param states token vectors one after another, {@code dimension} numbers each
   * @param start where the text's first number is
   * @param tokens how many tokens the text has, padding not counted; 1 or more
   */
  float[] pool(float[] states, int start, int tokens, int dimension) {
    return switch (this) {
      case MEAN -> mean(states, start, tokens, dimension);
      case CLS -> Arrays.copyOfRange(states, start, start + dimension);
    };
  }

  private static float[] mean(float[] states, int start, int tokens, int dimension) {
    float[] mean = new float[dimension];
    int at = start;
    for (int token = 0; token < tokens; token++) {
      for (int i = 0; i < dimension; i++) {
        mean[i] += states[at++];
      }
    }
    for (int i = 0; i < dimension; i++) {
      mean[i] /= tokens;
    }
    return mean;
  }
}
