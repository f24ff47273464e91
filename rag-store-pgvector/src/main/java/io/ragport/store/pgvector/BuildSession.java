package io.ragport.store.pgvector;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What building indexes needs of a session beyond a transaction, as it runs in none: a lock against
 * other builders, and more memory. Given back when closed. Behind a pooler, where the session is
 * somebody else's a moment later, it does without. Confined to one thread.
 */
final class BuildSession implements AutoCloseable {
  /**
   * An HNSW graph that fits into this much memory is built several times as fast as one that does
   * not; the server's own setting, 64 MB unless changed, holds some 30,000 vectors.
   */
  private static final String MORE_MEMORY = "512MB";

  private final Connection connection;
  private final boolean direct;
  private @Nullable Long lock;
  private @Nullable String usualMemory;

  private BuildSession(Connection connection, boolean direct) {
    this.connection = connection;
    this.direct = direct;
  }

  static BuildSession of(Connection connection) throws SQLException {
    return new BuildSession(connection, PgConnector.isDirect(connection));
  }

  Connection connection() {
    return connection;
  }

  /**
   * Takes the lock, behind a pooler in appearance only.
   *
   * @return false, at once, if somebody has it: who waits in a statement has a snapshot, which the
   *     builder would wait for
   */
  boolean tryLock(long key) throws SQLException {
    if (direct) {
      Sql sql = Sql.of("SELECT 'taken' WHERE pg_try_advisory_lock(").bind(key).add(")");
      if (text(connection, sql) == null) {
        return false;
      }
      lock = key;
    }
    return true;
  }

  void raiseMemory() throws SQLException {
    if (direct) {
      usualMemory =
          text(
              connection,
              Sql.of(
                      """
                      SELECT current_setting('maintenance_work_mem')
                      WHERE pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes(\
                      """)
                  .bind(MORE_MEMORY)
                  .add(")"));
      if (usualMemory != null) {
        setMemory(MORE_MEMORY);
      }
    }
  }

  /**
   * Gives the memory back.
   *
   * @return false if it was not raised
   */
  boolean restoreMemory() throws SQLException {
    if (usualMemory == null) {
      return false;
    }
    setMemory(usualMemory);
    usualMemory = null;
    return true;
  }

  private void setMemory(String amount) throws SQLException {
    text(
        connection,
        Sql.of("SELECT set_config('maintenance_work_mem', ").bind(amount).add(", FALSE)"));
  }

  private static @Nullable String text(Connection connection, Sql query) throws SQLException {
    try (PreparedStatement statement = query.prepare(connection);
        ResultSet row = statement.executeQuery()) {
      return row.next() ? row.getString(1) : null;
    }
  }

  /** A connection that cannot be given back as it was is cut, so that nobody gets it again. */
  @Override
  public void close() throws SQLException {
    try {
      restoreMemory();
      if (lock != null) {
        text(connection, Sql.of("SELECT pg_advisory_unlock(").bind(lock).add(")"));
      }
    } catch (SQLException e) {
      connection.abort(Runnable::run);
      throw e;
    }
  }
}
