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
import javax.sql.DataSource;

/** A schema of its own with a pool of connections that see it first; closing drops it. */
final class PgArea implements AutoCloseable {
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
  static PgArea create(PgServer server, String settings) throws SQLException {
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

  /** A contender in a schema of its own, which is dropped if the contender cannot be made. */
  static Contender create(PgServer server, String settings, Maker maker) throws SQLException {
    PgArea area = create(server, settings);
    try {
      return maker.make(area);
    } catch (SQLException | RuntimeException e) {
      area.close();
      throw e;
    }
  }

  /** The schema's name, which needs no quotes. */
  String schema() {
    return schema;
  }

  /** Its connections. */
  DataSource pool() {
    return pool;
  }

  /** Runs constant SQL of this module. */
  void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first column of constant SQL's rows. */
  List<String> strings(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> strings = new ArrayList<>();
      while (rows.next()) {
        strings.add(rows.getString(1));
      }
      return strings;
    }
  }

  /** Leaves no work behind that autovacuum would begin in the middle of a measurement. */
  void settle() throws SQLException {
    for (String table :
        strings(
            "SELECT format('%I', tablename) FROM pg_tables WHERE schemaname = '" + schema + "'")) {
      execute("VACUUM (ANALYZE) " + schema + "." + table);
    }
  }

  @Override
  public void close() throws SQLException {
    try (pool) {
      execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
    }
  }

  /** Makes a contender that closes the schema. */
  interface Maker {
    Contender make(PgArea area) throws SQLException;
  }
}
