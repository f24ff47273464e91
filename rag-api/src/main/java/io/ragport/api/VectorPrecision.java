package io.ragport.api;

/** How exactly a collection keeps embeddings (ENT-4). */
public enum VectorPrecision {
  /** 32-bit floating point: read back as they were. */
  SINGLE(1e-6),
  /** 16-bit floating point, 11 significant bits: half the space. */
  HALF(1.0 / 2_048);

  private final double tolerance;

  VectorPrecision(double tolerance) {
    this.tolerance = tolerance;
  }

  /**
   * How far a component read back is from the one written, at most: absolute for components up to
   * 1, relative to larger ones.
   */
  public double tolerance() {
    return tolerance;
  }
}
