package io.ragport.store.pgvector;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a column of somebody else's table holds: what it compares with, and as what it is read. */
enum ColumnKind {
  INTEGER("a number"),
  DECIMAL("a number"),
  REAL("a number"),
  DOUBLE("a number"),
  TEXT("a String"),
  ENUM("a String"),
  BOOLEAN("a Boolean"),
  UUID("a UUID"),
  DATE("a LocalDate"),
  TIMESTAMP("a LocalDateTime"),
  INSTANT("an Instant"),
  OTHER("isNull or notNull");

  private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

  private final String takes;

  ColumnKind(String takes) {
    this.takes = takes;
  }

  /** What a condition may give, for messages. */
  String takes() {
    return takes;
  }

  boolean takes(Object value) {
    return switch (this) {
      case INTEGER, DECIMAL, REAL, DOUBLE -> value instanceof Number;
      case TEXT, ENUM -> value instanceof String;
      case BOOLEAN -> value instanceof Boolean;
      case UUID -> value instanceof UUID;
      case DATE -> value instanceof LocalDate;
      case TIMESTAMP -> value instanceof LocalDateTime;
      case INSTANT -> value instanceof Instant;
      case OTHER -> false;
    };
  }

  /** A value that this kind takes, in the text form of the type that it is compared as. */
  String text(Object value) {
    return switch (this) {
      case INTEGER ->
          isLong(value)
              ? Long.toString(decimal(value).longValueExact())
              : decimal(value).toString();
      case DECIMAL -> decimal(value).toString();
      case REAL -> Float.toString(decimal(value).floatValue());
      case DOUBLE -> Double.toString(decimal(value).doubleValue());
      default -> value.toString();
    };
  }

  /** Whether the value is a whole number of 64 bits. */
  static boolean isLong(Object value) {
    BigDecimal number = decimal(value);
    return number.compareTo(MIN_LONG) >= 0
        && number.compareTo(MAX_LONG) <= 0
        && number.stripTrailingZeros().scale() <= 0;
  }

  private static BigDecimal decimal(Object value) {
    return value instanceof BigDecimal number ? number : new BigDecimal(value.toString());
  }

  /** The value in a row, of the type that {@link JoinedResult} promises. */
  @Nullable Object read(ResultSet row, int index) throws SQLException {
    return switch (this) {
      case INTEGER -> nullable(row.getLong(index), row);
      // The driver gives NaN and the infinities, which BigDecimal lacks, as Double.
      case DECIMAL -> row.getObject(index);
      case REAL, DOUBLE -> number(row.getString(index));
      case BOOLEAN -> nullable(row.getBoolean(index), row);
      case UUID -> row.getObject(index, UUID.class);
      case DATE -> row.getObject(index, LocalDate.class);
      case TIMESTAMP -> row.getObject(index, LocalDateTime.class);
      case INSTANT -> instant(row.getObject(index, OffsetDateTime.class));
      case TEXT, ENUM, OTHER -> row.getString(index);
    };
  }

  private static @Nullable Object nullable(Object value, ResultSet row) throws SQLException {
    return row.wasNull() ? null : value;
  }

  private static @Nullable Double number(@Nullable String text) {
    return text == null ? null : Double.valueOf(text);
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }
}
