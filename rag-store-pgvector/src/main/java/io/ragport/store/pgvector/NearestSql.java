package io.ragport.store.pgvector;

import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorSearch;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one search by vector. Each selects candidates first, then the best {@code topK}
 * of them by exact distance. Pure.
 */
final class NearestSql {
  private static final String COLUMNS =
      "e.id, e.source_id, e.content, e.exact_metadata, e.metadata, e.created_at, e.updated_at,"
          + " e.embedding";

  /**
   * By the index some 10 ms, in which the exact form filters some 10,000 entries. Where so many are
   * looked at in vain, few pass, and the nearest of them are found better by comparing all.
   */
  private static final int MAX_SCANNED = 2_000;

  private final PgTable table;
  private final Extension extension;
  private final VectorSearch search;
  private final @Nullable Sql condition;
  private final float[] query;

  /**
   * @param schema of our tables, not quoted
   * @param condition beside those of the search; null for none
   */
  NearestSql(String schema, Extension extension, VectorSearch search, @Nullable Sql condition) {
    this.table = new PgTable(schema, search.collection());
    this.extension = extension;
    this.search = search;
    this.condition = condition;
    this.query = UnitVector.of(search.requireVector());
  }

  /**
   * Candidates from the HNSW index, if the planner finds it worth while.
   *
   * @param candidates how many; at least {@code topK}
   */
  Sql byIndex(int candidates) {
    if (rankedInHalfPrecision(search.collection())) {
      return best(candidates(halfPrecisionDistance("e.embedding"), candidates));
    }
    return isConditional() ? best(candidates(distance("e.embedding"), candidates)) : inOneStep();
  }

  /** Whether fewer than all entries take part. */
  boolean isConditional() {
    return search.sourceIds() != null || search.filter() != null || condition != null;
  }

  /**
   * The index alone, in its order: less to plan than a selection of candidates, which would keep
   * the columns of rows that a filter leaves out from being computed.
   */
  private Sql inOneStep() {
    return Sql.of("SELECT " + Hits.columns("e", search) + ", ")
        .add(exactDistance("e.embedding", Sql.of("q.vector")))
        .add(" FROM " + table.sql() + " e, (SELECT ")
        .add(vector(table.vectorType()))
        .add(" AS vector) q ORDER BY e.embedding " + extension.cosineDistance())
        .add(" q.vector LIMIT " + search.topK());
  }

  /** Whether the index holds coarser vectors than the table, so that more candidates are needed. */
  static boolean rankedInHalfPrecision(CollectionSpec collection) {
    return collection.vectorIndex().equals(PgCollections.HNSW_HALFVEC);
  }

  /** All entries compared: ordered by what no index on vectors serves. */
  Sql exactly() {
    return best(candidates(exactDistance("e.embedding"), search.topK()));
  }

  /** The best entry of each of the best sources, all entries compared (QRY-6). */
  Sql bestOfSources() {
    // Twice the distances of the sources found, but no sorting of all entries: half the time.
    Sql sources =
        Sql.of("SELECT e.source_id FROM " + table.sql() + " e WHERE ")
            .add(Hits.conditions(search, condition))
            .add(" GROUP BY e.source_id ORDER BY min(")
            .add(exactDistance("e.embedding"))
            .add(") LIMIT ")
            .bind(search.topK());
    return best(
        Sql.of("SELECT DISTINCT ON (e.source_id) " + COLUMNS + " FROM " + table.sql() + " e WHERE ")
            .add("e.source_id = ANY (ARRAY(")
            .add(sources)
            .add(")) AND ")
            .add(Hits.conditions(search, condition))
            .add(" ORDER BY e.source_id, ")
            .add(exactDistance("e.embedding"))
            .add(", e.id"));
  }

  private Sql candidates(Sql order, int limit) {
    return Sql.of("SELECT " + COLUMNS + " FROM " + table.sql() + " e WHERE ")
        .add(Hits.conditions(search, condition))
        .add(" ORDER BY ")
        .add(order)
        .add(" LIMIT ")
        .bind(limit);
  }

  private Sql best(Sql candidates) {
    return Sql.of("SELECT " + Hits.columns("h", search) + ", ")
        .add(exactDistance("h.embedding"))
        .add(" AS distance FROM (")
        .add(candidates)
        .add(") h ORDER BY distance LIMIT ")
        .bind(search.topK());
  }

  /** What the index is about. */
  private Sql distance(String column) {
    return Sql.of(column + " " + extension.cosineDistance() + " ").add(vector(table.vectorType()));
  }

  private Sql halfPrecisionDistance(String column) {
    return Sql.of(
            "CAST("
                + extension.function("l2_normalize")
                + "("
                + column
                + ") AS "
                + extension.type(VectorType.HALFVEC, query.length)
                + ") "
                + extension.cosineDistance()
                + " ")
        .add(vector(VectorType.HALFVEC));
  }

  /**
   * The cosine distance within 1e-4 whatever the vector's length (QRY-1). pgvector's own sums
   * squares in single precision, where those of 1e-23 vanish and those of 1e19 are infinite; its
   * {@code l2_normalize} does not. Components of a {@code halfvec} cannot be that small or large.
   */
  private Sql exactDistance(String column) {
    return exactDistance(column, vector(table.vectorType()));
  }

  private Sql exactDistance(String column, Sql vector) {
    if (table.vectorType() == VectorType.HALFVEC || !extension.hasHalfPrecision()) {
      return Sql.of("(" + column + " " + extension.cosineDistance() + " ").add(vector).add(") + 0");
    }
    return Sql.of("1 + (" + extension.function("l2_normalize") + "(" + column + ") ")
        .add(extension.negativeInnerProduct() + " ")
        .add(vector)
        .add(")");
  }

  private Sql vector(VectorType type) {
    return Sql.of("CAST(CAST(")
        .bindFloats(query)
        .add(" AS real[]) AS " + extension.type(type, query.length) + ")");
  }

  /**
   * Settings of the statements that follow in the same transaction, which end with it.
   *
   * <p>The planner does not know that comparing all vectors means fetching each from another place,
   * nor how many entries pass a filter on metadata; by its own numbers it would leave the index
   * alone too often. Where few entries pass, the scan of the index ends early: from there on the
   * exact form is faster, which has to compare few vectors.
   */
  static Sql settings(Extension extension, int efSearch) {
    Sql sql =
        Sql.of("SELECT set_config('random_page_cost', '1.1', TRUE),")
            .add(" set_config('hnsw.ef_search', ")
            .bind(String.valueOf(efSearch))
            .add(", TRUE)");
    return extension.scansIteratively()
        ? sql.add(", set_config('hnsw.iterative_scan', 'relaxed_order', TRUE)")
            .add(", set_config('hnsw.max_scan_tuples', '" + MAX_SCANNED + "', TRUE)")
        : sql;
  }

  /** Whether the table has its HNSW index, complete. */
  Sql hasIndex() {
    return Sql.of(
            """
            SELECT EXISTS (
              SELECT FROM pg_catalog.pg_index i
              JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
              JOIN pg_catalog.pg_am a ON a.oid = c.relam
              WHERE a.amname = 'hnsw' AND i.indisvalid AND i.indrelid = to_regclass(\
            """)
        .bind(table.sql())
        .add("))");
  }
}
