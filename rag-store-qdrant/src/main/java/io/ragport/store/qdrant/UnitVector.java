package io.ragport.store.qdrant;

/**
 * A vector as Qdrant keeps it where cosines are compared: at unit length. Also queries are sent so,
 * since Qdrant takes a vector that is shorter than 0.0003 for one that has unit length already.
 */
final class UnitVector {
  /**
   * What single precision leaves of an embedder's own unit vectors; Qdrant changes none of them.
   */
  private static final double TOLERANCE = 5e-7;

  private final float[] components;
  private final double length;

  private UnitVector(float[] components, double length) {
    this.components = components;
    this.length = length;
  }

  /** The vector itself, not a copy, if its length is 1 or, as no length is better, 0. */
  static UnitVector of(float[] vector) {
    double squares = 0; // in double: those of components such as 1e-30 are 0 in single precision
    for (float component : vector) {
      squares += (double) component * component;
    }
    if (squares == 0 || Math.abs(squares - 1) <= TOLERANCE) {
      return new UnitVector(vector, 1);
    }
    double length = Math.sqrt(squares);
    float[] unit = new float[vector.length];
    for (int i = 0; i < unit.length; i++) {
      unit[i] = (float) (vector[i] / length);
    }
    return new UnitVector(unit, length);
  }

  /** At unit length; not to be modified. */
  float[] components() {
    return components;
  }

  /** By what the components are to be multiplied to have the vector again. */
  double length() {
    return length;
  }
}
