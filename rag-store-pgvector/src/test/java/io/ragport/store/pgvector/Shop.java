package io.ragport.store.pgvector;

import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.MetadataJson;
import io.ragport.testing.GivenVectors;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A schema of its own on the real server, with a service, a collection and room for tables of
 * somebody else's. Texts lie on the unit circle: the text "30" at 30 degrees.
 */
final class Shop implements AutoCloseable {
  static final String COLLECTION = "products";

  final String schema = "test \"" + UUID.randomUUID();
  final GivenVectors vectors = new GivenVectors();
  final PgVectorRagService service;
  final PgVectorOptions options;
  private final PgConnections connections;
  private final PgCollections collections;

  Shop() {
    this(Map.of());
  }

  Shop(Map<String, ?> moreSettings) {
    Map<String, Object> settings = new HashMap<>(TestServer.settings(schema));
    settings.put("poolSize", 2);
    settings.putAll(moreSettings);
    options = PgVectorOptions.of(settings);
    connections = PgConnections.withOwnPool(options);
    collections = new PgCollections(options, connections);
    service = PgVectorRagService.open(options, EmbeddingSettings.of(vectors));
    for (int degrees = 0; degrees <= 180; degrees += 10) {
      vectors.with(
          Integer.toString(degrees),
          (float) Math.cos(Math.toRadians(degrees)),
          (float) Math.sin(Math.toRadians(degrees)));
    }
  }

  /** Creates the collection {@value #COLLECTION}, or one more. */
  CollectionSpec collection(String name) {
    CollectionSpec wanted =
        CollectionSpec.toCreate(name, vectors.modelName(), vectors.dimension(), null);
    return connections.transaction(
        "test", connection -> collections.create(connection, wanted).spec());
  }

  void drop(String name) {
    connections.transaction(
        "test",
        connection -> {
          collections.drop(connection, name);
          return name;
        });
  }

  UUID entry(String sourceId, String text) {
    return entry(sourceId, text, Map.of());
  }

  UUID entry(String sourceId, String text, Map<String, @Nullable Object> metadata) {
    return entry(COLLECTION, UUID.randomUUID(), sourceId, text, metadata);
  }

  UUID entry(
      String collection,
      UUID id,
      String sourceId,
      String text,
      Map<String, @Nullable Object> metadata) {
    connections.read(
        "test",
        connection -> {
          Optional<PgCollections.Recorded> found = collections.find(connection, collection);
          return Sql.of("INSERT INTO " + found.orElseThrow().table().sql())
              .add(
                  " (id, source_id, content, embedding, metadata, created_at, updated_at) VALUES"
                      + " (")
              .bind(id)
              .add(", ")
              .bind(sourceId)
              .add(", ")
              .bind(text)
              .add(", CAST(")
              .bindFloats(vectors.vector(text))
              .add(" AS " + connections.extension(connection).type(VectorType.VECTOR) + "), ")
              .bindJson(MetadataJson.write(metadata))
              .add(", now(), now())")
              .execute(connection);
        });
    return id;
  }

  /** Statements on tables of somebody else's in this schema, which is the search path. */
  void run(String... statements) {
    connections.transaction(
        "test",
        connection -> {
          try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL search_path TO " + Identifiers.quote(schema) + ", public");
            for (String sql : statements) {
              execute(statement, sql);
            }
          }
          return schema;
        });
  }

  private static void execute(Statement statement, String sql) throws SQLException {
    try {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql + ": " + e.getMessage(), e);
    }
  }

  /** The first column of the rows that a query gives, one a line; indexes used where possible. */
  String lines(Sql sql) {
    return connections.transaction(
        "test",
        connection -> {
          try (Statement statement = connection.createStatement()) {
            for (String way : List.of("seqscan", "hashjoin", "mergejoin")) {
              statement.execute("SET LOCAL enable_" + way + " = off");
            }
          }
          StringBuilder lines = new StringBuilder();
          try (var statement = sql.prepare(connection);
              var rows = statement.executeQuery()) {
            while (rows.next()) {
              lines.append(rows.getString(1)).append('\n');
            }
          }
          return lines.toString();
        });
  }

  ForeignTable table(String name) {
    return connections.read("test", connection -> ForeignTables.find(connection, schema, name));
  }

  @Override
  public void close() {
    try (connections) {
      service.close();
      connections.read(
          "test",
          connection -> {
            try (Statement statement = connection.createStatement()) {
              return statement.execute(
                  "DROP SCHEMA IF EXISTS " + Identifiers.quote(schema) + " CASCADE");
            }
          });
    }
  }
}
