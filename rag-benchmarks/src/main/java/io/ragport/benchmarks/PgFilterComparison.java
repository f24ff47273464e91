package io.ragport.benchmarks;

import java.io.PrintStream;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * Does a filtered query with HNSW find ten documents where ten match, and how long does it take?
 * Everyone has its own default settings, and SQL by hand also pgvector's iterative scan.
 */
final class PgFilterComparison {
  private static final List<Contender.Opener> OPENERS =
      List.of(
          RagportContender.with("Ragport", Map.of()),
          RagportContender.with("Ragport, filterableKeys", Map.of("filterableKeys", "group,rare")),
          LangChain4jContender::open,
          SpringAiContender.indexedAfterwards(""),
          RawContender.indexed("raw SQL", ""),
          RawContender.indexed(
              "raw SQL, iterative scan", "SET hnsw.iterative_scan = strict_order"));

  private PgFilterComparison() {}

  /** Prints one row per filter and contender. */
  static void run(PgServer server, int size, PrintStream out) throws SQLException {
    compare(server, OPENERS, size, out);
  }

  /** Prints one row per filter and contender. */
  static void compare(PgServer server, List<Contender.Opener> openers, int size, PrintStream out)
      throws SQLException {
    List<Contender> contenders = PgQueries.load(server, openers, size);
    try {
      PgQueries queries = new PgQueries(size);
      out.println(
          "| documents | filter lets through | contender | p50 / p95 ms | too few of "
              + PgQueries.COUNT
              + " | recall@10 |");
      out.println("|---|---|---|---|---|---|");
      for (Condition condition : List.of(Condition.FIVE_PERCENT, Condition.TWO_PER_MILLE)) {
        for (PgQueries.Outcome outcome : queries.ask(contenders, condition)) {
          Row.print(
              out,
              size,
              condition.share(),
              outcome.contender(),
              Timings.shown(outcome.p50()) + " / " + Timings.shown(outcome.p95()),
              outcome.tooFew(),
              Timings.shown(outcome.recall()));
        }
      }
    } finally {
      PgQueries.close(contenders);
    }
  }
}
