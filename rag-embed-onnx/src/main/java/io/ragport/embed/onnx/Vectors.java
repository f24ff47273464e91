package io.ragport.embed.onnx;

/** Arithmetic on vectors; sums are in double. */
final class Vectors {
  private Vectors() {}

  /** Brings the vector to length 1 (L2) in place; one of zeros stays as it is. */
  static float[] normalise(float[] vector) {
    double squares = 0;
    for (float value : vector) {
      squares += (double) value * value;
    }
    if (squares > 0) {
      double length = Math.sqrt(squares);
      for (int i = 0; i < vector.length; i++) {
        vector[i] = (float) (vector[i] / length);
      }
    }
    return vector;
  }

  /** Adds {@code weight * vector} to the sum. */
  static void add(double[] sum, float[] vector, int weight) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += (double) weight * vector[i];
    }
  }

  /** The sum's direction, with length 1. */
  static float[] direction(double[] sum) {
    float[] vector = new float[sum.length];
    double squares = 0;
    for (double value : sum) {
      squares += value * value;
    }
    double length = squares > 0 ? Math.sqrt(squares) : 1;
    for (int i = 0; i < sum.length; i++) {
      vector[i] = (float) (sum[i] / length);
    }
    return vector;
  }
}
