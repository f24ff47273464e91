package io.ragport.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;

/** A schema of its own with a pool of connections that see it first; closing drops it. */
final class PgArea implements Area {
  private static final int CONNECTIONS = 4;

  private final String schema;
  private final HikariDataSource pool;

  private PgArea(String schema, HikariDataSource pool) {
    this.schema = schema;
    this.pool = pool;
  }

  /**
   * An empty schema.
   *
   * @param settings what each connection runs first: constant SQL of this module, or empty
   */
  static PgArea create(PgServer server, String settings) {
    String schema = "ragport_bench_" + UUID.randomUUID().toString().substring(0, 8);
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(server.url());
    config.setUsername(server.user());
    config.setPassword(server.password());
    config.setMaximumPoolSize(CONNECTIONS);
    config.addDataSourceProperty("currentSchema", schema + ",public");
    if (!settings.isEmpty()) {
      config.setConnectionInitSql(settings);
    }
    PgArea area = new PgArea(schema, new HikariDataSource(config));
    area.execute("CREATE SCHEMA " + schema);
    return area;
  }

  /** Opens a contender in a schema of its own. */
  static Contender.Opener<PgServer> opener(String settings, Function<PgArea, Contender> maker) {
    return server -> Area.contender(create(server, settings), maker);
  }

  /** The schema's name, which needs no quotes. */
  String schema() {
    return schema;
  }

  /** Its connections. */
  DataSource pool() {
    return pool;
  }

  /** What the work makes of a connection. */
  <T> T call(Work<T> work) {
    try (Connection connection = pool.getConnection()) {
      return work.on(connection);
    } catch (SQLException e) {
      throw new IllegalStateException("schema " + schema + ": a statement failed", e);
    }
  }

  /** Runs constant SQL of this module. */
  void execute(String sql) {
    call(
        connection -> {
          try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
          }
        });
  }

  /** The first column of constant SQL's rows. */
  List<String> strings(String sql) {
    return call(
        connection -> {
          try (Statement statement = connection.createStatement();
              ResultSet rows = statement.executeQuery(sql)) {
            List<String> strings = new ArrayList<>();
            while (rows.next()) {
              strings.add(rows.getString(1));
            }
            return strings;
          }
        });
  }

  @Override
  public long count() {
    return Long.parseLong(strings("SELECT count(*) FROM " + ENTRIES).get(0));
  }

  /** Nothing to wait for: the statement that stores a row or makes an index does it all. */
  @Override
  public void awaitIndex() {}

  /** Does what autovacuum would. */
  @Override
  public void settle() {
    for (String table :
        strings(
            "SELECT format('%I', tablename) FROM pg_tables WHERE schemaname = '" + schema + "'")) {
      execute("VACUUM (ANALYZE) " + schema + "." + table);
    }
  }

  @Override
  public void close() {
    try (pool) {
      execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
    }
  }

  /** What can be done with a connection. */
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }
}
