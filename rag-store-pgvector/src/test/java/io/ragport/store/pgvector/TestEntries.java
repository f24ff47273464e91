package io.ragport.store.pgvector;

import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Entries with defaults, and what a test reads of the server beside our own code. */
final class TestEntries {
  static final Instant NOW = Instant.parse("2026-05-04T03:02:01.123456Z");
  static final Instant LATER = NOW.plusSeconds(60);

  private TestEntries() {}

  static CollectionSpec collection(PgVectorStore store, String name, int dimension) {
    return store.createCollection(CollectionSpec.toCreate(name, "model", dimension, null));
  }

  static UUID id(int number) {
    return new UUID(0, number);
  }

  static VectorRecord entry(int number) {
    return entry(number, "source", Map.of());
  }

  static VectorRecord entry(int number, String source, Map<String, @Nullable Object> metadata) {
    return new VectorRecord(
        id(number), source, "text " + number, new float[] {number, 1, 2}, metadata, NOW, NOW);
  }

  /** The same entry with another text, written later. */
  static VectorRecord changed(VectorRecord old, String content) {
    return new VectorRecord(
        old.id(), old.sourceId(), content, old.vector(), old.metadata(), old.createdAt(), LATER);
  }

  /** The same entry with another vector. */
  static VectorRecord withVector(VectorRecord old, float[] vector) {
    return new VectorRecord(
        old.id(),
        old.sourceId(),
        old.content(),
        vector,
        old.metadata(),
        old.createdAt(),
        old.updatedAt());
  }

  /** Entries number {@code first} to {@code last − 1}. */
  static List<VectorRecord> entries(int first, int last) {
    return IntStream.range(first, last).mapToObj(TestEntries::entry).toList();
  }

  /** Entries with random vectors of that length. */
  static List<VectorRecord> entries(int first, int last, int dimension) {
    Random random = new Random(first);
    return entries(first, last).stream()
        .map(entry -> withVector(entry, vector(random, dimension)))
        .toList();
  }

  static float[] vector(Random random, int dimension) {
    float[] vector = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      vector[i] = (float) random.nextGaussian();
    }
    return vector;
  }

  static List<VectorRecord> all(PgVectorStore store, CollectionSpec collection) {
    return store.scan(VectorScan.of(collection, Integer.MAX_VALUE));
  }

  /** The first column of what a query finds, as text. */
  static List<String> strings(String sql) {
    try (Connection connection = TestServer.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> found = new ArrayList<>();
      while (rows.next()) {
        found.add(rows.getString(1));
      }
      return found;
    } catch (SQLException e) {
      throw new AssertionError("cannot run " + sql, e);
    }
  }

  /** The definitions of a table's indexes, without the primary key. */
  static List<String> indexes(String schema) {
    return strings(
        "SELECT indexdef FROM pg_indexes WHERE schemaname = "
            + Identifiers.literal(schema)
            + " AND indexname LIKE 'ragport\\_%' AND indexname NOT LIKE '%\\_pkey' AND indexname"
            + " NOT LIKE '%\\_key' ORDER BY indexname");
  }
}
