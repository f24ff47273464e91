package io.ragport.api.store;

import io.ragport.api.SimilarityMethod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Gathers the similarities of texts to sources, entry by entry (MAT-1 to MAT-3). */
final class SimilarityMatrix {
  private final List<float[]> texts;
  private final SimilarityMethod method;
  private final Map<String, Column> columns = new HashMap<>();

  private SimilarityMatrix(List<float[]> texts, SimilarityMethod method) {
    this.texts = texts;
    this.method = method;
  }

  /** One row per vector and one column per source, in this order; 0 for one without entries. */
  static double[][] byReading(
      VectorStore store,
      CollectionSpec collection,
      List<float[]> vectors,
      List<String> sourceIds,
      SimilarityMethod method) {
    SimilarityMatrix matrix = new SimilarityMatrix(vectors, method);
    try (Stream<VectorRecord> entries =
        new Selections(store).entries(collection, sourceIds, null)) {
      entries.forEach(matrix::add);
    }
    return matrix.rows(sourceIds);
  }

  private void add(VectorRecord entry) {
    Column column = columns.computeIfAbsent(entry.sourceId(), source -> new Column(texts.size()));
    column.count++;
    for (int row = 0; row < texts.size(); row++) {
      double similarity = Cosine.similarity(texts.get(row), entry.vector());
      column.sum[row] += similarity;
      column.max[row] = column.count == 1 ? similarity : Math.max(column.max[row], similarity);
    }
  }

  private double[][] rows(List<String> sourceIds) {
    double[][] rows = new double[texts.size()][sourceIds.size()];
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
