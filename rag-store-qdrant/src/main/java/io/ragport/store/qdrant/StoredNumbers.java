package io.ragport.store.qdrant;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Numbers as {@link Fields#SCALARS} holds them: not to be read again, but to be compared with, on a
 * server that does not keep a double's last bits. Qdrant writes payloads as JSON, and what it reads
 * from its own digits may be a few units in the last place off; it also compares integers with
 * ranges as doubles.
 *
 * <p>So a double with up to {@link #DIGITS} digits is stored as it is, and any other one as the
 * middle between the two such numbers beside it. Every comparison with a number of so few digits
 * has the same result for both, with room for errors of some ten units in the last place.
 */
final class StoredNumbers {
  /** One less than the decimal digits that every double keeps, which is what makes the room. */
  static final int DIGITS = 14;

  /** What the digits of a double closer to zero would become is left open: all are this one. */
  static final double TINY = 1e-290;

  /**
   * In place of what lies between the last number with so few digits and infinity: at a distance
   * from both, since a payload whose digits are read as infinity cannot be read at all.
   */
  private static final double HUGE = 1.79769313486231e308;

  private static final BigDecimal HALF = new BigDecimal("0.5");
  private static final double TWO_TO_63 = 0x1p63;

  /**
   * A quick test for the usual, with so few digits before the point that 4 after it are allowed.
   */
  private static final double SMALL = 1e9;

  private static final double TEN_THOUSAND = 1e4;

  private StoredNumbers() {}

  /** Whether it is an integer, as which it is stored then, whatever its Java type. */
  static boolean isLong(Number number) {
    double value = number.doubleValue();
    return number instanceof Long
        || (Math.rint(value) == value && value >= -TWO_TO_63 && value < TWO_TO_63);
  }

  /**
   * The double that is stored for one that is no integer.
   *
   * @param value not {@link #isLong}
   */
  static double stored(double value) {
    if (Math.abs(value) < TINY) {
      return Math.copySign(TINY, value);
    }
    if (isRound(value)) {
      return value;
    }
    BigDecimal below = new BigDecimal(value).round(new MathContext(DIGITS, RoundingMode.DOWN));
    BigDecimal half = below.ulp().multiply(HALF);
    double middle = below.add(value < 0 ? half.negate() : half).doubleValue();
    return Math.max(-HUGE, Math.min(HUGE, middle));
  }

  /** Whether it is the double of a decimal number with at most {@link #DIGITS} digits. */
  static boolean isRound(double value) {
    if (Math.abs(value) < SMALL && Math.rint(value * TEN_THOUSAND) / TEN_THOUSAND == value) {
      return true;
    }
    return new BigDecimal(value).round(new MathContext(DIGITS)).doubleValue() == value;
  }
}
