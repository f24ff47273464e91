package io.ragport.benchmarks;

import java.util.Random;

/**
 * Unit vectors in clusters, as embeddings of real texts are: centres drawn at random, points
 * scattered around them. The same seed gives the same vectors.
 */
final class Clusters {
  private static final double SPREAD = 0.6;

  private final Random random;
  private final float[][] centres;

  Clusters(int count, int dimension, long seed) {
    random = new Random(seed);
    centres = new float[count][];
    for (int i = 0; i < count; i++) {
      centres[i] = gaussian(new float[dimension], 1);
    }
  }

  /** The next {@code count} vectors. */
  float[][] next(int count) {
    float[][] vectors = new float[count][];
    for (int i = 0; i < count; i++) {
      vectors[i] = gaussian(centres[random.nextInt(centres.length)], SPREAD);
    }
    return vectors;
  }

  private float[] gaussian(float[] centre, double spread) {
    float[] vector = new float[centre.length];
    double squares = 0;
    double scale = spread / Math.sqrt(centre.length);
    for (int i = 0; i < vector.length; i++) {
      vector[i] = (float) (centre[i] + scale * random.nextGaussian());
      squares += (double) vector[i] * vector[i];
    }
    float norm = (float) Math.sqrt(squares);
    for (int i = 0; i < vector.length; i++) {
      vector[i] /= norm;
    }
    return vector;
  }
}
