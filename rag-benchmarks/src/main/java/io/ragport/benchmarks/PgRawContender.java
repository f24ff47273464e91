package io.ragport.benchmarks;

import com.pgvector.PGvector;
import io.ragport.api.store.MetadataJson;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * The limit: JDBC by hand. Loads by binary COPY into a table with a primary key and nothing else,
 * builds HNSW afterwards, and reads every column of the nearest rows, metadata left unparsed.
 */
final class PgRawContender implements Contender {
  private static final String CREATE =
      """
      CREATE TABLE entries (
        id uuid PRIMARY KEY,
        source_id text NOT NULL,
        content text NOT NULL,
        metadata jsonb NOT NULL,
        embedding vector(384) NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL)
      """;
  private static final String COPY = "COPY entries FROM STDIN (FORMAT binary)";
  private static final String INDEX =
      "CREATE INDEX ON entries USING hnsw (embedding vector_cosine_ops)";
  private static final String SELECT =
      """
      SELECT id, source_id, content, metadata, created_at, updated_at, embedding <=> ? AS distance
      FROM entries ORDER BY distance LIMIT ?
      """;
  private static final String SELECT_WHERE =
      """
      SELECT id, source_id, content, metadata, created_at, updated_at, embedding <=> ? AS distance
      FROM entries WHERE metadata @> ?::jsonb ORDER BY distance LIMIT ?
      """;

  private final String name;
  private final boolean indexed;
  private final PgArea area;
  private final CopyRows rows = new CopyRows();

  private PgRawContender(String name, boolean indexed, PgArea area) {
    this.name = name;
    this.indexed = indexed;
    this.area = area;
    area.execute(CREATE);
  }

  /** Without an index. */
  static Opener<PgServer> unindexed() {
    return PgArea.opener("", area -> new PgRawContender("raw COPY", false, area));
  }

  /**
   * With HNSW.
   *
   * @param settings what each connection runs first, or empty
   */
  static Opener<PgServer> indexed(String name, String settings) {
    return PgArea.opener(settings, area -> new PgRawContender(name, true, area));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void load(List<NumberedDocument> batch) {
    ByteBuffer bytes = rows.encode(batch, Instant.now());
    area.call(
        connection -> {
          CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(COPY);
          copy.writeToCopy(bytes.array(), 0, bytes.limit());
          return copy.endCopy();
        });
  }

  @Override
  public void awaitIndex() {
    if (indexed) {
      area.execute(INDEX);
    }
  }

  @Override
  public List<Integer> query(float[] vector, int topK, @Nullable Condition condition) {
    return area.call(
        connection -> {
          try (PreparedStatement statement =
              connection.prepareStatement(condition == null ? SELECT : SELECT_WHERE)) {
            int parameter = 0;
            statement.setObject(++parameter, new PGvector(vector));
            if (condition != null) {
              statement.setString(++parameter, MetadataJson.write(condition.match()));
            }
            statement.setInt(++parameter, topK);
            try (ResultSet result = statement.executeQuery()) {
              return numbers(result);
            }
          }
        });
  }

  private static List<Integer> numbers(ResultSet result) throws SQLException {
    List<Integer> numbers = new ArrayList<>();
    while (result.next()) {
      Row row =
          new Row(
              result.getString(1),
              result.getString(2),
              result.getString(3),
              result.getString(4),
              result.getObject(5, OffsetDateTime.class),
              result.getObject(6, OffsetDateTime.class),
              result.getDouble(7));
      numbers.add(NumberedDocument.number(row.sourceId));
    }
    return numbers;
  }

  @Override
  public Area area() {
    return area;
  }

  private record Row(
      String id,
      String sourceId,
      String content,
      String metadata,
      OffsetDateTime createdAt,
      OffsetDateTime updatedAt,
      double distance) {}
}
