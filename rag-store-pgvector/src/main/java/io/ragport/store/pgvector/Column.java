package io.ragport.store.pgvector;

import io.ragport.api.Arguments;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A condition on one column of the table that a {@link JoinQuery} joins. Immutable.
 *
 * <p>Values are of the column's own kind: a {@code String} for text and enum columns; an {@code
 * Integer}, {@code Long}, {@code Double} or {@code BigDecimal} for any number column; a {@code
 * Boolean}, {@code UUID}, {@code LocalDate}, {@code Instant} ({@code timestamp with time zone}) or
 * {@code LocalDateTime} ({@code timestamp}) for columns of that type. Columns of other types take
 * {@link #isNull} and {@link #notNull} only. Values are bound and names quoted: nothing in them is
 * SQL (FLT-8).
 *
 * <p>Texts are compared and ordered as their column does it, by its collation. As in filters, a
 * comparison with a missing value is false, and {@link #ne} is the negation of {@link #eq}: it
 * holds for rows without a value (FLT-3).
 */
public final class Column {
  enum Op {
    EQ,
    NE,
    IN,
    GT,
    GTE,
    LT,
    LTE,
    IS_NULL,
    NOT_NULL
  }

  private static final Set<Class<?>> TYPES =
      Set.of(
          String.class,
          Boolean.class,
          Integer.class,
          Long.class,
          Double.class,
          BigDecimal.class,
          UUID.class,
          Instant.class,
          LocalDate.class,
          LocalDateTime.class);

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");
  private static final int MAX_WHOLE_DIGITS = 131_072;
  private static final int MAX_DECIMALS = 16_383;

  private final String name;
  private final Op op;
  private final List<Object> values;

  private Column(String name, Op op, List<Object> values) {
    this.name = JoinQuery.name("column", name);
    this.op = op;
    this.values = values;
  }

  /**
   * The column has this value.
   *
   * @throws IllegalArgumentException if the value is null or of no type that columns are compared
   *     with, not finite, of more digits than {@code numeric} has, or in a year that is not 1 to
   *     9999
   */
  public static Column eq(String column, Object value) {
    return new Column(column, Op.EQ, List.of(checked(column, value)));
  }

  /** The column has another value, or none. Values as for {@link #eq}. */
  public static Column ne(String column, Object value) {
    return new Column(column, Op.NE, List.of(checked(column, value)));
  }

  /** The column has one of these values; with none of them, no row does (FLT-5). */
  public static Column in(String column, Collection<?> values) {
    List<Object> copy = new ArrayList<>();
    for (Object value : Arguments.required("values", values)) {
      copy.add(checked(column, value));
    }
    return new Column(column, Op.IN, List.copyOf(copy));
  }

  /** The column is greater. Values as for {@link #eq}, but no Boolean (FLT-6). */
  public static Column gt(String column, Object value) {
    return new Column(column, Op.GT, List.of(ordered(column, value)));
  }

  /** The column is greater or equal. Values as for {@link #gt}. */
  public static Column gte(String column, Object value) {
    return new Column(column, Op.GTE, List.of(ordered(column, value)));
  }

  /** The column is less. Values as for {@link #gt}. */
  public static Column lt(String column, Object value) {
    return new Column(column, Op.LT, List.of(ordered(column, value)));
  }

  /** The column is less or equal. Values as for {@link #gt}. */
  public static Column lte(String column, Object value) {
    return new Column(column, Op.LTE, List.of(ordered(column, value)));
  }

  /** The column has no value. */
  public static Column isNull(String column) {
    return new Column(column, Op.IS_NULL, List.of());
  }

  /** The column has a value. */
  public static Column notNull(String column) {
    return new Column(column, Op.NOT_NULL, List.of());
  }

  private static Object ordered(String column, @Nullable Object value) {
    if (value instanceof Boolean) {
      throw invalid(column, "true and false have no order (eq)");
    }
    return checked(column, value);
  }

  private static Object checked(String column, @Nullable Object value) {
    if (value == null) {
      throw invalid(column, "null (isNull and notNull ask for it)");
    }
    if (!TYPES.contains(value.getClass())) {
      throw invalid(
          column,
          "a value of type "
              + value.getClass().getSimpleName()
              + " ("
              + TYPES.stream().map(Class::getSimpleName).sorted().collect(Collectors.joining(", "))
              + ")");
    }
    requireStorable(column, value);
    return value instanceof Integer number ? number.longValue() : value;
  }

  private static void requireStorable(String column, Object value) {
    if (value instanceof String text) {
      Arguments.characters(place(column), text);
    } else if (value instanceof Double number && !Double.isFinite(number)) {
      throw invalid(column, number + " (a finite number)");
    } else if (value instanceof BigDecimal number) {
      requireDigits(column, number);
    } else if (value instanceof Instant instant) {
      requireYear(column, !instant.isBefore(FIRST) && instant.isBefore(END));
    } else if (value instanceof LocalDateTime time) {
      requireYear(column, isYear(time.getYear()));
    } else if (value instanceof LocalDate date) {
      requireYear(column, isYear(date.getYear()));
    }
  }

  private static void requireDigits(String column, BigDecimal number) {
    if ((long) number.precision() - number.scale() > MAX_WHOLE_DIGITS
        || number.scale() > MAX_DECIMALS) {
      throw invalid(
          column,
          "more digits than numeric has ("
              + MAX_WHOLE_DIGITS
              + " before the point, "
              + MAX_DECIMALS
              + " after)");
    }
  }

  private static boolean isYear(int year) {
    return year >= 1 && year <= 9999;
  }

  private static void requireYear(String column, boolean isStorable) {
    if (!isStorable) {
      throw invalid(column, "a time out of range (years 1 to 9999)");
    }
  }

  private static IllegalArgumentException invalid(String column, String problem) {
    return Arguments.invalid(place(column), problem);
  }

  private static String place(String column) {
    return "column \"" + Arguments.shortened(column) + "\"";
  }

  String name() {
    return name;
  }

  Op op() {
    return op;
  }

  /** One; any number for {@code IN}, none for {@code IS_NULL} and {@code NOT_NULL}. */
  List<Object> values() {
    return values;
  }

  /** Leaves the values out (ERR-2). */
  @Override
  public String toString() {
    return "Column[" + name + " " + op + "]";
  }
}
