package io.ragport.store.pgvector;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.postgresql.ds.PGSimpleDataSource;

/** The server that {@code dev/servers} started, and schemas in it for tests. */
final class TestServer {
  private TestServer() {}

  /** Settings of the backend for that schema; the test is left out where there is no server. */
  static Map<String, Object> settings(String schema) {
    return new HashMap<>(
        Map.of(
            "url",
            required("RAG_PGVECTOR_URL"),
            "user",
            required("RAG_PGVECTOR_USER"),
            "password",
            required("RAG_PGVECTOR_PASSWORD"),
            "schema",
            schema));
  }

  /** The same with more settings, or other ones. */
  static PgVectorOptions options(String schema, Map<String, ?> more) {
    Map<String, Object> settings = settings(schema);
    settings.putAll(more);
    return PgVectorOptions.of(settings);
  }

  /** The name of a schema that does not exist. */
  static String newSchema() {
    return "test_" + UUID.randomUUID().toString().replace("-", "").toLowerCase(Locale.ROOT);
  }

  /** Drops a schema with all that is in it; nothing happens if it does not exist. */
  static void drop(String schema) {
    execute("DROP SCHEMA IF EXISTS " + Identifiers.quote(schema) + " CASCADE");
  }

  /** Runs one statement, as the superuser that the tests log in as. */
  static void execute(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError("cannot run " + sql, e);
    }
  }

  /** A connection of the driver's own, without anything of ours. */
  static Connection connect() throws SQLException {
    return dataSource().getConnection();
  }

  /** Connections without a pool, and without anything of ours. */
  static PGSimpleDataSource dataSource() {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setURL(required("RAG_PGVECTOR_URL"));
    dataSource.setUser(required("RAG_PGVECTOR_USER"));
    dataSource.setPassword(required("RAG_PGVECTOR_PASSWORD"));
    return dataSource;
  }

  private static String required(String variable) {
    @Nullable String value = System.getenv(variable);
    if (value == null) {
      return Assumptions.abort("not testable: " + variable + " is not set (run dev/servers up)");
    }
    return value;
  }
}
