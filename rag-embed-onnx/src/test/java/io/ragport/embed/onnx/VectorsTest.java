package io.ragport.embed.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class VectorsTest {
  @Test
  void aNormalisedVectorHasLengthOne() {
    assertThat(Vectors.normalise(new float[] {3, 4})).containsExactly(0.6f, 0.8f);
  }

  @Test
  void tinyAndHugeNumbersKeepTheirDirection() {
    assertThat(Vectors.normalise(new float[] {3e-30f, 4e-30f}))
        .containsExactly(new float[] {0.6f, 0.8f}, within(1e-6f));
    assertThat(Vectors.normalise(new float[] {3e30f, 4e30f}))
        .containsExactly(new float[] {0.6f, 0.8f}, within(1e-6f));
  }

  @Test
  void zerosStayZeros() {
    assertThat(Vectors.normalise(new float[2])).containsExactly(0, 0);
    assertThat(Vectors.direction(new double[2])).containsExactly(0, 0);
  }

  @Test
  void aSumIsWeighted() {
    double[] sum = new double[2];

    Vectors.add(sum, new float[] {1, 0}, 3);
    Vectors.add(sum, new float[] {0, 1}, 4);

    assertThat(Vectors.direction(sum)).containsExactly(0.6f, 0.8f);
  }

  @Test
  void poolingReadsOneTextAmongOthers() {
    float[] states = {9, 9, 9, 9, 1, 2, 3, 6, 9, 9};

    assertThat(Pooling.MEAN.pool(states, 4, 2, 2)).containsExactly(2, 4);
    assertThat(Pooling.CLS.pool(states, 4, 2, 2)).containsExactly(1, 2);
  }
}
