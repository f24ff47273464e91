package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnitVectorTest {
  @Test
  void aVectorOfLengthOneIsItself() {
    float[] vector = {0.6f, 0.8f, 0};

    UnitVector unit = UnitVector.of(vector);

    assertThat(unit.components()).isSameAs(vector);
    assertThat(unit.length()).isEqualTo(1);
  }

  @Test
  void whatAnEmbedderRoundedIsItself() {
    float[] vector = new float[384];
    Random random = new Random(1);
    for (int i = 0; i < vector.length; i++) {
      vector[i] = (float) random.nextGaussian();
    }
    float[] rounded = UnitVector.of(vector).components();

    assertThat(UnitVector.of(rounded).components()).isSameAs(rounded);
  }

  @ParameterizedTest
  @ValueSource(floats = {1e-44f, 1e-30f, 1e-5f, 1, 1e5f, 1e30f, 1e38f})
  void everyOtherVectorIsBroughtToLengthOne(float scale) {
    UnitVector unit = UnitVector.of(new float[] {scale, -scale, scale});

    double third = Math.sqrt(1 / 3.0);
    assertThat(unit.components())
        .usingComparatorWithPrecision(1e-7f)
        .containsExactly((float) third, (float) -third, (float) third);
    assertThat(unit.length() / scale).isCloseTo(Math.sqrt(3), within(1e-6));
  }

  @Test
  void theZeroVectorStaysZero() {
    UnitVector unit = UnitVector.of(new float[] {0, 0});

    assertThat(unit.components()).containsExactly(0, 0);
    assertThat(unit.length()).isEqualTo(1);
  }
}
