package io.ragport.store.lucene;

import java.io.IOException;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.hnsw.FlatVectorsReader;
import org.apache.lucene.index.ByteVectorValues;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.search.KnnCollector;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.hnsw.RandomVectorScorer;
import org.jspecify.annotations.Nullable;

/** Searches a segment without a graph by comparing every vector. */
final class ScanningVectorsReader extends KnnVectorsReader {
  private final FlatVectorsReader vectors;

  ScanningVectorsReader(FlatVectorsReader vectors) {
    this.vectors = vectors;
  }

  @Override
  public void search(
      String field, float[] target, KnnCollector collector, @Nullable Bits acceptDocs)
      throws IOException {
    scan(vectors.getRandomVectorScorer(field, target), collector, acceptDocs);
  }

  @Override
  public void search(String field, byte[] target, KnnCollector collector, @Nullable Bits acceptDocs)
      throws IOException {
    scan(vectors.getRandomVectorScorer(field, target), collector, acceptDocs);
  }

  private static void scan(
      RandomVectorScorer scorer, KnnCollector collector, @Nullable Bits acceptDocs)
      throws IOException {
    Bits accepted = scorer.getAcceptOrds(acceptDocs);
    for (int vector = 0; vector < scorer.maxOrd(); vector++) {
      if (accepted == null || accepted.get(vector)) {
        if (collector.earlyTerminated()) {
          return;
        }
        collector.incVisitedCount(1);
        collector.collect(scorer.ordToDoc(vector), scorer.score(vector));
      }
    }
  }

  @Override
  public FloatVectorValues getFloatVectorValues(String field) throws IOException {
    return vectors.getFloatVectorValues(field);
  }

  @Override
  public ByteVectorValues getByteVectorValues(String field) throws IOException {
    return vectors.getByteVectorValues(field);
  }

  @Override
  public void checkIntegrity() throws IOException {
    vectors.checkIntegrity();
  }

  @Override
  public long ramBytesUsed() {
    return vectors.ramBytesUsed();
  }

  @Override
  public void close() throws IOException {
    vectors.close();
  }
}
