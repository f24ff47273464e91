package io.ragport.store.pgvector;

import io.ragport.api.store.TextTerms;
import io.ragport.api.store.VectorRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGStatement;

/**
 * Entries into a table by {@code INSERT}, each in place of the one with its id. All columns are
 * replaced: when an entry was created is for the service to say (IDX-2). Immutable.
 */
final class UpsertStatement {
  /** What the driver keeps in memory before it sends. */
  private static final int BATCH = 100;

  private final PgTable table;
  private final Extension extension;
  private final @Nullable TextTerms terms;

  /**
   * @param terms null in a collection that keeps none
   */
  UpsertStatement(PgTable table, Extension extension, @Nullable TextTerms terms) {
    this.table = table;
    this.extension = extension;
    this.terms = terms;
  }

  /** Writes entries. */
  void write(Connection connection, List<VectorRecord> records) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(insertValues())) {
      statement.unwrap(PGStatement.class).setPrepareThreshold(0); // as Sql does it
      int pending = 0;
      for (VectorRecord entry : records) {
        bind(statement, entry);
        statement.addBatch();
        if (++pending % BATCH == 0) {
          statement.executeBatch();
        }
      }
      statement.executeBatch();
    }
  }

  /** Writes the rows of another table, quoted, with the same columns. */
  void writeFrom(Connection connection, String source) throws SQLException {
    // In the order in which they were copied there, that of the ids: no sort of whole rows.
    Sql.of(insertInto() + " SELECT " + columns() + " FROM " + source + onConflict())
        .execute(connection);
  }

  private String insertInto() {
    return "INSERT INTO " + table.sql() + " (" + columns() + ")";
  }

  private String insertValues() {
    return insertInto()
        + " VALUES (?, ?, ?, CAST(CAST(? AS real[]) AS "
        + extension.type(table.vectorType())
        + "), CAST(? AS jsonb), CAST(? AS json), ?, ?"
        + (terms == null ? "" : ", CAST(? AS tsvector), ?")
        + ")"
        + onConflict();
  }

  private String onConflict() {
    return " ON CONFLICT (id) DO UPDATE SET "
        + CopyRows.columns(terms != null).stream()
            .filter(column -> !column.equals("id"))
            .map(column -> column + " = EXCLUDED." + column)
            .collect(Collectors.joining(", "));
  }

  private String columns() {
    return String.join(", ", CopyRows.columns(terms != null));
  }

  private void bind(PreparedStatement statement, VectorRecord entry) throws SQLException {
    PgMetadata metadata = PgMetadata.of(entry.metadata());
    statement.setObject(1, entry.id());
    statement.setString(2, entry.sourceId());
    statement.setString(3, entry.content());
    statement.setObject(4, entry.vector());
    statement.setObject(5, metadata.filterable(), Types.OTHER);
    statement.setObject(6, metadata.exact(), Types.OTHER);
    statement.setObject(7, OffsetDateTime.ofInstant(entry.createdAt(), ZoneOffset.UTC));
    statement.setObject(8, OffsetDateTime.ofInstant(entry.updatedAt(), ZoneOffset.UTC));
    if (terms != null) {
      TermVector vector = TermVector.of(terms.count(entry.content()));
      statement.setObject(9, vector.toString(), Types.OTHER);
      statement.setInt(10, vector.length());
    }
  }
}
