package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Vectors brought to length one. */
class UnitVectorTest {
  @Test
  void theDirectionStays() {
    float[] vector = {3, -4};

    assertThat(UnitVector.of(vector)).containsExactly(0.6f, -0.8f);
    assertThat(vector).containsExactly(3, -4);
  }

  @Test
  void squaresNeitherVanishNorOverflow() {
    assertThat(UnitVector.of(new float[] {3e-38f, 4e-38f})).containsExactly(0.6f, 0.8f);
    assertThat(UnitVector.of(new float[] {-Float.MAX_VALUE, 0})).containsExactly(-1, 0);
  }
}
