package io.ragport.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.lucene.util.hnsw.RandomAccessVectorValues;
import org.apache.lucene.util.hnsw.RandomVectorScorer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The comparison that graphs are built with is that of the vectors. */
class GraphVectorsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 64, 383, 4096})
  void scoresAreThoseOfCosines(int dimension) throws IOException {
    Random random = new Random(dimension);
    float[] one = UnitVectors.toUnit(TestStores.gaussian(random, dimension));
    float[] opposite = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      opposite[i] = -one[i];
    }
    float[] other = UnitVectors.toUnit(TestStores.gaussian(random, dimension));
    double cosine = 0;
    for (int i = 0; i < dimension; i++) {
      cosine += one[i] * other[i];
    }

    RandomVectorScorer scorer =
        GraphVectors.read(new OnHeap(List.of(one, opposite, other))).scorer(0);

    assertThat(scorer.score(0)).isCloseTo(1, within(1e-4f));
    assertThat(scorer.score(1)).isCloseTo(0, within(1e-4f));
    assertThat(scorer.score(2)).isCloseTo((float) (1 + cosine) / 2, within(1e-4f));
  }

  private record OnHeap(List<float[]> vectors) implements RandomAccessVectorValues.Floats {
    @Override
    public int size() {
      return vectors.size();
    }

    @Override
    public int dimension() {
      return vectors.get(0).length;
    }

    @Override
    public float[] vectorValue(int vector) {
      return vectors.get(vector);
    }

    @Override
    public RandomAccessVectorValues.Floats copy() {
      return this;
    }
  }
}
