package io.ragport.store.pgvector;

/** Vectors by their direction alone, which is all that a cosine depends on. */
final class UnitVector {
  private UnitVector() {}

  /** Computed in double: the squares of components such as 1e-30 are zero in single precision. */
  static float[] of(float[] vector) {
    double squares = 0;
    for (float component : vector) {
      squares += (double) component * component;
    }
    double length = Math.sqrt(squares);
    float[] unit = new float[vector.length];
    for (int i = 0; i < unit.length; i++) {
      unit[i] = (float) (vector[i] / length);
    }
    return unit;
  }
}
