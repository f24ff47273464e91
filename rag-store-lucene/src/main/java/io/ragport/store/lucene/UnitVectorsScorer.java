package io.ragport.store.lucene;

import java.io.IOException;
import org.apache.lucene.codecs.hnsw.FlatVectorScorerUtil;
import org.apache.lucene.codecs.hnsw.FlatVectorsScorer;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.util.hnsw.RandomAccessVectorValues;
import org.apache.lucene.util.hnsw.RandomVectorScorer;
import org.apache.lucene.util.hnsw.RandomVectorScorerSupplier;

/**
 * Compares vectors: for searches as Lucene does, for the building of a graph with whole numbers
 * where the heap has room for them ({@link GraphVectors}), and so that it can be stopped.
 */
final class UnitVectorsScorer implements FlatVectorsScorer {
  private final FlatVectorsScorer lucene = FlatVectorScorerUtil.getLucene99FlatVectorsScorer();
  private final AbortSignal abort;

  UnitVectorsScorer(AbortSignal abort) {
    this.abort = abort;
  }

  @Override
  public RandomVectorScorerSupplier getRandomVectorScorerSupplier(
      VectorSimilarityFunction similarity, RandomAccessVectorValues vectors) throws IOException {
    RandomVectorScorerSupplier comparison =
        vectors instanceof RandomAccessVectorValues.Floats floats && GraphVectors.hasRoom(floats)
            ? GraphVectors.read(floats)
            : lucene.getRandomVectorScorerSupplier(similarity, vectors);
    return new AbortableSupplier(comparison, abort);
  }

  @Override
  public RandomVectorScorer getRandomVectorScorer(
      VectorSimilarityFunction similarity, RandomAccessVectorValues vectors, float[] target)
      throws IOException {
    return lucene.getRandomVectorScorer(similarity, vectors, target);
  }

  @Override
  public RandomVectorScorer getRandomVectorScorer(
      VectorSimilarityFunction similarity, RandomAccessVectorValues vectors, byte[] target)
      throws IOException {
    return lucene.getRandomVectorScorer(similarity, vectors, target);
  }

  /** The builder asks for a scorer per vector and compares hundreds with it. */
  private record AbortableSupplier(RandomVectorScorerSupplier supplier, AbortSignal abort)
      implements RandomVectorScorerSupplier {
    @Override
    public RandomVectorScorer scorer(int ord) throws IOException {
      abort.check();
      return supplier.scorer(ord);
    }

    @Override
    public RandomVectorScorerSupplier copy() throws IOException {
      return new AbortableSupplier(supplier.copy(), abort);
    }
  }
}
