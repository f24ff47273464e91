package io.ragport.store.pgvector;

import io.ragport.api.DimensionMismatchException;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorSearch;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Search by vector: the index first, then exactly where it falls short (QRY-2). Safe for use from
 * many threads.
 */
final class NearestSearch {
  /** The most that {@code hnsw.ef_search} may be; who wants more is better served without index. */
  private static final int MAX_CANDIDATES = 1_000;

  private final PgVectorOptions options;
  private final PgConnections connections;
  private final PgCollections collections;

  /**
   * Which tables had their index when last looked. Either answer may be outdated, at the cost of
   * time alone: both forms of a search work with and without an index.
   */
  private final Map<String, Boolean> indexed = new ConcurrentHashMap<>();

  NearestSearch(PgVectorOptions options, PgConnections connections, PgCollections collections) {
    this.options = options;
    this.connections = connections;
    this.collections = collections;
  }

  List<VectorHit> find(VectorSearch search) {
    return find(search, null);
  }

  /**
   * The same with one more condition inside the search (QRY-5).
   *
   * @param condition on {@code e.id}, {@code e.source_id}, {@code e.metadata} of our table; null
   *     for none
   */
  List<VectorHit> find(VectorSearch search, @Nullable Sql condition) {
    return findAll(List.of(search), condition).get(0);
  }

  /** Several searches on one connection, one list of hits each, in order. */
  List<List<VectorHit>> findAll(List<VectorSearch> searches, @Nullable Sql condition) {
    if (searches.isEmpty()) {
      return List.of();
    }
    return connections.read(
        PgErrors.place(searches.get(0).collection().name()),
        connection -> {
          List<List<VectorHit>> found = new ArrayList<>(searches.size());
          for (VectorSearch search : searches) {
            found.add(find(connection, search, condition));
          }
          return found;
        });
  }

  private List<VectorHit> find(Connection connection, VectorSearch search, @Nullable Sql condition)
      throws SQLException {
    try {
      Extension extension = connections.extension(connection);
      NearestSql sql = new NearestSql(options.schema(), extension, search, condition);
      return search.keepBest()
          ? hits(connection, sql.bestOfSources())
          : nearest(connection, extension, search, sql);
    } catch (SQLException e) {
      // The missing table may be one that the condition names: then the caller is to know.
      if (PgErrors.isMissing(e)
          && (condition == null
              || collections.find(connection, search.collection().name()).isEmpty())) {
        return List.of();
      }
      if (PgErrors.isOtherDimension(e)) {
        requireDimension(connection, search);
      }
      throw e;
    }
  }

  private List<VectorHit> nearest(
      Connection connection, Extension extension, VectorSearch search, NearestSql sql)
      throws SQLException {
    if (search.exact()
        || search.topK() > MAX_CANDIDATES
        || search.collection().vectorIndex().equals(PgCollections.EXACT)) {
      return hits(connection, sql.exactly());
    }
    String table = search.collection().identifier();
    @Nullable Boolean known = indexed.get(table);
    if (known == null) {
      known = look(connection, table, sql);
    }
    if (known) {
      List<VectorHit> hits =
          hitsByIndex(
              connection,
              NearestSql.settings(extension, efSearch(search))
                  .add("; ")
                  .add(sql.byIndex(candidates(search))),
              sql.isConditional());
      if (hits.size() == search.topK()) {
        return hits;
      }
    }
    return exactlyWithALook(connection, table, sql);
  }

  /** How many candidates the index is to keep while it searches. */
  int efSearch(VectorSearch search) {
    return Math.max(options.efSearch(), Math.min(candidates(search), MAX_CANDIDATES));
  }

  private int candidates(VectorSearch search) {
    return NearestSql.rankedInHalfPrecision(search.collection())
        ? Math.max(2 * search.topK(), options.efSearch())
        : search.topK();
  }

  private boolean look(Connection connection, String table, NearestSql sql) throws SQLException {
    try (PreparedStatement statement = sql.hasIndex().prepare(connection);
        ResultSet row = statement.executeQuery()) {
      return remember(table, row);
    }
  }

  private boolean remember(String table, ResultSet row) throws SQLException {
    row.next();
    boolean hasIndex = row.getBoolean(1);
    indexed.put(table, hasIndex);
    return hasIndex;
  }

  /** Without an index known, every search looks for one on the way. */
  private List<VectorHit> exactlyWithALook(Connection connection, String table, NearestSql sql)
      throws SQLException {
    try (PreparedStatement statement =
        sql.hasIndex().add("; ").add(sql.exactly()).prepare(connection)) {
      statement.execute();
      try (ResultSet row = statement.getResultSet()) {
        remember(table, row);
      }
      return nextHits(statement);
    }
  }

  /**
   * Both statements in one round trip and one transaction, so that the settings are this search's
   * alone and gone afterwards (PgBouncer in transaction mode).
   */
  private static List<VectorHit> hitsByIndex(
      Connection connection, Sql settingsAndQuery, boolean conditional) throws SQLException {
    // Conditions want a plan for their values; without them every plan is the same.
    try (PreparedStatement statement =
        conditional
            ? settingsAndQuery.prepare(connection)
            : settingsAndQuery.prepareToRepeat(connection)) {
      statement.execute();
      return nextHits(statement);
    }
  }

  private static List<VectorHit> nextHits(PreparedStatement statement) throws SQLException {
    statement.getMoreResults();
    try (ResultSet rows = statement.getResultSet()) {
      return read(rows);
    }
  }

  private static List<VectorHit> hits(Connection connection, Sql query) throws SQLException {
    try (PreparedStatement statement = query.prepare(connection);
        ResultSet rows = statement.executeQuery()) {
      return read(rows);
    }
  }

  private static List<VectorHit> read(ResultSet rows) throws SQLException {
    List<VectorHit> hits = new ArrayList<>();
    while (rows.next()) {
      double similarity = 1 - rows.getDouble(7);
      hits.add(PgRows.hit(rows, Math.max(-1, Math.min(1, similarity))));
    }
    return hits;
  }

  /** Of a collection that was made anew since the caller looked (COL-4, COL-9). */
  private void requireDimension(Connection connection, VectorSearch search) throws SQLException {
    String name = search.collection().name();
    int asked = search.requireVector().length;
    int stored =
        collections.find(connection, name).map(found -> found.spec().dimension()).orElse(asked);
    if (stored != asked) {
      throw new DimensionMismatchException(name, stored, asked);
    }
  }
}
