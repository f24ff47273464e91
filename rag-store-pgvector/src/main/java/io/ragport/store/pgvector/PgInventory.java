package io.ragport.store.pgvector;

import io.ragport.api.store.CollectionSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What the schema holds, as the methods beyond the contract tell it. */
final class PgInventory {
  private final PgVectorOptions options;
  private final PgConnections connections;
  private final PgCollections collections;

  PgInventory(PgVectorOptions options, PgConnections connections, PgCollections collections) {
    this.options = options;
    this.connections = connections;
    this.collections = collections;
  }

  /** Creates what collections need and is missing. */
  void ensureRegistry() {
    connections.transaction(
        "registry",
        connection -> {
          collections.ensureRegistry(connection);
          return true;
        });
  }

  PgVectorStats stats() {
    return connections.readOr(
        new PgVectorStats(0, 0, List.of()), "statistics", connection -> stats(connection));
  }

  private PgVectorStats stats(Connection connection) throws SQLException {
    long entries = 0;
    List<PgTable> tables =
        collections.list(connection).stream().map(PgCollections.Recorded::table).toList();
    for (PgTable table : tables) {
      entries += PgReader.count(connection, table);
    }
    return new PgVectorStats(
        entries,
        tables.size(),
        tables.stream().map(table -> table.spec().name()).sorted().toList());
  }

  /** The embeddings of these entries, unmodifiable; those that are not there are left out. */
  Map<UUID, float[]> embeddings(CollectionSpec collection, Collection<UUID> ids) {
    return connections.readOr(
        Map.of(),
        PgErrors.place(collection.name()),
        connection -> embeddings(connection, collection, ids));
  }

  private Map<UUID, float[]> embeddings(
      Connection connection, CollectionSpec collection, Collection<UUID> ids) throws SQLException {
    Sql sql =
        Sql.of("SELECT id, CAST(embedding AS real[]) FROM ")
            .add(new PgTable(options.schema(), collection).sql())
            .add(" WHERE id = ANY (")
            .bindIds(ids)
            .add(")");
    try (PreparedStatement statement = sql.prepare(connection);
        ResultSet row = statement.executeQuery()) {
      Map<UUID, float[]> embeddings = new HashMap<>();
      while (row.next()) {
        embeddings.put(row.getObject(1, UUID.class), floats((Float[]) row.getArray(2).getArray()));
      }
      return Collections.unmodifiableMap(embeddings);
    }
  }

  private static float[] floats(Float[] boxed) {
    float[] values = new float[boxed.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = boxed[i];
    }
    return values;
  }
}
