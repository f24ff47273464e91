package io.ragport.store.pgvector;

import io.ragport.api.SimilarityMethod;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Everything that reads entries without ranking them. A missing table reads as empty (COL-5). */
final class PgReader {
  /** Vectors in one statement of a similarity matrix. */
  private static final int MATRIX_ROWS = 100;

  private final PgVectorOptions options;
  private final PgConnections connections;

  PgReader(PgVectorOptions options, PgConnections connections) {
    this.options = options;
    this.connections = connections;
  }

  long count(CollectionSpec collection) {
    return connections.read(
        PgErrors.place(collection.name()), connection -> count(connection, table(collection)));
  }

  /** A collection dropped since the caller looked has none (COL-9). Not in a transaction. */
  static long count(Connection connection, PgTable table) throws SQLException {
    try (PreparedStatement statement =
            Sql.of("SELECT count(*) FROM ").add(table.sql()).prepare(connection);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      if (PgErrors.isMissing(e)) {
        return 0;
      }
      throw e;
    }
  }

  List<VectorRecord> fetch(CollectionSpec collection, Collection<UUID> ids) {
    if (ids.isEmpty()) {
      return List.of();
    }
    return entries(collection, select(collection).add(" WHERE e.id = ANY(").bindIds(ids).add(")"));
  }

  Map<UUID, Instant> createdAt(CollectionSpec collection, Collection<UUID> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    return connections.readOr(
        Map.of(),
        PgErrors.place(collection.name()),
        connection -> {
          Sql sql =
              Sql.of("SELECT id, created_at FROM ")
                  .add(table(collection).sql())
                  .add(" WHERE id = ANY(")
                  .bindIds(ids)
                  .add(")");
          try (PreparedStatement statement = sql.prepare(connection);
              ResultSet rows = statement.executeQuery()) {
            Map<UUID, Instant> found = new HashMap<>();
            while (rows.next()) {
              found.put(PgRows.id(rows, 1), PgRows.instant(rows, 2));
            }
            return found;
          }
        });
  }

  List<VectorRecord> scan(VectorScan scan) {
    Sql sql = select(scan.collection()).add(" WHERE TRUE");
    if (scan.after() != null) {
      sql.add(" AND e.id > ").bind(scan.after());
    }
    if (scan.sourceIds() != null) {
      sql.add(" AND e.source_id = ANY(").bindTexts(scan.sourceIds()).add(")");
    }
    if (scan.filter() != null) {
      sql.add(" AND (").add(FilterSql.of(scan.filter())).add(")");
    }
    return entries(scan.collection(), sql.add(" ORDER BY e.id LIMIT ").bind(scan.limit()));
  }

  private Sql select(CollectionSpec collection) {
    return Sql.of("SELECT ")
        .add(PgRows.ENTRY_COLUMNS)
        .add(" FROM ")
        .add(table(collection).sql())
        .add(" AS e");
  }

  private List<VectorRecord> entries(CollectionSpec collection, Sql sql) {
    VectorType type = VectorType.of(collection.precision());
    return connections.readOr(
        List.of(),
        PgErrors.place(collection.name()),
        connection -> {
          try (PreparedStatement statement = sql.prepare(connection);
              ResultSet rows = statement.executeQuery()) {
            List<VectorRecord> entries = new ArrayList<>();
            while (rows.next()) {
              entries.add(PgRows.entry(rows, type));
            }
            return entries;
          }
        });
  }

  double[][] similarityMatrix(
      CollectionSpec collection,
      List<float[]> vectors,
      List<String> sourceIds,
      SimilarityMethod method) {
    double[][] matrix = new double[vectors.size()][sourceIds.size()];
    Map<String, Integer> columns = new HashMap<>();
    sourceIds.forEach(source -> columns.put(source, columns.size()));
    for (int first = 0; first < vectors.size() && !columns.isEmpty(); first += MATRIX_ROWS) {
      int from = first;
      List<float[]> some = vectors.subList(from, Math.min(from + MATRIX_ROWS, vectors.size()));
      connections.readOr(
          false,
          PgErrors.place(collection.name()),
          connection -> {
            Sql sql = matrix(connections.extension(connection), collection, some, columns, method);
            readMatrix(connection, sql, from, columns, matrix);
            return true;
          });
    }
    return matrix;
  }

  /** Each source with the number of each vector and their similarity. */
  private Sql matrix(
      Extension extension,
      CollectionSpec collection,
      List<float[]> vectors,
      Map<String, Integer> columns,
      SimilarityMethod method) {
    String aggregate =
        switch (method) {
          case MIN -> "min"; // the nearest entry: the highest similarity (MAT-2)
          case AVG -> "avg";
        };
    Sql sql =
        Sql.of("SELECT e.source_id, q.number, 1 - ")
            .add(aggregate)
            .add("(e.embedding ")
            .add(extension.cosineDistance())
            .add(" q.vector) FROM (SELECT source_id, ")
            .add(comparable(extension))
            .add(" AS embedding FROM ")
            .add(table(collection).sql())
            .add(" WHERE source_id = ANY(")
            .bindTexts(columns.keySet())
            // Not merged into the outer query, so that an entry is made comparable once.
            .add(") OFFSET 0) e CROSS JOIN (VALUES ");
    for (int i = 0; i < vectors.size(); i++) {
      sql.add(i == 0 ? "(" : ", (")
          .add(Integer.toString(i))
          .add(", CAST(")
          .bindFloats(UnitVector.of(vectors.get(i)))
          .add(" AS ")
          .add(extension.type(VectorType.VECTOR))
          .add("))");
    }
    return sql.add(") q(number, vector) GROUP BY e.source_id, q.number");
  }

  /**
   * The embedding in single precision, by its direction alone: pgvector adds up squares in 32 bits,
   * where those of very small or large components vanish or overflow.
   */
  private static String comparable(Extension extension) {
    return extension.hasHalfPrecision()
        ? extension.function("l2_normalize")
            + "(embedding::"
            + extension.type(VectorType.VECTOR)
            + ")"
        : "embedding";
  }

  private static void readMatrix(
      Connection connection, Sql sql, int firstRow, Map<String, Integer> columns, double[][] matrix)
      throws SQLException {
    try (PreparedStatement statement = sql.prepare(connection);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        @Nullable Integer column = columns.get(rows.getString(1));
        if (column != null) {
          matrix[firstRow + rows.getInt(2)][column] = Math.max(-1, Math.min(1, rows.getDouble(3)));
        }
      }
    }
  }

  Optional<double[]> meanVector(CollectionSpec collection) {
    return connections.readOr(
        Optional.empty(),
        PgErrors.place(collection.name()),
        connection -> {
          Extension extension = connections.extension(connection);
          // As single precision, which the mean of a half precision column would not have.
          Sql sql =
              Sql.of("SELECT ")
                  .add(extension.function("avg"))
                  .add("(embedding::")
                  .add(extension.type(VectorType.VECTOR))
                  .add(") FROM ")
                  .add(table(collection).sql());
          try (PreparedStatement statement = sql.prepare(connection);
              ResultSet row = statement.executeQuery()) {
            row.next();
            @Nullable String mean = row.getString(1);
            return mean == null ? Optional.empty() : Optional.of(doubles(mean));
          }
        });
  }

  private static double[] doubles(String vector) throws SQLException {
    float[] components = PgRows.vector(vector, VectorType.VECTOR);
    double[] doubles = new double[components.length];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = components[i];
    }
    return doubles;
  }

  private PgTable table(CollectionSpec collection) {
    return new PgTable(options.schema(), collection);
  }
}
