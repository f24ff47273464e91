package io.ragport.store.pgvector;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;

/**
 * Makes the connections of a pool, with the driver's settings of our options. A pool goes on trying
 * while somebody waits; here a refusal is kept instead, so that who waits can be told at once, and
 * the server is not asked again before somebody new asks (accounts are locked after a few wrong
 * passwords).
 */
final class PgConnector implements DataSource {
  /** The driver's own default. */
  static final int RUNS_UNTIL_KEPT = 5;

  private final Driver driver = new Driver();
  private final String url;
  private final Properties settings;
  private final Duration connectTimeout;
  private final Duration queryTimeout;
  private final boolean ownSocketTimeout;
  private final boolean ownPrepareThreshold;
  private final AtomicLong asked = new AtomicLong();
  private volatile @Nullable Refusal refusal;
  private volatile @Nullable SQLException lastFailure;
  private volatile long connectedAt = System.nanoTime();

  /** A failure that repeating will not mend, of an attempt made for everyone up to that asker. */
  private record Refusal(long upTo, SQLException failure) {}

  PgConnector(String url, PgVectorOptions options) {
    this.url = url;
    this.settings = settings(options);
    this.connectTimeout = options.connectTimeout();
    this.queryTimeout = options.queryTimeout();
    this.ownSocketTimeout = !PgUrl.sets(url, PGProperty.SOCKET_TIMEOUT);
    this.ownPrepareThreshold = !PgUrl.sets(url, PGProperty.PREPARE_THRESHOLD);
  }

  /** What the driver is told where the url does not say otherwise. */
  private static Properties settings(PgVectorOptions options) {
    Properties settings = new Properties();
    options.user().ifPresent(user -> PGProperty.USER.set(settings, user));
    options.password().ifPresent(password -> PGProperty.PASSWORD.set(settings, password));
    PGProperty.APPLICATION_NAME.set(settings, options.applicationName());
    // Sent with the first message, so that nothing needs to be set in the session afterwards.
    PGProperty.ASSUME_MIN_SERVER_VERSION.set(settings, "12");
    // Nothing that a pooler would lose, until it is known that there is none.
    PGProperty.PREPARE_THRESHOLD.set(settings, 0);
    // Details of the server's errors hold values (ERR-2).
    PGProperty.LOG_SERVER_ERROR_DETAIL.set(settings, false);
    PGProperty.TCP_KEEP_ALIVE.set(settings, true);
    int seconds = wholeSeconds(options.connectTimeout());
    PGProperty.CONNECT_TIMEOUT.set(settings, seconds);
    PGProperty.CANCEL_SIGNAL_TIMEOUT.set(settings, seconds);
    // While connecting; the time for queries is set on what is connected. The driver's loginTimeout
    // would leave a thread behind that waits on.
    PGProperty.SOCKET_TIMEOUT.set(settings, seconds);
    PGProperty.SSL_RESPONSE_TIMEOUT.set(settings, seconds * 1_000);
    return settings;
  }

  private static int wholeSeconds(Duration duration) {
    return Math.toIntExact(duration.plusMillis(999).toSeconds());
  }

  /**
   * Whether no pooler stands between: one gives out process ids of its own, and passes the question
   * for the server's on. Only then does what is left in the session stay ours.
   */
  static boolean isDirect(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      return row.next() && row.getInt(1) == connection.unwrap(PGConnection.class).getBackendPID();
    }
  }

  /** Called before waiting for a connection; gives a number to ask {@link #refusedSince} with. */
  long ask() {
    return asked.incrementAndGet();
  }

  /** How an attempt failed that was begun after that {@link #ask}, unless it may pass by itself. */
  Optional<SQLException> refusedSince(long ask) {
    @Nullable Refusal known = refusal;
    return known != null && known.upTo() >= ask ? Optional.of(known.failure()) : Optional.empty();
  }

  /** How the last attempt failed; empty if it did not, or none has ended. */
  Optional<SQLException> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  /** When a connection was last made, in {@link System#nanoTime}. */
  long connectedAt() {
    return connectedAt;
  }

  @Override
  public Connection getConnection() throws SQLException {
    long upTo = asked.get();
    @Nullable Refusal known = refusal;
    if (known != null && known.upTo() >= upTo) {
      throw known.failure();
    }
    try {
      Connection connection = connect();
      refusal = null;
      lastFailure = null;
      connectedAt = System.nanoTime();
      return connection;
    } catch (SQLException e) {
      lastFailure = e;
      if (!PgErrors.mayPass(e)) {
        refusal = new Refusal(upTo, e);
      }
      throw e;
    }
  }

  private Connection connect() throws SQLException {
    @Nullable Connection connection = driver.connect(url, settings);
    if (connection == null) {
      throw new SQLException("not an address of PostgreSQL's", "08001");
    }
    if (ownPrepareThreshold && isDirect(connection)) {
      connection.unwrap(PGConnection.class).setPrepareThreshold(RUNS_UNTIL_KEPT);
    }
    if (ownSocketTimeout) {
      connection.setNetworkTimeout(Runnable::run, Math.toIntExact(queryTimeout.toMillis()));
    }
    return connection;
  }

  @Override
  public Connection getConnection(String username, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("one role a pool");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {}

  /** Ours is among the settings; the pool would set it from its own, which mean something else. */
  @Override
  public void setLoginTimeout(int seconds) {}

  /** How long the pool waits for a running attempt when it closes. */
  @Override
  public int getLoginTimeout() {
    return wholeSeconds(connectTimeout) + 1;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("the driver logs for itself");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("wraps nothing");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
