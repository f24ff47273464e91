package io.ragport.api.store;

/** The similarity of the contract: the cosine of the angle between two vectors (QRY-1). */
final class Cosine {
  private Cosine() {}

  /**
   * −1 to 1, computed in double.
   *
   * @param b as long as {@code a}; neither all zero
   */
  static double similarity(float[] a, float[] b) {
    double dot = 0;
    double squaresA = 0;
    double squaresB = 0;
    for (int i = 0; i < a.length; i++) {
      dot += (double) a[i] * b[i];
      squaresA += (double) a[i] * a[i];
      squaresB += (double) b[i] * b[i];
    }
    return Math.max(-1, Math.min(1, dot / Math.sqrt(squaresA * squaresB)));
  }
}
