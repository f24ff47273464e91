package io.ragport.store.pgvector;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;

/**
 * Connections of the application's, which are given back as they came: in their autocommit mode and
 * with their threshold for prepared statements. One in the middle of the application's transaction
 * is refused, since work on it would end that transaction.
 */
final class GivenDataSource implements ConnectionSource {
  private final DataSource dataSource;
  private final PgErrors errors;

  GivenDataSource(DataSource dataSource, PgErrors errors) {
    this.dataSource = dataSource;
    this.errors = errors;
  }

  @Override
  public Lease borrow(String what) {
    try {
      Connection connection = dataSource.getConnection();
      try {
        if (isInTransaction(connection)) {
          throw PgErrors.inTransaction(what);
        }
        return new Given(connection);
      } catch (SQLException | RuntimeException e) {
        closeQuietly(connection, e);
        throw e;
      }
    } catch (SQLException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw errors.interrupted(what, e);
      }
      throw errors.noConnection(e);
    }
  }

  @Override
  public void lostOne() {}

  @Override
  public void close() {}

  /**
   * Whether there is something to lose. Where autocommit is off, a pool's own statements, such as a
   * look whether the connection is alive, leave a transaction open too.
   */
  private static boolean isInTransaction(Connection connection) throws SQLException {
    return switch (connection.unwrap(BaseConnection.class).getTransactionState()) {
      case IDLE -> false;
      case OPEN -> hasWritten(connection);
      case FAILED -> true;
    };
  }

  /** Or locked rows, which takes a transaction id as well. */
  private static boolean hasWritten(Connection connection) throws SQLException {
    try (PreparedStatement statement =
            Sql.of("SELECT txid_current_if_assigned() IS NOT NULL").prepare(connection);
        ResultSet row = statement.executeQuery()) {
      return row.next() && row.getBoolean(1);
    }
  }

  private static void closeQuietly(Connection connection, Exception failure) {
    try {
      connection.close();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  private static final class Given implements Lease {
    private final Connection connection;
    private final PGConnection driver;
    private final boolean autoCommit;
    private final int prepareThreshold;

    Given(Connection connection) throws SQLException {
      this.connection = connection;
      this.driver = connection.unwrap(PGConnection.class);
      this.autoCommit = connection.getAutoCommit();
      this.prepareThreshold = driver.getPrepareThreshold();
      connection.setAutoCommit(true);
      driver.setPrepareThreshold(0);
    }

    @Override
    public Connection connection() {
      return connection;
    }

    @Override
    public void discard() {
      try {
        connection.abort(Runnable::run);
      } catch (SQLException e) {
        PgErrors.ignored("aborting a connection", e);
      }
    }

    @Override
    public void close() {
      try (connection) {
        if (!connection.isClosed()) {
          driver.setPrepareThreshold(prepareThreshold);
          connection.setAutoCommit(autoCommit);
        }
      } catch (SQLException e) {
        PgErrors.ignored("giving a connection back", e);
      }
    }
  }
}
