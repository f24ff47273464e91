package io.ragport.api.store;

import io.ragport.api.SimilarityMethod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gathers the similarities of texts to sources, entry by entry (MAT-1 to MAT-3). */
final class SimilarityMatrix {
  private final float[][] texts;
  private final SimilarityMethod method;
  private final Map<String, Column> columns = new HashMap<>();

  SimilarityMatrix(float[][] texts, SimilarityMethod method) {
    this.texts = texts;
    this.method = method;
  }

  /** Takes one entry of a source into account. */
  void add(VectorRecord entry) {
    Column column = columns.computeIfAbsent(entry.sourceId(), source -> new Column(texts.length));
    column.count++;
    for (int row = 0; row < texts.length; row++) {
      double similarity = Cosine.similarity(texts[row], entry.vector());
      column.sum[row] += similarity;
      column.max[row] = column.count == 1 ? similarity : Math.max(column.max[row], similarity);
    }
  }

  /** One row per text and one column per source, in this order; 0 for a source without entries. */
  double[][] rows(List<String> sourceIds) {
    double[][] rows = new double[texts.length][sourceIds.size()];
    for (int j = 0; j < sourceIds.size(); j++) {
      Column column = columns.get(sourceIds.get(j));
      for (int i = 0; i < rows.length && column != null; i++) {
        rows[i][j] =
            switch (method) {
              case MIN -> column.max[i];
              case AVG -> column.sum[i] / column.count;
            };
      }
    }
    return rows;
  }

  private static final class Column {
    private final double[] sum;
    private final double[] max;
    private long count;

    Column(int rows) {
      sum = new double[rows];
      max = new double[rows];
    }
  }
}
