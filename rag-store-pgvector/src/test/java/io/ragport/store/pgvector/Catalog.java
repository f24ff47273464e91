package io.ragport.store.pgvector;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What a test reads of the server beside our own code. */
final class Catalog {
  private Catalog() {}

  /** The first column of what a query finds, as text. */
  static List<String> strings(String sql) {
    try (Connection connection = TestServer.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> found = new ArrayList<>();
      while (rows.next()) {
        found.add(rows.getString(1));
      }
      return found;
    } catch (SQLException e) {
      throw new AssertionError("cannot run " + sql, e);
    }
  }

  /** The definitions of a table's indexes, without the primary key. */
  static List<String> indexes(String schema) {
    return strings(
        "SELECT indexdef FROM pg_indexes WHERE schemaname = "
            + Identifiers.literal(schema)
            + " AND indexname LIKE 'ragport\\_%' AND indexname NOT LIKE '%\\_pkey' AND indexname"
            + " NOT LIKE '%\\_key' ORDER BY indexname");
  }
}
