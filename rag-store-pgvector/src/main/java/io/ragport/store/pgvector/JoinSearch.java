package io.ragport.store.pgvector;

import io.ragport.api.RagServiceResult;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorSearch;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Search by vector joined with a table of somebody else's: the join filters inside the search, and
 * one more statement reads the columns for what it found.
 */
final class JoinSearch {
  private final PgVectorOptions options;
  private final PgConnections connections;
  private final NearestSearch nearest;

  JoinSearch(PgVectorOptions options, PgConnections connections, NearestSearch nearest) {
    this.options = options;
    this.connections = connections;
    this.nearest = nearest;
  }

  /**
   * The join that a query asks for.
   *
   * @throws IllegalArgumentException if the table or a column is not there, or does not compare
   *     with what is asked of it
   */
  JoinSql join(JoinQuery query) {
    ForeignTable table =
        connections.read(
            "table to join",
            connection -> ForeignTables.find(connection, query.schema(), query.table()));
    return JoinSql.of(query, table);
  }

  /** The hits of each search by vector among the entries that rows go with. */
  List<List<VectorHit>> find(JoinSql join, List<VectorSearch> searches) {
    return nearest.findAll(searches, join.condition());
  }

  /**
   * Each entry with its rows. One whose rows went away since the search has none any more, and so
   * is left out.
   */
  List<List<JoinedResult>> withRows(
      CollectionSpec collection, JoinSql join, List<List<RagServiceResult>> found) {
    Map<UUID, List<Map<String, @Nullable Object>>> rows = rows(collection, join, found);
    return found.stream()
        .map(results -> results.stream().flatMap(result -> joined(result, rows)).toList())
        .toList();
  }

  /** The rows that go with each entry; one without columns where none are asked for. */
  private Map<UUID, List<Map<String, @Nullable Object>>> rows(
      CollectionSpec collection, JoinSql join, List<List<RagServiceResult>> found) {
    Set<UUID> ids =
        found.stream().flatMap(List::stream).map(RagServiceResult::id).collect(Collectors.toSet());
    if (ids.isEmpty()) {
      return Map.of();
    }
    if (join.columns().isEmpty()) {
      return ids.stream().collect(Collectors.toMap(id -> id, id -> List.of(Map.of())));
    }
    Sql sql =
        join.rows(
            new PgTable(options.schema(), collection).sql(),
            Sql.of("e.id = ANY (").bindIds(ids).add(")"));
    return connections.read(join.place(), connection -> read(connection, sql, join));
  }

  private static Map<UUID, List<Map<String, @Nullable Object>>> read(
      Connection connection, Sql sql, JoinSql join) throws SQLException {
    try (PreparedStatement statement = sql.prepare(connection);
        ResultSet row = statement.executeQuery()) {
      Map<UUID, List<Map<String, @Nullable Object>>> rows = new HashMap<>();
      while (row.next()) {
        rows.computeIfAbsent(row.getObject(1, UUID.class), id -> new ArrayList<>())
            .add(columns(join, row));
      }
      return rows;
    }
  }

  private static Map<String, @Nullable Object> columns(JoinSql join, ResultSet row)
      throws SQLException {
    Map<String, @Nullable Object> columns = new LinkedHashMap<>();
    int index = 2;
    for (ForeignColumn column : join.columns()) {
      columns.put(column.name(), column.kind().read(row, index++));
    }
    return columns;
  }

  private static Stream<JoinedResult> joined(
      RagServiceResult result, Map<UUID, List<Map<String, @Nullable Object>>> rows) {
    return rows.getOrDefault(result.id(), List.of()).stream()
        .map(columns -> new JoinedResult(result, columns));
  }
}
