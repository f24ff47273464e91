package io.ragport.store.pgvector;

import io.ragport.api.MetadataFilter;
import io.ragport.api.store.MetadataJson;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;

/** Filter tree in, condition on the column {@code metadata} out; pure. */
final class FilterSql implements MetadataFilter.Visitor<Sql> {
  /** From here on every double is whole, and its shortest digits are not its value. */
  private static final double WHOLE_FROM = 0x1p53;

  /**
   * A b-tree takes no value over some 2,700 bytes, and {@code jsonb} up to four times the bytes of
   * its text: a list of digits.
   */
  private static final int MAX_INDEXED_BYTES = 600;

  private static final FilterSql TRANSLATOR = new FilterSql();

  private FilterSql() {}

  /**
   * A condition that is true for exactly the entries that the filter selects, else false or null.
   */
  static Sql of(MetadataFilter filter) {
    return filter.accept(TRANSLATOR);
  }

  @Override
  public Sql compare(MetadataFilter.Compare compare) {
    if (compare.op() == MetadataFilter.Op.EQ) {
      return value("(", compare.key())
          .add(" = ")
          .bindJson(json(compare.value()))
          .add(andShort(compare.key(), List.of(compare.value())))
          .add(")");
    }
    String key = compare.key();
    String operator = operator(compare.op());
    if (compare.value() instanceof String text) {
      // The bytes of UTF-8 sort as code points do (FLT-6).
      return Sql.of("((metadata ->> ")
          .bind(key)
          .add(") COLLATE \"C\"" + operator)
          .bind(text)
          .add(value(" AND jsonb_typeof(", key))
          .add(") = 'string')");
    }
    // jsonb has an order across types as well, hence the second condition.
    return value("(", key)
        .add(operator)
        .bindJson(json(compare.value()))
        .add(value(" AND jsonb_typeof(", key))
        .add(") = 'number')");
  }

  private static String operator(MetadataFilter.Op op) {
    return switch (op) {
      case EQ -> " = ";
      case GT -> " > ";
      case GTE -> " >= ";
      case LT -> " < ";
      case LTE -> " <= ";
    };
  }

  @Override
  public Sql in(MetadataFilter.In in) {
    List<String> values = in.values().stream().map(FilterSql::json).toList();
    return value("(", in.key())
        .add(" = ANY (")
        .bindJsons(values)
        .add(")")
        .add(andShort(in.key(), in.values()))
        .add(")");
  }

  @Override
  public Sql exists(MetadataFilter.Exists exists) {
    return Sql.of("(metadata ?? ").bind(exists.key()).add(")");
  }

  @Override
  public Sql and(MetadataFilter.And and) {
    return joined(and.parts(), " AND ", "TRUE");
  }

  @Override
  public Sql or(MetadataFilter.Or or) {
    return joined(or.parts(), " OR ", "FALSE");
  }

  @Override
  public Sql not(MetadataFilter.Not not) {
    // SQL has three truth values, the contract two (FLT-3): "unknown" is false before it is
    // negated.
    return Sql.of("(NOT COALESCE(").add(not.inner().accept(this)).add(", FALSE))");
  }

  private Sql joined(List<MetadataFilter> parts, String word, String ifEmpty) {
    if (parts.isEmpty()) {
      return Sql.of(ifEmpty);
    }
    Sql sql = Sql.of("(");
    for (int i = 0; i < parts.size(); i++) {
      sql.add(i == 0 ? "" : word).add(parts.get(i).accept(this));
    }
    return sql.add(")");
  }

  /**
   * What the index on a key's value says of the entries in it: all with a number or a short text.
   *
   * @param key as an SQL literal
   */
  static String indexed(String key) {
    return "jsonb_typeof(metadata -> " + key + ") = 'number' OR " + isShort(Sql.of(key)).toString();
  }

  /**
   * True or null rather than true or false: the planner takes nearly all entries for short then,
   * where it would guess a third, and go wrong about how many pass the filter.
   */
  private static Sql isShort(Sql key) {
    return Sql.of("nullif(octet_length(metadata ->> ")
        .add(key)
        .add(") <= " + MAX_INDEXED_BYTES + ", FALSE) IS NOT NULL");
  }

  /**
   * Changes nothing about what is selected: an entry that has one of these values has a short one,
   * if they are. It lets the planner see that the index has the entry.
   */
  private static Sql andShort(String key, Collection<Object> values) {
    return values.stream().allMatch(FilterSql::isShort)
        ? Sql.of(" AND ").add(isShort(Sql.of("").bind(key)))
        : Sql.of("");
  }

  /** Numbers and truth values are. */
  private static boolean isShort(Object scalar) {
    return !(scalar instanceof String text)
        || text.getBytes(StandardCharsets.UTF_8).length <= MAX_INDEXED_BYTES;
  }

  /** The key's value. An index on {@code (metadata -> 'key')} serves it: plans see bound values. */
  private static Sql value(String before, String key) {
    return Sql.of(before).add("metadata -> ").bind(key);
  }

  private static String json(Object scalar) {
    return scalar instanceof Double number && Math.abs(number) >= WHOLE_FROM
        ? new BigDecimal(number).toString()
        : MetadataJson.writeValue(scalar);
  }
}
