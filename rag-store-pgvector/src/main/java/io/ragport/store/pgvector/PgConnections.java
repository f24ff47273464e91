package io.ragport.store.pgvector;

import io.ragport.api.RagException;
import io.ragport.api.store.Retries;
import io.ragport.store.pgvector.ConnectionSource.Lease;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections of a pool, and how work on them is done: errors translated, transactions ended. No
 * state of a session outlives a transaction, so that a pooler may stand between (PgBouncer in
 * transaction mode). Safe for use from many threads.
 */
final class PgConnections implements AutoCloseable {
  private final ConnectionSource source;
  private final String endpoint;
  private final PgErrors errors;
  private final Retries retries;
  private final InterruptWatch interrupts;
  private volatile boolean closed;

  /**
   * Whether transactions read what is committed when each statement begins, unless told; null: not
   * known.
   */
  private volatile @Nullable Boolean readsCommitted;

  /** Read once, and again after a failure. */
  private volatile @Nullable Extension extension;

  private PgConnections(ConnectionSource source, String endpoint, PgErrors errors, Setup setup) {
    this.source = source;
    this.endpoint = endpoint;
    this.errors = errors;
    this.retries = setup.retries();
    this.interrupts = new InterruptWatch(setup.patience());
  }

  /** What differs in tests. */
  record Setup(Retries retries, Duration patience) {
    static Setup of(PgVectorOptions options) {
      return new Setup(Retries.upTo(options.retries()), options.connectTimeout());
    }
  }

  /** Connections of a pool that is closed with this. Connects when first used. */
  static PgConnections withOwnPool(PgVectorOptions options) {
    return withOwnPool(options, Setup.of(options));
  }

  static PgConnections withOwnPool(PgVectorOptions options, Setup setup) {
    String url = options.requiredUrl();
    String endpoint = PgUrl.endpoint(url);
    PgErrors errors = new PgErrors(endpoint, options);
    return new PgConnections(new PgPool(url, options, errors), endpoint, errors, setup);
  }

  /**
   * Connections of somebody else's, who closes it. They are in no transaction when they come, and
   * go back in the state they came in.
   */
  static PgConnections over(DataSource dataSource, PgVectorOptions options) {
    String endpoint = "the given data source";
    PgErrors errors = new PgErrors(endpoint, options);
    PgConnections connections =
        new PgConnections(
            new GivenDataSource(dataSource, errors), endpoint, errors, Setup.of(options));
    connections.readsCommitted = false; // one may differ from the next
    return connections;
  }

  /** Work on a connection. */
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /**
   * Work on a connection that is given back afterwards, watched for interrupts until the call is
   * closed.
   */
  private interface Leased<T> {
    T on(Lease lease, InterruptWatch.Call call) throws SQLException;
  }

  /** One statement, or several that need no transaction; repeated where the connection was lost. */
  <T> T read(String what, Work<T> work) {
    return repeated(what, (lease, call) -> work.on(lease.connection()), PgErrors::isLost);
  }

  /** The same, with an answer for when the table is not there (COL-5). */
  <T> T readOr(T ifMissing, String what, Work<T> work) {
    return read(
        what,
        connection -> {
          try {
            return work.on(connection);
          } catch (SQLException e) {
            if (PgErrors.isMissing(e)) {
              return ifMissing;
            }
            throw e;
          }
        });
  }

  /**
   * Statements that may take any time, such as building an index, outside of a transaction; not
   * repeated.
   */
  <T> T patiently(String what, Work<T> work) {
    return repeated(
        what, (lease, call) -> withoutTimeout(lease.connection(), work), failure -> false);
  }

  /** Part of the work on a connection, for which {@code queryTimeout} does not hold. */
  static <T> T withoutTimeout(Connection connection, Work<T> work) throws SQLException {
    int timeout = connection.getNetworkTimeout();
    connection.setNetworkTimeout(Runnable::run, 0);
    try {
      return work.on(connection);
    } finally {
      if (!connection.isClosed()) {
        connection.setNetworkTimeout(Runnable::run, timeout);
      }
    }
  }

  /**
   * One transaction, seeing what is committed when each statement begins; repeated where it was
   * rolled back for a reason that passes, or lost before it was to commit. The work may therefore
   * be done more than once.
   *
   * @throws RagException also if the connection was lost while committing: then the outcome is
   *     unknown
   */
  <T> T transaction(String what, Work<T> work) {
    return repeated(
        what,
        (lease, call) -> inTransaction(what, lease, call, work),
        failure -> PgErrors.isRolledBack(failure) || PgErrors.isLost(failure));
  }

  private <T> T repeated(String what, Leased<T> work, Predicate<SQLException> passes) {
    for (int failures = 1; ; failures++) {
      try {
        return once(what, work);
      } catch (SQLException e) {
        extension = null; // it may be what changed
        if (closed) {
          throw PgErrors.closed(e);
        }
        if (PgErrors.isLost(e)) {
          source.lostOne();
        }
        if (Thread.currentThread().isInterrupted()) {
          throw errors.interrupted(what, e);
        }
        if (!passes.test(e) || !pause(what, failures)) {
          throw errors.translate(what, e);
        }
      }
    }
  }

  private boolean pause(String what, int failures) {
    try {
      return retries.pause(failures);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw errors.interrupted(what, e);
    }
  }

  private <T> T once(String what, Leased<T> work) throws SQLException {
    if (closed) {
      throw PgErrors.closed(null);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw errors.interrupted(what, null);
    }
    try (Lease lease = source.borrow(what);
        InterruptWatch.Call call = interrupts.begin(lease.connection())) {
      return work.on(lease, call);
    }
  }

  private <T> T inTransaction(String what, Lease lease, InterruptWatch.Call call, Work<T> work)
      throws SQLException {
    Connection connection = lease.connection();
    connection.setAutoCommit(false);
    try {
      readCommitted(connection);
      T result = work.on(connection);
      call.close(); // from here on the outcome would be unknown
      if (Thread.currentThread().isInterrupted()) {
        throw errors.interrupted(what, null);
      }
      commit(what, connection);
      return result; // autocommit is set again where the connection goes back
    } catch (SQLException | RuntimeException | Error e) {
      call.close();
      extension = null; // it may be this transaction that created it
      rollBack(lease, e);
      throw e;
    }
  }

  /**
   * Work that waits for a lock must then see what the lock's last holder committed, which no other
   * level lets it. Connections of our own are asked once, since hardly anybody changes the default.
   */
  private void readCommitted(Connection connection) throws SQLException {
    @Nullable Boolean known = readsCommitted;
    if (known == null) {
      known = connection.getTransactionIsolation() == Connection.TRANSACTION_READ_COMMITTED;
      readsCommitted = known;
    }
    if (!known) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
      }
    }
  }

  private void commit(String what, Connection connection) throws SQLException {
    try {
      connection.commit();
    } catch (SQLException e) {
      if (PgErrors.isLost(e) || PgErrors.timedOut(e)) {
        throw errors.unknownOutcome(what, e);
      }
      throw e;
    }
  }

  /** A connection whose transaction may be open still would commit it on its way back. */
  private static void rollBack(Lease lease, Throwable failure) {
    try {
      lease.connection().rollback();
    } catch (SQLException e) {
      failure.addSuppressed(e);
      lease.discard();
    }
  }

  /**
   * The pgvector extension, as it was when last asked for; for transactions that do not create it.
   *
   * @throws RagException if the database does not have it
   */
  Extension extension(Connection connection) throws SQLException {
    @Nullable Extension known = extension;
    if (known == null) {
      known = Extension.required(connection, endpoint);
      extension = known;
    }
    return known;
  }

  /** Host, port and database, for messages. */
  String endpoint() {
    return endpoint;
  }

  @Override
  public void close() {
    closed = true;
    try (source) {
      interrupts.close();
    }
  }
}
