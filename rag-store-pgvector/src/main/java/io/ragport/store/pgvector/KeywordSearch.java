package io.ragport.store.pgvector;

import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.TextTerms;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorSearch;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Search by keyword: BM25 over the terms of the text (QRY-13). Safe for use from many threads. */
final class KeywordSearch {
  /** Larger collections are not counted at every search; a few entries change little there. */
  static final int COUNTED_EACH_TIME = 10_000;

  static final Duration REMEMBERED = Duration.ofMinutes(1);

  /** Writes from here on may change what a term weighs. */
  private static final int LARGE_WRITE = 1_000;

  private final PgVectorOptions options;
  private final PgConnections connections;
  private final PgCollections collections;
  private final Clock clock;
  private final Map<String, Remembered> totals = new ConcurrentHashMap<>();

  /** Read once; a matter of the server's version. */
  private volatile float @Nullable [] ranks;

  private record Remembered(TermTotals totals, Instant until) {}

  KeywordSearch(
      PgVectorOptions options, PgConnections connections, PgCollections collections, Clock clock) {
    this.options = options;
    this.connections = connections;
    this.collections = collections;
    this.clock = clock;
  }

  /**
   * The entries with the most telling terms.
   *
   * @throws RagStoreException if the collection was created without keyword search
   */
  List<VectorHit> find(VectorSearch search) {
    return connections.readOr(
        List.of(),
        PgErrors.place(search.collection().name()),
        connection -> {
          Optional<PgCollections.Recorded> collection =
              collections.find(connection, search.collection().name());
          return collection.isPresent() ? find(connection, search, collection.get()) : List.of();
        });
  }

  private List<VectorHit> find(
      Connection connection, VectorSearch search, PgCollections.Recorded collection)
      throws SQLException {
    if (collection.language() == null) {
      throw new RagStoreException(
          PgErrors.BACKEND,
          PgErrors.place(collection.spec().name())
              + ": holds no terms for keyword queries, as it was created with "
              + PgVectorOptions.SECTION
              + ".keywordSearch: false (create it anew with true and index again)",
          null);
    }
    Map<String, Integer> terms =
        TextTerms.of(collection.language()).count(search.requireKeywords()).counts();
    if (terms.isEmpty()) {
      return List.of();
    }
    KeywordSql sql = new KeywordSql(options.schema(), search, terms, ranks(connection));
    String table = collection.spec().identifier();
    @Nullable TermTotals known = known(table);
    if (known != null) {
      Found found = find(connection, sql.best(known));
      if (found.mostCommon() <= known.entries()) {
        return found.hits();
      } // else it has grown since, in other hands
    }
    Found found = find(connection, sql.best(null));
    if (found.totals().entries() > COUNTED_EACH_TIME) {
      totals.put(table, new Remembered(found.totals(), clock.instant().plus(REMEMBERED)));
    }
    return found.hits();
  }

  /**
   * What a statement found.
   *
   * @param totals as counted or given; of nothing without hits
   * @param mostCommon the number of entries with the most common of the terms; 0 without hits
   */
  private record Found(List<VectorHit> hits, TermTotals totals, double mostCommon) {}

  private static Found find(Connection connection, Sql sql) throws SQLException {
    try (PreparedStatement statement = sql.prepare(connection);
        ResultSet rows = statement.executeQuery()) {
      List<VectorHit> hits = new ArrayList<>();
      TermTotals totals = new TermTotals(0, 0);
      double mostCommon = 0;
      while (rows.next()) {
        if (hits.isEmpty()) { // the same in every row
          totals = new TermTotals(rows.getDouble(8), rows.getDouble(9));
          mostCommon = rows.getDouble(10);
        }
        hits.add(PgRows.hit(rows, rows.getDouble(7)));
      }
      return new Found(hits, totals, mostCommon);
    }
  }

  /** Told of entries written by this service. */
  void wrote(CollectionSpec collection, int entries) {
    if (entries >= LARGE_WRITE) {
      forget(collection.identifier());
    }
  }

  /** Counts a table anew at the next search. */
  void forget(String table) {
    totals.remove(table);
  }

  private @Nullable TermTotals known(String table) {
    Remembered remembered = totals.get(table);
    return remembered == null || clock.instant().isAfter(remembered.until())
        ? null
        : remembered.totals();
  }

  private float[] ranks(Connection connection) throws SQLException {
    float @Nullable [] known = ranks;
    if (known != null) {
      return known;
    }
    try (PreparedStatement statement = KeywordSql.ranks().prepare(connection);
        ResultSet rows = statement.executeQuery()) {
      List<Float> read = new ArrayList<>();
      while (rows.next()) {
        read.add(rows.getFloat(1));
      }
      float[] values = new float[read.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = read.get(i);
      }
      ranks = values;
      return values;
    }
  }
}
