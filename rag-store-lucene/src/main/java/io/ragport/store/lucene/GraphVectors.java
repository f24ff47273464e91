package io.ragport.store.lucene;

import java.io.IOException;
import org.apache.lucene.util.hnsw.RandomAccessVectorValues;
import org.apache.lucene.util.hnsw.RandomVectorScorer;
import org.apache.lucene.util.hnsw.RandomVectorScorerSupplier;

/**
 * The unit vectors of a segment as 16-bit numbers on the heap, while its graph is built; a copy per
 * thread.
 *
 * <p>Comparing vectors is nearly all the work there, and most of that is waiting for memory. Half
 * the bytes help, and Java's compiler turns products of whole numbers into vector instructions,
 * which it must not do with {@code float}s, whose sum depends on the order: with random access to
 * 100,000 vectors of 384 dimensions, half the time on Java 17. A cosine is off by about 1e-5, which
 * decides nothing in a graph; searches compare the exact vectors.
 */
final class GraphVectors implements RandomVectorScorerSupplier {
  /** Two unit vectors make less than 2^30, and so does every part of their sum (Cauchy-Schwarz). */
  private static final int SCALE = Short.MAX_VALUE;

  private static final float SQUARED_SCALE = (float) SCALE * SCALE;

  /** The share of the heap that the vectors of one segment may take. */
  private static final int SHARE = 5;

  private final RandomAccessVectorValues source;
  private final short[][] vectors;
  private final int[] products;

  private GraphVectors(RandomAccessVectorValues source, short[][] vectors) {
    this.source = source;
    this.vectors = vectors;
    this.products = new int[source.dimension() / 2];
  }

  static boolean hasRoom(RandomAccessVectorValues vectors) {
    long bytes = (long) vectors.size() * (vectors.dimension() + 12) * Short.BYTES;
    return bytes < Runtime.getRuntime().maxMemory() / SHARE;
  }

  static GraphVectors read(RandomAccessVectorValues.Floats source) throws IOException {
    short[][] vectors = new short[source.size()][source.dimension()];
    for (int i = 0; i < vectors.length; i++) {
      float[] unit = source.vectorValue(i);
      short[] scaled = vectors[i];
      for (int j = 0; j < scaled.length; j++) {
        scaled[j] = (short) Math.round(unit[j] * SCALE);
      }
    }
    return new GraphVectors(source, vectors);
  }

  @Override
  public RandomVectorScorer scorer(int ord) {
    short[] one = vectors[ord];
    return new RandomVectorScorer.AbstractRandomVectorScorer(source) {
      @Override
      public float score(int node) {
        float cosine = dotProduct(one, vectors[node], products) / SQUARED_SCALE;
        return Math.max(0, (1 + cosine) / 2);
      }
    };
  }

  /**
   * @param products room for half as many numbers; a loop that adds pairs up without a sum over the
   *     whole is what the compiler has an instruction for
   */
  static int dotProduct(short[] a, short[] b, int[] products) {
    for (int i = 0; i < products.length; i++) {
      products[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    }
    int sum = a.length % 2 == 0 ? 0 : a[a.length - 1] * b[a.length - 1];
    for (int i = 0; i < products.length; i++) {
      sum += products[i];
    }
    return sum;
  }

  @Override
  public RandomVectorScorerSupplier copy() {
    return new GraphVectors(source, vectors);
  }
}
