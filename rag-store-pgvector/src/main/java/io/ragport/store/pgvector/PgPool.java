package io.ragport.store.pgvector;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A pool of our own. Two waits are kept apart: for one of the places ({@code poolTimeout}), and for
 * the server to take a connection ({@code connectTimeout}); HikariCP knows one timeout for both, so
 * it is asked by the place and in short turns.
 */
final class PgPool implements ConnectionSource {
  /** The shortest wait that HikariCP takes: so soon after a refusal a caller hears of it. */
  private static final long TURN_MILLIS = 250;

  private final HikariDataSource pool;
  private final PgConnector connector;
  private final PgErrors errors;
  private final Semaphore places;
  private final int size;
  private final Duration poolTimeout;
  private final Duration connectTimeout;

  /** Connects when first used (LIFE-1). */
  PgPool(String url, PgVectorOptions options, PgErrors errors) {
    this.connector = new PgConnector(url, options);
    this.errors = errors;
    this.size = options.poolSize();
    this.places = new Semaphore(size, true);
    this.poolTimeout = options.poolTimeout();
    this.connectTimeout = options.connectTimeout();
    this.pool = new HikariDataSource();
    configure(pool);
  }

  private void configure(HikariConfig config) {
    config.setPoolName("ragport-pgvector");
    config.setDataSource(connector);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    config.setInitializationFailTimeout(-1);
    config.setConnectionTimeout(TURN_MILLIS);
    config.setValidationTimeout(Math.min(2_000, connectTimeout.toMillis()));
  }

  @Override
  public Lease borrow(String what) {
    takePlace(what);
    boolean connected = false;
    try {
      Lease lease = new Pooled(connect(what));
      connected = true;
      return lease;
    } finally {
      if (!connected) {
        places.release();
      }
    }
  }

  private void takePlace(String what) {
    try {
      if (!places.tryAcquire(poolTimeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw errors.exhausted(poolTimeout, size);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw errors.interrupted(what, e);
    }
  }

  private Connection connect(String what) {
    long asked = connector.ask();
    long start = System.nanoTime();
    while (true) {
      try {
        return pool.getConnection();
      } catch (SQLTransientConnectionException e) {
        failIfOver(asked, start, e);
      } catch (SQLException e) {
        if (pool.isClosed()) {
          throw PgErrors.closed(e);
        }
        throw Thread.currentThread().isInterrupted()
            ? errors.interrupted(what, e)
            : errors.noConnection(e);
      }
    }
  }

  private void failIfOver(long asked, long start, SQLException timeout) {
    if (pool.isClosed()) {
      throw PgErrors.closed(timeout);
    }
    Optional<SQLException> refusal = connector.refusedSince(asked);
    if (refusal.isPresent()) {
      throw errors.noConnection(refusal.get());
    }
    // Connections are made one after the other: as long as some come, this one's turn will.
    long progress = Math.max(start, connector.connectedAt());
    if (System.nanoTime() - progress >= connectTimeout.toNanos()) {
      @Nullable SQLException cause = connector.lastFailure().orElse(null);
      throw cause == null ? errors.silent(connectTimeout, timeout) : errors.noConnection(cause);
    }
  }

  @Override
  public void lostOne() {
    pool.getHikariPoolMXBean().softEvictConnections();
  }

  @Override
  public void close() {
    // HikariCP stops half-way in an interrupted thread, and connections would stay open (LIFE-2).
    boolean interrupted = Thread.interrupted();
    try {
      pool.close();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private final class Pooled implements Lease {
    private final Connection connection;

    Pooled(Connection connection) {
      this.connection = connection;
    }

    @Override
    public Connection connection() {
      return connection;
    }

    @Override
    public void discard() {
      pool.evictConnection(connection);
    }

    @Override
    public void close() {
      try {
        connection.close();
      } catch (SQLException e) {
        PgErrors.ignored("giving a connection back", e);
      } finally {
        places.release();
      }
    }
  }
}
