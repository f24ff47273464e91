package io.ragport.store.pgvector;

import io.ragport.api.Arguments;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds tables and their columns in the catalog, by names that are bound and compared exactly. */
final class ForeignTables {
  private static final int LISTED = 20;

  /** Tables, views and what else can be selected from. */
  private static final String RELATIONS =
      """
      FROM pg_catalog.pg_class c
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
      AND\s""";

  // The type below a domain, or below a domain over a domain, is what compares.
  private static final String COLUMNS =
      """
      SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), tn.nspname, t.typname,
        t.typtype, t.typcategory, cn.nspname, co.collname,
        ARRAY(SELECT CAST(l.enumlabel AS text) FROM pg_catalog.pg_enum l
          WHERE l.enumtypid = t.oid ORDER BY l.enumsortorder),
        pg_catalog.has_schema_privilege(c.relnamespace, 'USAGE')
          AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
      FROM pg_catalog.pg_attribute a
      JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
      CROSS JOIN LATERAL (
        WITH RECURSIVE below (oid, base) AS (
          SELECT d.oid, d.typbasetype FROM pg_catalog.pg_type d WHERE d.oid = a.atttypid
          UNION ALL
          SELECT d.oid, d.typbasetype FROM below b JOIN pg_catalog.pg_type d ON d.oid = b.base)
        SELECT below.oid FROM below WHERE below.base = 0) bottom
      JOIN pg_catalog.pg_type t ON t.oid = bottom.oid
      JOIN pg_catalog.pg_namespace tn ON tn.oid = t.typnamespace
      LEFT JOIN pg_catalog.pg_collation co ON co.oid = a.attcollation
      LEFT JOIN pg_catalog.pg_namespace cn ON cn.oid = co.collnamespace
      WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid = CAST(\
      """;

  private ForeignTables() {}

  /**
   * The table of that name.
   *
   * @param schema null for wherever the search path finds it
   * @throws IllegalArgumentException if there is none
   */
  static ForeignTable find(Connection connection, @Nullable String schema, String name)
      throws SQLException {
    Sql sql =
        Sql.of("SELECT c.oid, n.nspname ")
            .add(RELATIONS)
            .add(within(schema))
            .add(" AND c.relname = ")
            .bind(name);
    try (PreparedStatement statement = sql.prepare(connection);
        ResultSet row = statement.executeQuery()) {
      if (row.next()) {
        return new ForeignTable(row.getString(2), name, columns(connection, row.getLong(1)));
      }
    }
    throw Arguments.invalid(
        "table",
        "no \""
            + Arguments.shortened(name)
            + (schema == null
                ? "\" on the search path"
                : "\" in schema \"" + Arguments.shortened(schema) + "\"")
            + " (there: "
            + listed(names(connection, schema))
            + ")");
  }

  private static Sql within(@Nullable String schema) {
    return schema == null
        ? Sql.of("pg_catalog.pg_table_is_visible(c.oid)")
        : Sql.of("n.nspname = ").bind(schema);
  }

  private static List<String> names(Connection connection, @Nullable String schema)
      throws SQLException {
    Sql sql =
        Sql.of("SELECT c.relname ")
            .add(RELATIONS)
            .add(within(schema))
            .add(" AND n.nspname <> 'pg_catalog' ORDER BY c.relname LIMIT ")
            .bind(LISTED + 1);
    try (PreparedStatement statement = sql.prepare(connection);
        ResultSet rows = statement.executeQuery()) {
      List<String> names = new ArrayList<>();
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    }
  }

  private static Map<String, ForeignColumn> columns(Connection connection, long table)
      throws SQLException {
    Sql sql = Sql.of(COLUMNS).bind(table).add(" AS oid) ORDER BY a.attnum");
    try (PreparedStatement statement = sql.prepare(connection);
        ResultSet rows = statement.executeQuery()) {
      Map<String, ForeignColumn> columns = new LinkedHashMap<>();
      while (rows.next()) {
        ForeignColumn column = column(rows);
        columns.put(column.name(), column);
      }
      return columns;
    }
  }

  private static ForeignColumn column(ResultSet row) throws SQLException {
    String typeSchema = row.getString(3);
    String type = row.getString(4);
    ColumnKind kind = kind(typeSchema, type, row.getString(5), row.getString(6));
    return new ForeignColumn(
        row.getString(1),
        kind,
        row.getString(2),
        comparedAs(kind, typeSchema, type),
        collation(row.getString(7), row.getString(8)),
        List.of((String[]) row.getArray(9).getArray()),
        row.getBoolean(10));
  }

  private static String collation(@Nullable String schema, @Nullable String name) {
    return schema == null || name == null ? "" : " COLLATE " + Identifiers.quote(schema, name);
  }

  private static ColumnKind kind(String schema, String type, String sort, String category) {
    if (sort.equals("e")) {
      return ColumnKind.ENUM;
    }
    if (sort.equals("b") && category.equals("S")) {
      return ColumnKind.TEXT;
    }
    if (!schema.equals("pg_catalog")) {
      return ColumnKind.OTHER;
    }
    return switch (type) {
      case "int2", "int4", "int8" -> ColumnKind.INTEGER;
      case "numeric" -> ColumnKind.DECIMAL;
      case "float4" -> ColumnKind.REAL;
      case "float8" -> ColumnKind.DOUBLE;
      case "bool" -> ColumnKind.BOOLEAN;
      case "uuid" -> ColumnKind.UUID;
      case "date" -> ColumnKind.DATE;
      case "timestamp" -> ColumnKind.TIMESTAMP;
      case "timestamptz" -> ColumnKind.INSTANT;
      default -> ColumnKind.OTHER;
    };
  }

  /** The column's own type, or the one of its family that holds any value and uses its index. */
  private static String comparedAs(ColumnKind kind, String schema, String type) {
    boolean builtIn = schema.equals("pg_catalog");
    if (kind == ColumnKind.INTEGER) {
      return "pg_catalog.int8";
    }
    // Casting to "name" would cut a longer text; "char(n)" ignores trailing blanks as nothing else.
    return kind == ColumnKind.TEXT && builtIn && !type.equals("bpchar")
        ? "pg_catalog.text"
        : Identifiers.quote(schema, type);
  }

  /** Names for a message: the first of them, shortened. */
  static String listed(Collection<String> names) {
    if (names.isEmpty()) {
      return "none";
    }
    return names.stream().limit(LISTED).map(Arguments::shortened).collect(Collectors.joining(", "))
        + (names.size() > LISTED ? ", …" : "");
  }
}
