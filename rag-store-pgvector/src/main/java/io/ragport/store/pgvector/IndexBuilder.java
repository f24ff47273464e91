package io.ragport.store.pgvector;

import io.ragport.api.store.CollectionSpec;
import io.ragport.store.pgvector.CollectionIndexes.Index;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What indexes a collection has and lacks, how they are built next to those who read and write, and
 * how one is taken away.
 */
final class IndexBuilder {
  private static final String LOCK_TIMEOUT = "55P03";

  /** The class of errors for want of memory or disk. */
  private static final String NO_RESOURCES = "53";

  private static final String INSUFFICIENT_PRIVILEGE = "42501";

  /** How two builders of the same index may meet: a deadlock, or a name that is there already. */
  private static final Set<String> MET_ANOTHER = Set.of("40P01", "42P07", "42710", "23505");

  /** How long taking an index away may wait for others who use the table. */
  private static final String PATIENCE = "2s";

  private final PgVectorOptions options;
  private final PgConnections connections;
  private final PgCollections collections;

  IndexBuilder(PgVectorOptions options, PgConnections connections, PgCollections collections) {
    this.options = options;
    this.connections = connections;
    this.collections = collections;
  }

  /**
   * A collection as it stands.
   *
   * @param missing those that are not there, or of no use as their building was cut short
   * @param hasVectorIndex whether it is there, of use or not: writers keep it up either way
   * @param entries how many it has, counted up to a limit
   */
  record Standing(PgTable table, List<Index> missing, boolean hasVectorIndex, long entries) {}

  /** How a collection stands; empty if it is not there. */
  Optional<Standing> look(CollectionSpec collection, long countedTo) {
    return connections.readOr(
        Optional.empty(),
        PgErrors.place(collection.name()),
        connection -> look(connection, collection, countedTo));
  }

  private Optional<Standing> look(Connection connection, CollectionSpec collection, long countedTo)
      throws SQLException {
    Optional<PgCollections.Recorded> found = collections.find(connection, collection.name());
    if (found.isEmpty()) {
      return Optional.empty();
    }
    PgTable table = found.get().table();
    Map<String, Boolean> present = present(connection, table);
    List<Index> missing =
        CollectionIndexes.of(options, connections.extension(connection), found.get()).stream()
            .filter(index -> !present.getOrDefault(index.name(), false))
            .toList();
    return Optional.of(
        new Standing(
            table,
            missing,
            present.containsKey(CollectionIndexes.vectorIndex(table)),
            count(connection, table, countedTo)));
  }

  /** The names of the indexes that are there, and whether each is of use. */
  private static Map<String, Boolean> present(Connection connection, PgTable table)
      throws SQLException {
    Sql sql =
        Sql.of(
                """
                SELECT c.relname, i.indisvalid
                FROM pg_catalog.pg_index i
                JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
                WHERE i.indrelid = pg_catalog.to_regclass(\
                """)
            .bind(table.sql())
            .add(")");
    try (PreparedStatement statement = sql.prepare(connection);
        ResultSet rows = statement.executeQuery()) {
      Map<String, Boolean> names = new HashMap<>();
      while (rows.next()) {
        names.put(rows.getString(1), rows.getBoolean(2));
      }
      return names;
    }
  }

  private static long count(Connection connection, PgTable table, long limit) throws SQLException {
    Sql sql =
        Sql.of("SELECT count(*) FROM (SELECT 1 FROM ")
            .add(table.sql())
            .add(" LIMIT ")
            .bind(limit)
            .add(") counted");
    try (PreparedStatement statement = sql.prepare(connection);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  /**
   * Builds what a collection lacks. Readers compare all vectors meanwhile, writers go on; waits for
   * the transactions that others have open. One index that cannot be built does not keep the others
   * from it. A collection that was dropped is no error.
   *
   * @return false, with nothing or not all done, if somebody else builds indexes of the collection
   */
  boolean build(CollectionSpec collection) {
    return connections.patiently(
        PgErrors.place(collection.name()),
        connection -> {
          PgTable table = collections.table(collection);
          try (BuildSession session = BuildSession.of(connection)) {
            return session.tryLock(lockKey(table))
                && !isBusy(connection, table)
                && buildMissing(session, collection);
          } catch (SQLException e) {
            if (PgErrors.isMissing(e)) {
              return true;
            }
            if (MET_ANOTHER.contains(PgErrors.state(e))) {
              return false;
            }
            throw e;
          }
        });
  }

  private boolean buildMissing(BuildSession session, CollectionSpec collection)
      throws SQLException {
    Optional<Standing> standing = look(session.connection(), collection, 0);
    if (standing.isEmpty() || standing.get().missing().isEmpty()) {
      return true;
    }
    @Nullable SQLException failure = null;
    session.raiseMemory();
    for (Index index : standing.get().missing()) {
      try {
        create(session, index);
      } catch (SQLException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
        if (Thread.currentThread().isInterrupted()) {
          break;
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
    execute(session.connection(), "ANALYZE " + standing.get().table().sql());
    return true;
  }

  private static void create(BuildSession session, Index index) throws SQLException {
    try {
      createAnew(session.connection(), index);
    } catch (SQLException e) {
      if (!PgErrors.state(e).startsWith(NO_RESOURCES) || !session.restoreMemory()) {
        throw e;
      }
      createAnew(session.connection(), index); // the server had no such memory to give
    }
  }

  private static void createAnew(Connection connection, Index index) throws SQLException {
    execute(connection, index.drop()); // what is left of a building that was cut short
    execute(connection, index.create());
  }

  private static void execute(Connection connection, String ddl) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(ddl);
    }
  }

  /**
   * Whether an index of the table is being built. A second building would wait for the first with a
   * snapshot, which the first would wait for in turn.
   */
  private static boolean isBusy(Connection connection, PgTable table) throws SQLException {
    return isTrue(
        connection,
        Sql.of(
                """
                SELECT EXISTS (
                  SELECT FROM pg_catalog.pg_stat_progress_create_index p
                  WHERE p.datname = current_database() AND p.relid = pg_catalog.to_regclass(\
                """)
            .bind(table.sql())
            .add("))"));
  }

  /**
   * Takes the index of the embeddings away.
   *
   * @return false if it stays, because others use the table or build on it, or for lack of rights
   */
  boolean dropVectorIndex(PgTable table) {
    return connections.transaction(
        PgErrors.place(table.spec().name()),
        connection -> {
          if (!tryLock(connection, table) || isBusy(connection, table)) {
            return false;
          }
          try {
            execute(connection, "SET LOCAL lock_timeout = '" + PATIENCE + "'");
            execute(
                connection,
                "DROP INDEX IF EXISTS "
                    + Identifiers.quote(table.schema(), CollectionIndexes.vectorIndex(table)));
            return true;
          } catch (SQLException e) {
            if (PgErrors.state(e).equals(LOCK_TIMEOUT) || isForbidden(e)) {
              connection.rollback();
              return false;
            }
            throw e;
          }
        });
  }

  /** Whether it failed because the table is not the role's. */
  static boolean isForbidden(SQLException failure) {
    return PgErrors.state(failure).equals(INSUFFICIENT_PRIVILEGE);
  }

  /** The same lock as {@link BuildSession#tryLock}'s, until the transaction ends. */
  private static boolean tryLock(Connection connection, PgTable table) throws SQLException {
    return isTrue(
        connection, Sql.of("SELECT pg_try_advisory_xact_lock(").bind(lockKey(table)).add(")"));
  }

  private static boolean isTrue(Connection connection, Sql question) throws SQLException {
    try (PreparedStatement statement = question.prepare(connection);
        ResultSet row = statement.executeQuery()) {
      return row.next() && row.getBoolean(1);
    }
  }

  static long lockKey(PgTable table) {
    return Hashes.of("indexes", table.sql());
  }
}
