package io.ragport.conformance;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;

/**
 * A PostgreSQL server as the environment names it. Each call opens a connection of its own.
 * Immutable.
 *
 * @param url for JDBC
 * @param user empty if the URL or the driver says
 * @param password empty if the URL or the driver says
 */
record PgvectorServer(String url, Optional<String> user, Optional<String> password) {
  static final String URL = "RAG_PGVECTOR_URL";
  static final String USER = "RAG_PGVECTOR_USER";
  static final String PASSWORD = "RAG_PGVECTOR_PASSWORD";

  private static final String CONNECT_SECONDS = "3";
  private static final String ANSWER_SECONDS = "60";
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(100);

  /**
   * The server that is named.
   *
   * @throws IllegalArgumentException if none is
   */
  static PgvectorServer in(Map<String, String> environment) {
    String url = environment.get(URL);
    if (url == null) {
      throw new IllegalArgumentException(URL + " is not set");
    }
    return new PgvectorServer(
        url,
        Optional.ofNullable(environment.get(USER)),
        Optional.ofNullable(environment.get(PASSWORD)));
  }

  /** Whether pgvector is there, in the database or to be created in it. */
  boolean hasExtension() throws SQLException {
    return !rows("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'").isEmpty();
  }

  /** The versions of server, extension and driver. */
  Map<String, String> versions() {
    try (Connection connection = connect()) {
      Map<String, String> versions = new LinkedHashMap<>();
      versions.put("PostgreSQL", connection.getMetaData().getDatabaseProductVersion());
      versions.put(
          "pgvector",
          String.join(
              "",
              rows(
                  """
                  SELECT coalesce(installed_version, default_version)
                  FROM pg_available_extensions WHERE name = 'vector'
                  """)));
      versions.put(connection.getMetaData().getDriverName(), driverVersion(connection));
      return versions;
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static String driverVersion(Connection connection) throws SQLException {
    return connection.getMetaData().getDriverVersion();
  }

  /** Runs statements, one after the other. */
  void run(String... statements) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** The rows that a query finds, each as one text. */
  List<String> rows(String query) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> found = new ArrayList<>();
      while (rows.next()) {
        found.add(row(rows));
      }
      return found;
    }
  }

  private static String row(ResultSet rows) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    List<String> values = new ArrayList<>();
    for (int column = 1; column <= columns.getColumnCount(); column++) {
      values.add(String.valueOf(rows.getString(column)));
    }
    return String.join(" | ", values);
  }

  /** Returns when the server answers. */
  void await(Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        rows("SELECT 1");
        return;
      } catch (SQLException e) {
        if (System.nanoTime() - deadline > 0) {
          throw new IllegalStateException("no answer after a restart within " + patience, e);
        }
        LockSupport.parkNanos(BETWEEN_ATTEMPTS.toNanos()); // it tells nobody when it is ready
      }
    }
  }

  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    user.ifPresent(value -> properties.setProperty("user", value));
    password.ifPresent(value -> properties.setProperty("password", value));
    properties.setProperty("connectTimeout", CONNECT_SECONDS);
    properties.setProperty("loginTimeout", CONNECT_SECONDS);
    properties.setProperty("socketTimeout", ANSWER_SECONDS);
    return DriverManager.getConnection(url, properties);
  }

  /** Leaves the password out. */
  @Override
  public String toString() {
    return "PgvectorServer[" + url + "]";
  }

  private static IllegalStateException failed(SQLException e) {
    return new IllegalStateException("PostgreSQL: " + e.getMessage(), e);
  }
}
