package io.ragport.store.pgvector;

import io.ragport.api.MetadataFilter;
import io.ragport.api.store.MetadataJson;
import io.ragport.api.store.Selection;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The locks that let replaces of one selection take turns, in all processes (REP-6). */
final class SelectionLocks {
  private SelectionLocks() {}

  /** Waits for its turn, which ends with the transaction. */
  static void take(Connection connection, PgTable table, Selection selection) throws SQLException {
    SortedSet<Long> keys = keys(table, selection);
    if (keys.isEmpty()) {
      return;
    }
    // Ascending everywhere, so that selections that overlap cannot wait for each other.
    Sql locks =
        Sql.of("SELECT pg_advisory_xact_lock(k.key) FROM unnest(").bindLongs(keys).add(") k(key)");
    try (PreparedStatement statement = locks.prepare(connection)) {
      statement.execute();
    }
  }

  static SortedSet<Long> keys(PgTable table, Selection selection) {
    SortedSet<Long> keys = new TreeSet<>();
    for (String source : selection.sourceIds()) {
      keys.add(Hashes.of("source", table.sql(), source));
    }
    if (selection.filter() != null) {
      keys.add(Hashes.of("filter", table.sql(), selection.filter().accept(new Canonical())));
    }
    return keys;
  }

  /** One text for every way to write a filter that differs in order or in the form of numbers. */
  private static final class Canonical implements MetadataFilter.Visitor<String> {
    @Override
    public String compare(MetadataFilter.Compare compare) {
      return compare.op() + key(compare.key()) + scalar(compare.value());
    }

    @Override
    public String in(MetadataFilter.In in) {
      return "IN" + key(in.key()) + sorted(in.values().stream().map(Canonical::scalar));
    }

    @Override
    public String exists(MetadataFilter.Exists exists) {
      return "EXISTS" + key(exists.key());
    }

    @Override
    public String and(MetadataFilter.And and) {
      return "AND" + sorted(and.parts().stream().map(part -> part.accept(this)));
    }

    @Override
    public String or(MetadataFilter.Or or) {
      return "OR" + sorted(or.parts().stream().map(part -> part.accept(this)));
    }

    @Override
    public String not(MetadataFilter.Not not) {
      return "NOT" + sorted(Stream.of(not.inner().accept(this)));
    }

    private static String key(String key) {
      return MetadataJson.writeValue(List.of(key));
    }

    private static String scalar(Object value) {
      return value instanceof Number number
          ? exact(number).stripTrailingZeros().toString()
          : MetadataJson.writeValue(value);
    }

    private static BigDecimal exact(Number number) {
      return number instanceof Double fraction
          ? new BigDecimal(fraction)
          : BigDecimal.valueOf(number.longValue());
    }

    private static String sorted(Stream<String> parts) {
      return parts.sorted().distinct().collect(Collectors.joining(",", "(", ")"));
    }
  }
}
