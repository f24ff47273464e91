package io.ragport.store.pgvector;

import io.ragport.api.store.TextTerms;
import io.ragport.api.store.VectorRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Entries into a table by binary COPY. Immutable. */
final class CopyRows {
  private static final List<String> ENTRY =
      List.of(
          "id",
          "source_id",
          "content",
          "embedding",
          "metadata",
          "exact_metadata",
          "created_at",
          "updated_at");
  private static final List<String> ENTRY_WITH_TERMS =
      List.of(
          "id",
          "source_id",
          "content",
          "embedding",
          "metadata",
          "exact_metadata",
          "created_at",
          "updated_at",
          "terms",
          "term_count");

  private final VectorType type;
  private final @Nullable TextTerms terms;

  /**
   * @param terms null in a collection that keeps none
   */
  CopyRows(VectorType type, @Nullable TextTerms terms) {
    this.type = type;
    this.terms = terms;
  }

  /** The columns that are written, in order. */
  List<String> columns() {
    return columns(terms != null);
  }

  /** The same for a collection with or without terms. */
  static List<String> columns(boolean withTerms) {
    return withTerms ? ENTRY_WITH_TERMS : ENTRY;
  }

  /** Writes entries into a table, quoted, that has these columns. */
  void copy(Connection connection, String table, List<VectorRecord> records) throws SQLException {
    String target = table + " (" + String.join(", ", columns()) + ")";
    try (BinaryCopy copy = BinaryCopy.into(connection, target)) {
      for (VectorRecord entry : records) {
        copy.row(columns().size());
        write(copy, entry);
      }
      copy.finish();
    }
  }

  private void write(BinaryCopy copy, VectorRecord entry) throws SQLException {
    copy.uuid(entry.id());
    copy.text(entry.sourceId());
    copy.text(entry.content());
    copy.vector(entry.vector(), type);
    PgMetadata metadata = PgMetadata.of(entry.metadata());
    copy.jsonb(metadata.filterable());
    if (metadata.exact() == null) {
      copy.nothing();
    } else {
      copy.text(metadata.exact());
    }
    copy.instant(entry.createdAt());
    copy.instant(entry.updatedAt());
    if (terms != null) {
      TermVector vector = TermVector.of(terms.count(entry.content()));
      copy.terms(vector);
      copy.integer(vector.length());
    }
  }
}
