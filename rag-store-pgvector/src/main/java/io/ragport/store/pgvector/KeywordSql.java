package io.ragport.store.pgvector;

import io.ragport.api.store.VectorSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statement of one keyword search: <a href="https://en.wikipedia.org/wiki/Okapi_BM25">BM25</a>
 * over the terms of the collection. Pure.
 */
final class KeywordSql {
  /** How soon more of the same term stops to matter. */
  private static final double K1 = 1.2;

  /** How much a long text must have more of a term. */
  private static final double B = 0.75;

  private final PgTable table;
  private final VectorSearch search;
  private final Map<String, Integer> terms;
  private final float[] ranks;

  /**
   * @param schema of our tables, not quoted
   * @param terms with their number, at least one
   * @param ranks as {@link #ranks} gives them
   */
  KeywordSql(String schema, VectorSearch search, Map<String, Integer> terms, float[] ranks) {
    this.table = new PgTable(schema, search.collection());
    this.search = search;
    this.terms = terms;
    this.ranks = ranks;
  }

  /**
   * What {@code ts_rank} gives a term that occurs 1, 2, … 255 times, in ascending order. It depends
   * on the number of positions alone, so it tells that number, in less than half the time that
   * unpacking all terms of each entry takes.
   */
  static Sql ranks() {
    return Sql.of(
        """
        SELECT ts_rank(CAST('a:' || string_agg(CAST(position AS text), ',') AS tsvector),
            CAST('a' AS tsquery))
        FROM generate_series(1, 255) AS frequency, generate_series(1, frequency) AS position
        GROUP BY frequency
        ORDER BY frequency
        """);
  }

  /**
   * Rows of {@link Hits#columns}, the score, the number of entries and their average length, and
   * the number of entries with the most common of the terms; the conditions decide what is found
   * and not what a term weighs.
   *
   * @param totals of the collection; null to count now
   */
  Sql best(@Nullable TermTotals totals) {
    return Sql.of("WITH total AS (")
        .add(totals == null ? counted() : remembered(totals))
        .add("), posting AS MATERIALIZED (")
        .add(postings())
        .add("), weight AS (")
        .add(weights())
        .add("), scored AS (")
        .add(scores())
        .add("), best AS (")
        .add(search.keepBest() ? bestOfSources() : Sql.of("SELECT id, score FROM scored"))
        .add(" ORDER BY score DESC, id LIMIT ")
        .bind(search.topK())
        .add(
            ") SELECT " + Hits.columns("e", search) + ", best.score, total.entries, total.average,")
        .add(" (SELECT max(containing) FROM weight)")
        .add(" FROM total, best JOIN " + table.sql() + " e ON e.id = best.id")
        .add(" ORDER BY best.score DESC");
  }

  private Sql counted() {
    return Sql.of(
        "SELECT CAST(count(*) AS float8) AS entries, CAST(avg(term_count) AS float8) AS average"
            + " FROM "
            + table.sql());
  }

  private static Sql remembered(TermTotals totals) {
    return Sql.of("SELECT CAST(")
        .bind(totals.entries())
        .add(" AS float8) AS entries, CAST(")
        .bind(totals.averageLength())
        .add(" AS float8) AS average");
  }

  /** One row per entry and term in it; the frequency is null where conditions leave it out. */
  private Sql postings() {
    List<String> lexemes = new ArrayList<>();
    float[] counts = new float[terms.size()];
    terms.forEach(
        (term, count) -> {
          counts[lexemes.size()] = count;
          lexemes.add(quoted(term));
        });
    return Sql.of("SELECT e.id, e.source_id, e.term_count, term.number, term.count, CASE WHEN ")
        .add(Hits.conditions(search, null))
        .add(" THEN width_bucket(ts_rank(e.terms, CAST(term.lexeme AS tsquery)), CAST(")
        .bindFloats(ranks)
        .add(" AS real[])) END AS frequency FROM unnest(")
        .bindTexts(lexemes)
        .add(", CAST(")
        .bindFloats(counts)
        .add(" AS real[])) WITH ORDINALITY AS term (lexeme, count, number) JOIN ")
        .add(table.sql() + " e ON e.terms @@ CAST(term.lexeme AS tsquery)");
  }

  /** A term as a {@code tsquery} of its own, nothing in it an operator (QRY-13). */
  private static String quoted(String term) {
    return "'" + term.replace("\\", "\\\\").replace("'", "''") + "'";
  }

  /** Remembered totals may be behind the postings, whose logarithm must not fail. */
  private static Sql weights() {
    return Sql.of(
        """
        SELECT number, count(*) AS containing,
          ln(1 + (greatest(total.entries, count(*)) - count(*) + 0.5) / (count(*) + 0.5)) AS idf
        FROM posting, total
        GROUP BY number, total.entries
        """);
  }

  private static Sql scores() {
    return Sql.of("SELECT id, source_id, sum(count * idf * frequency * ")
        .add((K1 + 1) + " / (frequency + " + K1 + " * (" + (1 - B) + " + " + B)
        .add(" * term_count / greatest(total.average, 1)))) AS score")
        .add(" FROM posting JOIN weight USING (number), total WHERE frequency > 0")
        .add(" GROUP BY id, source_id");
  }

  private static Sql bestOfSources() {
    return Sql.of("SELECT id, score FROM (SELECT DISTINCT ON (source_id) id, score FROM scored")
        .add(" ORDER BY source_id, score DESC, id) one");
  }
}
