package io.ragport.store.pgvector;

/** Numbers of 16 bits (IEEE 754 binary16), for which Java 17 has no conversion. */
final class HalfPrecision {
  private static final int INFINITY = 0x7c00;

  /** The bits of 2^16, 2^-14 and what lies between the exponents' biases, as a 32-bit float. */
  private static final int TOO_LARGE = 0x4780_0000;

  private static final int SMALLEST_NORMAL = 0x3880_0000;
  private static final int BIAS = 0x3800_0000;

  private HalfPrecision() {}

  /** The nearest number, of two equally near the even one, as pgvector rounds; in its bits. */
  static short of(float value) {
    int bits = Float.floatToRawIntBits(value);
    int sign = bits >>> 16 & 0x8000;
    int magnitude = bits & 0x7fff_ffff;
    if (magnitude >= TOO_LARGE) {
      return (short) (sign | INFINITY);
    }
    if (magnitude < SMALLEST_NORMAL) {
      return (short) (sign | (int) Math.rint(Float.intBitsToFloat(magnitude) * 0x1p24f));
    }
    int rounded = magnitude + 0xfff + (magnitude >>> 13 & 1);
    return (short) (sign | rounded - BIAS >>> 13);
  }
}
