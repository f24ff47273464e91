package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;

import io.qdrant.client.grpc.Common.Range;
import io.ragport.api.FilterEvaluator;
import io.ragport.api.MetadataFilter;
import io.ragport.api.MetadataFilter.Op;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredNumbersTest {
  private static final long SEED = 20_261_130;
  private static final int NUMBERS = 3_000;

  /** More than a server was seen to be off. */
  private static final int OFF = 8;

  private final Random random = new Random(SEED);

  @ParameterizedTest
  @ValueSource(doubles = {0.0, -0.0, 1.0, -1.0, 0x1p53, 1e18, -0x1p63})
  void aDoubleWithAnIntegersValueIsStoredAsInteger(double value) {
    assertThat(StoredNumbers.isLong(value)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1e-300, 0x1p63, -1e19, Double.MAX_VALUE})
  void anyOtherIsNot(double value) {
    assertThat(StoredNumbers.isLong(value)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {0.5, 0.1, -19.99, 4.7e-5, 1e-200, 1e19, 1.7976931348623e308, 12_345.678_901_234})
  void fewDigitsAreStoredAsTheyAre(double value) {
    assertThat(StoredNumbers.isRound(value)).isTrue();
    assertThat(StoredNumbers.stored(value)).isEqualTo(value);
  }

  @Test
  void manyDigitsAreStoredAsTheMiddleBetweenTwoNumbersWithFewer() {
    assertThat(StoredNumbers.stored(0.1 + 0.2)).isEqualTo(0.300000000000005);
    assertThat(StoredNumbers.stored(Math.nextUp(19.99))).isEqualTo(19.9900000000005);
    assertThat(StoredNumbers.stored(Math.nextDown(-19.99))).isEqualTo(-19.9900000000005);
    assertThat(StoredNumbers.stored(Double.MIN_VALUE)).isEqualTo(1e-290);
    assertThat(StoredNumbers.stored(-Double.MIN_VALUE)).isEqualTo(-1e-290);
  }

  @Test
  void theLargestDoublesStayAtADistanceFromInfinity() {
    double stored = StoredNumbers.stored(Double.MAX_VALUE);

    assertThat(stored).isLessThan(Double.MAX_VALUE).isGreaterThan(1.7976931348623e308);
    assertThat(StoredNumbers.stored(-Double.MAX_VALUE)).isEqualTo(-stored);
  }

  @Test
  void rangesHoldWhatComparesSoAlsoIfTheServerIsOffByUnitsInTheLastPlace() {
    for (int i = 0; i < NUMBERS; i++) {
      Number asked = number();
      NumberBounds bounds = NumberBounds.of(asked);
      for (Number stored : near(asked)) {
        for (double held : held(stored)) {
          for (Op op : Op.values()) {
            assertFinds(bounds, op, asked, stored, held);
          }
        }
      }
    }
  }

  private static void assertFinds(
      NumberBounds bounds, Op op, Number asked, Number stored, double held) {
    boolean matches =
        FilterEvaluator.matches(new MetadataFilter.Compare("n", op, asked), Map.of("n", stored));
    boolean found = contains(bounds.widest(op), held);
    String what = stored + " " + op + " " + asked + ", held as " + held;
    if (bounds.isExact()) {
      assertThat(found).as(what).isEqualTo(matches);
      return;
    }
    assertThat(found || !matches).as("found: %s", what).isTrue();
    if (op != Op.EQ) {
      assertThat(matches || !contains(bounds.narrowest(op), held)).as("not: %s", what).isTrue();
    }
  }

  private static boolean contains(Range range, double value) {
    return (!range.hasGt() || value > range.getGt())
        && (!range.hasGte() || value >= range.getGte())
        && (!range.hasLt() || value < range.getLt())
        && (!range.hasLte() || value <= range.getLte());
  }

  private Number number() {
    double any = Double.longBitsToDouble(random.nextLong());
    double value = Double.isFinite(any) && random.nextBoolean() ? any : random.nextGaussian();
    double few = new BigDecimal(value).round(new MathContext(1 + random.nextInt(17))).doubleValue();
    return switch (random.nextInt(5)) {
      case 0 -> value;
      case 1 -> random.nextLong() >> random.nextInt(64);
      case 2 -> Math.max(-99_999_999_999_999L, random.nextLong() % 100_000_000_000_000L);
      default -> Double.isFinite(few) ? few : value;
    };
  }

  /** The number itself and some beside it. */
  private List<Number> near(Number number) {
    List<Number> near = new ArrayList<>(List.of(number, number()));
    double value = number.doubleValue();
    for (double other :
        new double[] {
          Math.nextUp(value),
          Math.nextDown(value),
          value * (1 + random.nextInt(300) * 0x1p-52),
          value * (1 - random.nextInt(300) * 0x1p-52)
        }) {
      near.add(Double.isFinite(other) ? other : value);
    }
    if (StoredNumbers.isLong(number) && Math.abs(value) < 0x1p62) {
      near.add(number.longValue() + 1);
      near.add(number.longValue() - 1);
    }
    return near;
  }

  /** What the server may compare with. */
  private static double[] held(Number number) {
    if (StoredNumbers.isLong(number)) {
      return new double[] {(double) number.longValue()};
    }
    double stored = StoredNumbers.stored(number.doubleValue());
    return new double[] {stored, stored + OFF * Math.ulp(stored), stored - OFF * Math.ulp(stored)};
  }
}
