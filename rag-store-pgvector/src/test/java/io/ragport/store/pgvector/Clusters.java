package io.ragport.store.pgvector;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Predicate;

/** Vectors that lie in clusters, as embeddings do, from a seed; and their exact neighbours. */
final class Clusters {
  static final int DIMENSION = 32;

  private static final int CENTRES = 40;
  private static final double SPREAD = 0.4;

  private final Random random;
  private final float[][] centres;

  Clusters(long seed) {
    this.random = new Random(seed);
    this.centres = new float[CENTRES][];
    for (int i = 0; i < CENTRES; i++) {
      centres[i] = around(new float[DIMENSION], 1);
    }
  }

  float[] vector() {
    return around(centres[random.nextInt(CENTRES)], SPREAD);
  }

  private float[] around(float[] centre, double spread) {
    float[] vector = centre.clone();
    for (int i = 0; i < vector.length; i++) {
      vector[i] += (float) (spread * random.nextGaussian());
    }
    return vector;
  }

  /** Rows with the metadata {@code n}: their number, and {@code rare}: true for every 250th. */
  List<TestTable.Row> rows(int count, int sources) {
    List<TestTable.Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(
          new TestTable.Row(
              TestTable.id(i),
              "source " + i % sources,
              "text " + i,
              vector(),
              Map.of("n", (long) i, "rare", i % 250 == 0)));
    }
    return rows;
  }

  /** The ids of the rows nearest to a vector, computed one by one. */
  static List<UUID> nearest(
      List<TestTable.Row> rows, float[] query, int topK, Predicate<TestTable.Row> condition) {
    return rows.stream()
        .filter(condition)
        .sorted(Comparator.comparingDouble(row -> -similarity(row.vector(), query)))
        .limit(topK)
        .map(TestTable.Row::id)
        .toList();
  }

  static double similarity(float[] a, float[] b) {
    double dot = 0;
    double squaresA = 0;
    double squaresB = 0;
    for (int i = 0; i < a.length; i++) {
      dot += (double) a[i] * b[i];
      squaresA += (double) a[i] * a[i];
      squaresB += (double) b[i] * b[i];
    }
    return dot / Math.sqrt(squaresA) / Math.sqrt(squaresB);
  }
}
