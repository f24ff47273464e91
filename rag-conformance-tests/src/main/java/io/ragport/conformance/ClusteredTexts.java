package io.ragport.conformance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Texts whose vectors lie in clusters, as those of real texts do, and queries from the same
 * clusters with their nearest texts found by comparing all. The same on every run. Queries are
 * drawn so that no error that QRY-1 allows can change the order of their nearest.
 */
final class ClusteredTexts {
  private static final int DIMENSION = 32;
  private static final int CLUSTERS = 100;
  private static final double SPREAD = 0.35;

  /** QRY-1 allows each of two similarities to be off by 1e-4. */
  private static final double CLEAR = 2e-4;

  private final Random random = new Random(20_240_229);
  private final RecordingEmbedding embedding = new RecordingEmbedding("conformance-32", DIMENSION);
  private final List<float[]> centres;
  private final List<String> texts = new ArrayList<>();
  private final List<float[]> vectors = new ArrayList<>();
  private final List<String> queries = new ArrayList<>();
  private final List<List<String>> nearest = new ArrayList<>();

  /** The number of texts, of queries, and of nearest texts to know for each query. */
  ClusteredTexts(int count, int queryCount, int topK) {
    centres = IntStream.range(0, CLUSTERS).mapToObj(i -> around(new float[DIMENSION], 1)).toList();
    for (int i = 0; i < count; i++) {
      float[] vector = around(centres.get(random.nextInt(CLUSTERS)), SPREAD);
      vectors.add(vector);
      texts.add("text " + i);
      embedding.vector("text " + i, vector);
    }
    while (queries.size() < queryCount) {
      addQuery(around(centres.get(random.nextInt(CLUSTERS)), SPREAD), topK);
    }
  }

  RecordingEmbedding embedding() {
    return embedding;
  }

  List<String> texts() {
    return texts;
  }

  List<String> queries() {
    return queries;
  }

  /** For each query its nearest texts, best first. */
  List<List<String>> nearest() {
    return nearest;
  }

  private void addQuery(float[] vector, int topK) {
    double[] cosines = vectors.stream().mapToDouble(each -> cosine(vector, each)).toArray();
    List<Integer> best =
        IntStream.range(0, cosines.length)
            .boxed()
            .sorted(Comparator.comparingDouble(at -> -cosines[at]))
            .limit(topK + 1L)
            .toList();
    for (int i = 0; i < topK; i++) {
      if (cosines[best.get(i)] - cosines[best.get(i + 1)] < CLEAR) {
        return;
      }
    }
    String text = "query " + queries.size();
    embedding.vector(text, vector);
    queries.add(text);
    nearest.add(best.subList(0, topK).stream().map(texts::get).toList());
  }

  private float[] around(float[] centre, double spread) {
    float[] vector = centre.clone();
    for (int i = 0; i < vector.length; i++) {
      vector[i] += (float) (spread * random.nextGaussian());
    }
    return vector;
  }

  private static double cosine(float[] a, float[] b) {
    double product = 0;
    double squaresOfA = 0;
    double squaresOfB = 0;
    for (int i = 0; i < a.length; i++) {
      product += (double) a[i] * b[i];
      squaresOfA += (double) a[i] * a[i];
      squaresOfB += (double) b[i] * b[i];
    }
    return product / Math.sqrt(squaresOfA * squaresOfB);
  }
}
