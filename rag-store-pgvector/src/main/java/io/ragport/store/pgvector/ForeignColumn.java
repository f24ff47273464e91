package io.ragport.store.pgvector;

import io.ragport.api.Arguments;
import java.util.List;

/**
 * A column of somebody else's table.
 *
 * @param kind of its type, or of the type below its domain
 * @param declared its type, for messages
 * @param comparedAs the type, in SQL, of what it is compared with
 * @param collation its collation as a COLLATE clause; empty if it has none
 * @param labels the values of an enum; empty for other types
 * @param readable whether our role may read it
 */
record ForeignColumn(
    String name,
    ColumnKind kind,
    String declared,
    String comparedAs,
    String collation,
    List<String> labels,
    boolean readable) {
  /** The column, in SQL, of the table with that alias. */
  String of(String alias) {
    return alias + "." + Identifiers.quote(name);
  }

  /** The column as it is read: what has no Java type of its own as text. */
  String readFrom(String alias) {
    return switch (kind) {
      case TEXT, ENUM, OTHER -> "CAST(" + of(alias) + " AS pg_catalog.text)";
      default -> of(alias);
    };
  }

  /** A condition on this column of the table with that alias; true, false or null. */
  Sql fulfils(Column condition, String alias) {
    condition.values().forEach(this::requireTakes);
    return switch (condition.op()) {
      case EQ -> compared(condition, alias, " = ");
      case NE -> compared(condition, alias, " IS DISTINCT FROM ");
      case GT -> compared(condition, alias, " > ");
      case GTE -> compared(condition, alias, " >= ");
      case LT -> compared(condition, alias, " < ");
      case LTE -> compared(condition, alias, " <= ");
      case IN ->
          Sql.of(of(alias))
              .add(" = ANY (CAST(")
              .bindTexts(condition.values().stream().map(kind::text).toList())
              .add(" AS " + typeFor(condition.values()) + "[]))");
      case IS_NULL -> Sql.of(of(alias)).add(" IS NULL");
      case NOT_NULL -> Sql.of(of(alias)).add(" IS NOT NULL");
    };
  }

  private Sql compared(Column condition, String alias, String operator) {
    return Sql.of(of(alias))
        .add(operator + "CAST(")
        .bind(kind.text(condition.values().get(0)))
        .add(" AS " + typeFor(condition.values()) + ")");
  }

  private void requireTakes(Object value) {
    if (!kind.takes(value)) {
      throw Arguments.invalid(
          "column \"" + Arguments.shortened(name) + "\"",
          "a value of type "
              + value.getClass().getSimpleName()
              + " does not compare with "
              + declared
              + " ("
              + kind.takes()
              + ")");
    }
    if (kind == ColumnKind.ENUM && !labels.contains(value)) {
      throw Arguments.invalid(
          "column \"" + Arguments.shortened(name) + "\"",
          "\""
              + Arguments.shortened(value)
              + "\" is not one of its values ("
              + String.join(", ", labels)
              + ")");
    }
  }

  /** Whole numbers are compared as such, which their index serves; 1.5 or 2^64 needs numeric. */
  private String typeFor(List<Object> values) {
    return kind == ColumnKind.INTEGER && !values.stream().allMatch(ColumnKind::isLong)
        ? "pg_catalog.numeric"
        : comparedAs;
  }
}
