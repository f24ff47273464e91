package io.ragport.store.pgvector;

import io.ragport.api.store.VectorSearch;
import org.jspecify.annotations.Nullable;

/** What every search has in common: which entries take part, and what is read of the best. */
final class Hits {
  private Hits() {}

  /**
   * The conditions on entries, true for those that take part (QRY-5); the table's alias is {@code
   * e}.
   *
   * @param condition one more; null for none
   */
  static Sql conditions(VectorSearch search, @Nullable Sql condition) {
    Sql sql = Sql.of("TRUE");
    if (search.sourceIds() != null) {
      sql.add(" AND e.source_id = ANY (").bindTexts(search.sourceIds()).add(")");
    }
    if (search.filter() != null) {
      sql.add(" AND ").add(FilterSql.of(search.filter()));
    }
    if (condition != null) {
      sql.add(" AND (").add(condition).add(")");
    }
    return sql;
  }

  /** The six columns of {@link PgRows#hit}; without the text it stays in the server (QRY-7). */
  static String columns(String alias, VectorSearch search) {
    return alias
        + ".id, "
        + alias
        + ".source_id, "
        + (search.includeContent() ? alias + ".content" : "NULL")
        + ", "
        + PgRows.metadata(alias)
        + ", "
        + alias
        + ".created_at, "
        + alias
        + ".updated_at";
  }
}
