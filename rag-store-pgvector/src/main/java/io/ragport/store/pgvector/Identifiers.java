package io.ragport.store.pgvector;

/** The one place where names become SQL. */
final class Identifiers {
  private Identifiers() {}

  /** A name as a quoted identifier: {@code my"table} becomes {@code "my""table"}. */
  static String quote(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A name within a schema, both quoted. */
  static String quote(String schema, String name) {
    return quote(schema) + "." + quote(name);
  }

  /** A text as an SQL literal, for statements that take no parameters (DDL). */
  static String literal(String text) {
    String quoted = text.replace("'", "''");
    return text.indexOf('\\') < 0 ? "'" + quoted + "'" : "E'" + quoted.replace("\\", "\\\\") + "'";
  }
}
