package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HalfPrecisionTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0000",
    "-0.0, 8000",
    "1, 3c00",
    "-2, c000",
    "65504, 7bff",
    "65519.996, 7bff",
    "65520, 7c00",
    "1e30, 7c00",
    "1.00048828125, 3c00", // between two: the even one
    "1.00146484375, 3c02",
    "6.1035156E-5, 0400", // the smallest normal number
    "6.1E-5, 03ff",
    "5.9604645E-8, 0001",
    "2.9802322E-8, 0000",
    "3e-8, 0001"
  })
  void roundsToTheNearest(float value, String bits) {
    assertThat(HexFormat.of().toHexDigits(HalfPrecision.of(value))).isEqualTo(bits);
  }

  @Test
  void roundsAsTheServerDoes() {
    Random random = new Random(7);
    StringBuilder numbers = new StringBuilder();
    StringBuilder expected = new StringBuilder();
    HexFormat hex = HexFormat.of();
    for (int i = 0; i < 2_000; i++) {
      float value = (float) (random.nextGaussian() * Math.pow(2, random.nextInt(40) - 26));
      numbers.append(i == 0 ? "" : ",").append(value);
      expected.append(hex.toHexDigits(HalfPrecision.of(value)));
    }

    String sent =
        Catalog.strings(
                "SELECT encode("
                    + extension().function("halfvec_send")
                    + "(CAST(CAST('{"
                    + numbers
                    + "}' AS real[]) AS "
                    + extension().type(VectorType.HALFVEC)
                    + ")), 'hex')")
            .get(0);

    assertThat(sent.substring(8)).isEqualTo(expected.toString());
  }

  private static Extension extension() {
    return new Extension(
        Catalog.strings(
                "SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid ="
                    + " e.extnamespace WHERE e.extname = 'vector'")
            .get(0),
        0,
        8);
  }
}
