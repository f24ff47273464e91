package io.ragport.store.qdrant;

import io.qdrant.client.grpc.Common.Range;
import io.ragport.api.MetadataFilter.Op;

/**
 * Where a filter's number lies among {@link StoredNumbers}.
 *
 * @param low no more than what is stored for this number
 * @param high no less than that
 * @param isExact whether what is stored within the bounds is stored for this number alone; else
 *     some of it may be of numbers around
 */
record NumberBounds(double low, double high, boolean isExact) {
  /** Less than half of the distance between two numbers of so few digits, relative to them. */
  private static final double ROOM = 2.5e-15;

  /** At least that distance. */
  private static final double DISTANCE = 1e-13;

  /**
   * From here on, there are integers between two numbers of so few digits. Up to 2^53 integers are
   * stored and compared exactly, so that they need no room.
   */
  private static final double CLOSE_INTEGERS_FROM = 1e14;

  /**
   * From here on, the server takes some integers for others: it compares as doubles, 2^53 + 1 as
   * 2^53. Below, a comparison is exact: an integer up to 2^53 is a double itself, and one beyond
   * becomes none that is less than 2^53, as rounding never passes a double.
   */
  private static final double MIXED_UP_FROM = 0x1p53;

  /** From here on, there are no 64-bit integers, not even in the room around a number. */
  private static final double NO_INTEGERS_FROM = 1e19;

  private static final double SMALLEST = 10 * StoredNumbers.TINY;

  static NumberBounds of(Number number) {
    double value = number.doubleValue();
    double size = Math.abs(value);
    if (size == 0) {
      return new NumberBounds(0, 0, true);
    }
    if (size < SMALLEST) {
      return new NumberBounds(-SMALLEST, SMALLEST, false);
    }
    if ((size >= MIXED_UP_FROM && size < NO_INTEGERS_FROM) || !StoredNumbers.isRound(value)) {
      return around(value, DISTANCE * size, false);
    }
    boolean closeIntegers = size >= CLOSE_INTEGERS_FROM && size < NO_INTEGERS_FROM;
    return around(value, closeIntegers ? 0 : ROOM * size, true);
  }

  private static NumberBounds around(double value, double room, boolean isExact) {
    return new NumberBounds(
        Math.max(-Double.MAX_VALUE, value - room),
        Math.min(Double.MAX_VALUE, value + room),
        isExact);
  }

  /** Finds all that compare so with the number, and if it is not exact some more. */
  Range widest(Op op) {
    Range.Builder range = Range.newBuilder();
    return switch (op) {
      case EQ -> range.setGte(low).setLte(high).build();
      case GT -> isExact ? range.setGt(high).build() : range.setGte(low).build();
      case GTE -> range.setGte(low).build();
      case LT -> isExact ? range.setLt(low).build() : range.setLte(high).build();
      case LTE -> range.setLte(high).build();
    };
  }

  /**
   * Finds none but those that are greater than the number, or less.
   *
   * @param op not EQ
   */
  Range narrowest(Op op) {
    Range.Builder range = Range.newBuilder();
    return op == Op.GT || op == Op.GTE ? range.setGt(high).build() : range.setLt(low).build();
  }
}
