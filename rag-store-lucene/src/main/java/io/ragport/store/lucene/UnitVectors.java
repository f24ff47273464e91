package io.ragport.store.lucene;

import java.nio.ByteBuffer;
import org.apache.lucene.util.BytesRef;

/** Vectors at unit length, where the cosine is the dot product, which costs a third of it. */
final class UnitVectors {
  /** Far below the 1e-4 that a similarity may be off (QRY-1), and above a float's rounding. */
  private static final double TOLERANCE = 1e-5;

  private UnitVectors() {}

  /** Whether a vector can be taken as it is. */
  static boolean isUnit(float[] vector) {
    return Math.abs(squaredLength(vector) - 1) < TOLERANCE;
  }

  /** The same direction at unit length; the vector itself if it has that. */
  static float[] toUnit(float[] vector) {
    if (isUnit(vector)) {
      return vector;
    }
    double length = Math.sqrt(squaredLength(vector));
    float[] unit = new float[vector.length];
    for (int i = 0; i < vector.length; i++) {
      unit[i] = (float) (vector[i] / length);
    }
    return unit;
  }

  /** Lucene's score of a dot product, (1 + cosine) / 2, as a similarity from −1 to 1 (QRY-1). */
  static double similarity(float score) {
    return Math.max(-1, Math.min(1, 2.0 * score - 1));
  }

  static BytesRef toBytes(float[] vector) {
    ByteBuffer bytes = ByteBuffer.allocate(vector.length * Float.BYTES);
    bytes.asFloatBuffer().put(vector);
    return new BytesRef(bytes.array());
  }

  static float[] fromBytes(BytesRef bytes) {
    float[] vector = new float[bytes.length / Float.BYTES];
    ByteBuffer.wrap(bytes.bytes, bytes.offset, bytes.length).asFloatBuffer().get(vector);
    return vector;
  }

  /** In double, where no float overflows. */
  private static double squaredLength(float[] vector) {
    double sum = 0;
    for (float component : vector) {
      sum += (double) component * component;
    }
    return sum;
  }
}
