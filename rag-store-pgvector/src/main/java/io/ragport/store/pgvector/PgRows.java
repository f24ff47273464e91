package io.ragport.store.pgvector;

import com.pgvector.PGhalfvec;
import com.pgvector.PGvector;
import io.ragport.api.store.MetadataJson;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Rows in, entries and hits out. Both begin with the columns id, source_id, content, metadata as
 * text ({@link #metadata(String)}), created_at, updated_at, in this order.
 */
final class PgRows {
  /** What {@link #entry} reads of the table {@code e}. */
  static final String ENTRY_COLUMNS =
      "e.id, e.source_id, e.content, "
          + metadata("e")
          + ", e.created_at, e.updated_at, e.embedding";

  private PgRows() {}

  /** The exact metadata of a row, as text. */
  static String metadata(String alias) {
    return "COALESCE(" + alias + ".exact_metadata::text, " + alias + ".metadata::text)";
  }

  /** The entry of a row with the embedding as seventh column. */
  static VectorRecord entry(ResultSet row, VectorType type) throws SQLException {
    return new VectorRecord(
        id(row, 1),
        row.getString(2),
        row.getString(3),
        vector(row.getString(7), type),
        metadata(row),
        instant(row, 5),
        instant(row, 6));
  }

  /** The hit of a row, whose content may be null. */
  static VectorHit hit(ResultSet row, double score) throws SQLException {
    @Nullable String content = row.getString(3);
    return new VectorHit(
        id(row, 1),
        row.getString(2),
        content,
        metadata(row),
        instant(row, 5),
        instant(row, 6),
        score);
  }

  static UUID id(ResultSet row, int column) throws SQLException {
    return row.getObject(column, UUID.class);
  }

  static Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  /** An embedding from the text form of its type. */
  static float[] vector(String text, VectorType type) throws SQLException {
    float @Nullable [] components =
        switch (type) {
          case VECTOR -> new PGvector(text).toArray();
          case HALFVEC -> new PGhalfvec(text).toArray();
        };
    return Objects.requireNonNull(components, "components");
  }

  private static Map<String, @Nullable Object> metadata(ResultSet row) throws SQLException {
    String json = row.getString(4);
    return json.equals("{}") ? Map.of() : MetadataJson.read(json);
  }
}
