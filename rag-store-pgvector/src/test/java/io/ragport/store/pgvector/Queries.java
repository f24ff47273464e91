package io.ragport.store.pgvector;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Statements of tests. */
final class Queries {
  private Queries() {}

  /** The first column of the first row, as work. */
  static PgConnections.Work<String> of(String query) {
    return connection -> text(connection, query);
  }

  static String text(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      if (!row.next()) {
        throw new AssertionError("no row: " + query);
      }
      return String.valueOf(row.getString(1));
    }
  }

  static String run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return sql;
    }
  }
}
