package io.ragport.store.pgvector;

import io.ragport.api.DimensionMismatchException;
import io.ragport.api.EntryIds;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.TextTerms;
import io.ragport.api.store.VectorRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that changes entries, one transaction a call. */
final class PgWriter {
  /** Up to so many entries, a statement each costs less than setting up a copy. */
  private static final int FEW = 10;

  /** So many a statement: with the index in place, that is a few seconds of silence at most. */
  private static final int SLICE = 1_000;

  private static final String INCOMING = "ragport_incoming";

  private final PgConnections connections;
  private final PgCollections collections;
  private final IndexKeeper indexes;

  PgWriter(PgConnections connections, PgCollections collections, IndexKeeper indexes) {
    this.connections = connections;
    this.collections = collections;
    this.indexes = indexes;
  }

  void upsert(CollectionSpec collection, List<VectorRecord> records) {
    change(collection, records, (connection, table) -> {});
  }

  void replace(CollectionSpec collection, Selection selection, List<VectorRecord> records) {
    // The statements behind the lock see what the one before committed (READ COMMITTED).
    change(
        collection,
        records,
        (connection, table) -> {
          SelectionLocks.take(connection, table, selection);
          if (!selection.isEmpty()) {
            delete(table, selection).execute(connection);
          }
        });
  }

  void delete(CollectionSpec collection, Selection selection) {
    connections.transaction(
        PgErrors.place(collection.name()),
        connection -> {
          try {
            return delete(collections.table(collection), selection).execute(connection);
          } catch (SQLException e) {
            if (PgErrors.isMissing(e)) {
              connection.rollback();
              return 0; // dropped meanwhile (COL-9)
            }
            throw e;
          }
        });
  }

  /** What a change does before it writes. */
  private interface Preparation {
    void on(Connection connection, PgTable table) throws SQLException;
  }

  private void change(
      CollectionSpec collection, List<VectorRecord> records, Preparation preparation) {
    requireDimension(collection, records);
    List<VectorRecord> ordered = new ArrayList<>(records);
    // Of two writers of the same entries one waits for the other, and never each for the other.
    ordered.sort(Comparator.comparing(VectorRecord::id, EntryIds.ORDER));
    indexes.beforeWrite(collection, ordered.size());
    try {
      connections.transaction(
          PgErrors.place(collection.name()),
          connection -> {
            PgCollections.Recorded target = hold(connection, collection);
            preparation.on(connection, target.table());
            write(connection, target, ordered);
            return ordered.size();
          });
    } finally {
      indexes.afterWrite(collection, ordered.size());
    }
  }

  private static void requireDimension(CollectionSpec collection, List<VectorRecord> records) {
    for (VectorRecord entry : records) {
      if (entry.vector().length != collection.dimension()) {
        throw new DimensionMismatchException(
            collection.name(), collection.dimension(), entry.vector().length);
      }
    }
  }

  private PgCollections.Recorded hold(Connection connection, CollectionSpec collection)
      throws SQLException {
    try {
      return collections.hold(connection, collection);
    } catch (SQLException e) {
      if (PgErrors.isMissing(e)) { // the registry itself is gone
        throw PgErrors.dropped(collection.name());
      }
      throw e;
    }
  }

  private void write(
      Connection connection, PgCollections.Recorded target, List<VectorRecord> records)
      throws SQLException {
    PgTable table = target.table();
    @Nullable TextTerms terms = target.language() == null ? null : TextTerms.of(target.language());
    CopyRows copy = new CopyRows(table.vectorType(), terms);
    UpsertStatement upsert = new UpsertStatement(table, connections.extension(connection), terms);
    if (records.size() > FEW && copiedAsNew(connection, table, copy, records)) {
      return;
    }
    if (records.size() > FEW && mayCreateTemporaryTables(connection)) {
      createIncoming(connection, table);
      for (int from = 0; from < records.size(); from += SLICE) {
        copy.copy(
            connection, incoming(), records.subList(from, Math.min(from + SLICE, records.size())));
        upsert.writeFrom(connection, incoming());
        Sql.of("TRUNCATE ").add(incoming()).execute(connection);
      }
    } else {
      upsert.write(connection, records);
    }
  }

  /** Copies straight into the table, unless one of the entries is there already. */
  private static boolean copiedAsNew(
      Connection connection, PgTable table, CopyRows copy, List<VectorRecord> records)
      throws SQLException {
    if (!records.stream().allMatch(entry -> entry.createdAt().equals(entry.updatedAt()))) {
      return false;
    }
    Savepoint before = connection.setSavepoint();
    try {
      copy.copy(connection, table.sql(), records);
      return true;
    } catch (SQLException e) {
      if (PgErrors.isDuplicate(e)) {
        connection.rollback(before);
        return false;
      }
      throw e;
    }
  }

  private static boolean mayCreateTemporaryTables(Connection connection) throws SQLException {
    try (PreparedStatement statement =
            Sql.of("SELECT has_database_privilege(current_database(), 'TEMPORARY')")
                .prepare(connection);
        ResultSet row = statement.executeQuery()) {
      return row.next() && row.getBoolean(1);
    }
  }

  private static void createIncoming(Connection connection, PgTable table) throws SQLException {
    Sql.of("CREATE TEMPORARY TABLE ")
        .add(Identifiers.quote(INCOMING))
        .add(" (LIKE ")
        .add(table.sql())
        .add(") ON COMMIT DROP")
        .execute(connection);
  }

  private static String incoming() {
    return Identifiers.quote("pg_temp", INCOMING);
  }

  /** A condition per part that is given; at least one is. */
  private static Sql delete(PgTable table, Selection selection) {
    Sql sql = Sql.of("DELETE FROM ").add(table.sql()).add(" AS e WHERE (");
    String or = "";
    if (!selection.ids().isEmpty()) {
      sql.add("e.id = ANY(").bindIds(selection.ids()).add(")");
      or = " OR ";
    }
    if (!selection.sourceIds().isEmpty()) {
      sql.add(or).add("e.source_id = ANY(").bindTexts(selection.sourceIds()).add(")");
      or = " OR ";
    }
    if (selection.filter() != null) {
      sql.add(or).add("(").add(FilterSql.of(selection.filter())).add(")");
    }
    sql.add(")");
    if (!selection.spared().isEmpty()) {
      sql.add(" AND e.id <> ALL(").bindIds(selection.spared()).add(")");
    }
    return sql;
  }
}
