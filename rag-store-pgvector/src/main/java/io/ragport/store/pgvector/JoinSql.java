package io.ragport.store.pgvector;

import io.ragport.api.Arguments;
import java.util.List;

/**
 * A join of our entries, alias {@code e}, with the rows of another table as SQL; pure. Our side is
 * brought to the type and collation of their column, never the other way round, so that an index on
 * their column serves; what cannot be brought there is null and joins nothing.
 */
final class JoinSql {
  private static final String THEIRS = "joined";

  private static final String UUID_TEXT = "'^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'";
  private static final String SHORT_INTEGER_TEXT = "'^(0|-?[1-9][0-9]{0,17})$'";
  private static final String LONG_INTEGER_TEXT = "'^-?[1-9][0-9]{18}$'";
  private static final String DECIMAL_TEXT = "'^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$'";
  private static final String IN_64_BITS =
      " BETWEEN " + Long.MIN_VALUE + " AND " + Long.MAX_VALUE + " ";

  private final ForeignTable table;
  private final List<ForeignColumn> columns;
  private final Sql belongs;

  private JoinSql(ForeignTable table, List<ForeignColumn> columns, Sql belongs) {
    this.table = table;
    this.columns = columns;
    this.belongs = belongs;
  }

  /**
   * The join that a query asks for.
   *
   * @throws IllegalArgumentException if a column is not there, or is of a type that does not
   *     compare with what is asked of it
   */
  static JoinSql of(JoinQuery query, ForeignTable table) {
    ForeignColumn on = table.column(query.joinColumn());
    Sql belongs = Sql.of(on.of(THEIRS)).add(" = ").add(ours(query.field(), on));
    for (Column condition : query.conditions()) {
      belongs.add(" AND ").add(table.column(condition.name()).fulfils(condition, THEIRS));
    }
    return new JoinSql(table, query.columns().stream().map(table::column).toList(), belongs);
  }

  /** Whether an entry has such rows, as a condition on {@code e}. */
  Sql condition() {
    return Sql.of("EXISTS (SELECT 1 FROM " + table.sql() + " " + THEIRS + " WHERE ")
        .add(belongs)
        .add(")");
  }

  /**
   * Everything to be read of the rows, after the entry's id; the rows of one entry in the order of
   * their text, since nobody knows their key.
   *
   * @param entries our table, quoted
   * @param ids a condition on {@code e}
   */
  Sql rows(String entries, Sql ids) {
    Sql sql = Sql.of("SELECT e.id");
    columns.forEach(column -> sql.add(", " + column.readFrom(THEIRS)));
    sql.add(" FROM " + entries + " e JOIN " + table.sql() + " " + THEIRS + " ON ").add(belongs);
    return sql.add(" WHERE ")
        .add(ids)
        .add(" ORDER BY CAST(ROW(" + list() + ") AS text) COLLATE \"C\"");
  }

  private String list() {
    return String.join(", ", columns.stream().map(column -> column.of(THEIRS)).toList());
  }

  /** The table that is joined, for messages. */
  String place() {
    return table.place();
  }

  /** What {@link #rows} reads, in order. */
  List<ForeignColumn> columns() {
    return columns;
  }

  private static Sql ours(JoinField field, ForeignColumn on) {
    return switch (field.part()) {
      case ID -> id(field, on);
      case SOURCE_ID -> parsed(field, on, Sql.of("e.source_id"));
      case METADATA -> metadata(field, on);
    };
  }

  private static Sql id(JoinField field, ForeignColumn on) {
    return switch (on.kind()) {
      case UUID -> Sql.of("e.id");
      case TEXT -> asText(on, Sql.of("CAST(e.id AS text)"));
      default -> throw incomparable(field, on, "uuid or text");
    };
  }

  private static Sql metadata(JoinField field, ForeignColumn on) {
    Sql json = Sql.of("(e.metadata -> CAST(").bind(field.key()).add(" AS text))");
    Sql string =
        Sql.of("CASE WHEN jsonb_typeof(")
            .add(json)
            .add(") = 'string' THEN e.metadata ->> CAST(")
            .bind(field.key())
            .add(" AS text) END");
    Sql number = Sql.of("CAST(").add(json).add(" AS numeric)");
    return switch (on.kind()) {
      case TEXT, UUID -> parsed(field, on, string);
      case INTEGER -> ifNumber(json, whole(number));
      case DECIMAL -> ifNumber(json, number);
      default -> throw incomparable(field, on, "text, uuid, whole number or numeric");
    };
  }

  private static Sql ifNumber(Sql json, Sql number) {
    return Sql.of("CASE WHEN jsonb_typeof(")
        .add(json)
        .add(") = 'number' THEN ")
        .add(number)
        .add(" END");
  }

  private static Sql whole(Sql number) {
    return Sql.of("CASE WHEN ")
        .add(number)
        .add(IN_64_BITS + "AND ")
        .add(number)
        .add(" = trunc(")
        .add(number)
        .add(") THEN CAST(")
        .add(number)
        .add(" AS int8) END");
  }

  /** Text as a value of their type; null where it is none. */
  private static Sql parsed(JoinField field, ForeignColumn on, Sql text) {
    return switch (on.kind()) {
      case TEXT -> asText(on, text);
      case UUID -> ifLike(UUID_TEXT, text, cast(text, "uuid"));
      case INTEGER -> integer(text);
      case DECIMAL -> ifLike(DECIMAL_TEXT, text, cast(text, "numeric"));
      default -> throw incomparable(field, on, "text, uuid, whole number or numeric");
    };
  }

  // A comparison takes the collation of its sides; an index serves it only in its own.
  private static Sql asText(ForeignColumn on, Sql text) {
    return Sql.of("CAST(").add(text).add(" AS " + on.comparedAs() + ")" + on.collation());
  }

  /** Up to 18 digits fit for sure; of the 19 digits only some, which numeric finds out. */
  private static Sql integer(Sql text) {
    return Sql.of("CASE WHEN ")
        .add(text)
        .add(" ~ " + SHORT_INTEGER_TEXT + " THEN ")
        .add(cast(text, "int8"))
        .add(" WHEN ")
        .add(text)
        .add(" ~ " + LONG_INTEGER_TEXT + " THEN ")
        .add(whole(cast(text, "numeric")))
        .add(" END");
  }

  private static Sql ifLike(String pattern, Sql text, Sql value) {
    return Sql.of("CASE WHEN ").add(text).add(" ~ " + pattern + " THEN ").add(value).add(" END");
  }

  private static Sql cast(Sql value, String type) {
    return Sql.of("CAST(").add(value).add(" AS " + type + ")");
  }

  private static IllegalArgumentException incomparable(
      JoinField field, ForeignColumn on, String possible) {
    return Arguments.invalid(
        "column \"" + Arguments.shortened(on.name()) + "\"",
        field + " does not compare with " + on.declared() + " (" + possible + ")");
  }
}
