package io.ragport.store.pgvector;

import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.MetadataJson;
import io.ragport.api.store.TextLanguage;
import io.ragport.api.store.TextTerms;
import io.ragport.testing.TestSearch;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One collection in a schema of its own, whose rows are written by SQL; dropped when closed. */
final class TestTable implements AutoCloseable {
  static final String NAME = "docs";

  private final PgVectorOptions options;
  private final PgConnections connections;
  private final PgCollections collections;
  private final Extension extension;
  private PgTable table;

  /** What is written of an entry. */
  record Row(
      UUID id,
      String sourceId,
      String content,
      float[] vector,
      Map<String, @Nullable Object> metadata) {}

  private TestTable(PgVectorOptions options, int dimension) {
    this.options = options;
    this.connections = PgConnections.withOwnPool(options);
    this.collections = new PgCollections(options, connections);
    this.table = created(dimension);
    this.extension = connections.read("extension", connections::extension);
  }

  static TestTable create(int dimension) {
    return create(dimension, Map.of());
  }

  /**
   * @param settings beside those of the server
   */
  static TestTable create(int dimension, Map<String, ?> settings) {
    Map<String, Object> all =
        TestServer.settings("search_" + UUID.randomUUID().toString().replace("-", ""));
    all.put("language", "none");
    all.putAll(settings);
    return new TestTable(PgVectorOptions.of(all), dimension);
  }

  private PgTable created(int dimension) {
    return connections.transaction(
        "create",
        connection ->
            collections
                .create(connection, CollectionSpec.toCreate(NAME, "model", dimension, null))
                .table());
  }

  /** Drops the collection and creates it with another dimension. */
  void createAnew(int dimension) {
    drop();
    table = created(dimension);
  }

  void drop() {
    connections.transaction(
        "drop",
        connection -> {
          collections.drop(connection, NAME);
          return true;
        });
  }

  NearestSearch nearest() {
    return new NearestSearch(options, connections, collections);
  }

  PgVectorOptions options() {
    return options;
  }

  PgConnections connections() {
    return connections;
  }

  PgCollections collections() {
    return collections;
  }

  CollectionSpec spec() {
    return table.spec();
  }

  String sql() {
    return table.sql();
  }

  Extension extension() {
    return extension;
  }

  /** Ids that sort as numbers do. */
  static UUID id(int number) {
    return new UUID(0, number);
  }

  static Row row(int number, float... vector) {
    return new Row(id(number), "source " + number, "text " + number, vector, Map.of());
  }

  void insert(Row... rows) {
    insert(Arrays.asList(rows));
  }

  void insert(List<Row> rows) {
    connections.transaction(
        "insert",
        connection -> {
          for (Row row : rows) {
            insertion(row).execute(connection);
          }
          return rows.size();
        });
  }

  private Sql insertion(Row row) {
    Map<String, Integer> terms = words(row.content());
    return Sql.of("INSERT INTO " + sql() + " VALUES (")
        .bind(row.id())
        .add(", ")
        .bind(row.sourceId())
        .add(", ")
        .bind(row.content())
        .add(", CAST(")
        .bindFloats(row.vector())
        .add(" AS real[]), ")
        .bindJson(filterable(row.metadata()))
        .add(", CAST(")
        .bind(MetadataJson.write(row.metadata()))
        .add(" AS json), now(), now(), CAST(")
        .bind(tsvector(terms))
        .add(" AS tsvector), ")
        .bind(terms.values().stream().mapToInt(Integer::intValue).sum())
        .add(")");
  }

  /** What the writer is to do: large doubles by their exact digits. */
  private static String filterable(Map<String, @Nullable Object> metadata) {
    return metadata.entrySet().stream()
        .map(
            entry ->
                MetadataJson.writeValue(entry.getKey())
                    + ":"
                    + (entry.getValue() instanceof Double number && Math.abs(number) >= 0x1p53
                        ? new BigDecimal(number).toString()
                        : MetadataJson.writeValue(entry.getValue())))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String tsvector(Map<String, Integer> terms) {
    StringBuilder text = new StringBuilder();
    terms.forEach(
        (term, count) -> {
          text.append(" '").append(term.replace("\\", "\\\\").replace("'", "''")).append("':1");
          for (int position = 2; position <= Math.min(count, 255); position++) {
            text.append(',').append(position);
          }
        });
    return text.toString();
  }

  /** The terms of a text, as a collection of these tests keeps them. */
  static Map<String, Integer> words(String text) {
    return TextTerms.of(TextLanguage.NONE).count(text).counts();
  }

  TestSearch search(float... vector) {
    return new TestSearch(spec(), vector, null);
  }

  TestSearch search(String keywords) {
    return new TestSearch(spec(), null, keywords);
  }

  /** Statements of ours, one after the other. */
  void execute(String... statements) {
    connections.read(
        "execute",
        connection -> {
          try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
              statement.execute(each);
            }
          }
          return true;
        });
  }

  /** The first column of each row. */
  List<String> texts(Sql query) {
    return connections.read("query", connection -> texts(connection, query));
  }

  static List<String> texts(Connection connection, Sql query) throws SQLException {
    try (PreparedStatement statement = query.prepare(connection);
        ResultSet rows = statement.executeQuery()) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }

  /**
   * The plan of a statement, as text without vectors.
   *
   * @param settings run before in the same transaction
   */
  String plan(Sql query, Sql... settings) {
    return connections.transaction(
        "plan",
        connection -> {
          for (Sql setting : settings) {
            texts(connection, setting);
          }
          return String.join("\n", texts(connection, Sql.of("EXPLAIN (COSTS OFF) ").add(query)))
              .replaceAll("\\[[^]]*]", "[…]");
        });
  }

  @Override
  public void close() {
    try (connections) {
      execute("DROP SCHEMA " + Identifiers.quote(options.schema()) + " CASCADE");
    }
  }
}
