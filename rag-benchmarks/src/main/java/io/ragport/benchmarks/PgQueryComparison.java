package io.ragport.benchmarks;

import java.io.PrintStream;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * How long does a warm top-10 query take with HNSW in Ragport, in its peers and in SQL by hand, all
 * with the same {@code hnsw.ef_search}, and how much of Ragport's time is its own?
 *
 * <p>LangChain4j has no HNSW: it compares every vector. The limit is the last one of the list; its
 * setting is made once for a connection, whereas Ragport has to set it with each query.
 */
final class PgQueryComparison {
  private static final int EF_SEARCH = 40; // the server's default, which the peers cannot change
  private static final String SETTINGS = "SET hnsw.ef_search = " + EF_SEARCH;

  private static final List<Contender.Opener> OPENERS =
      List.of(
          RagportContender.with("Ragport", Map.of("efSearch", EF_SEARCH)),
          LangChain4jContender::open,
          SpringAiContender.indexedAfterwards(SETTINGS),
          RawContender.indexed("raw SQL", SETTINGS));

  private PgQueryComparison() {}

  /** Prints one row per contender. */
  static void run(PgServer server, int size, PrintStream out) throws SQLException {
    compare(server, OPENERS, size, out);
  }

  /** Prints one row per contender, with the time that it takes beyond the limit's. */
  static void compare(PgServer server, List<Contender.Opener> openers, int size, PrintStream out)
      throws SQLException {
    List<Contender> contenders = PgQueries.load(server, openers, size);
    try {
      List<PgQueries.Outcome> outcomes = new PgQueries(size).ask(contenders, null);
      double limit = outcomes.get(outcomes.size() - 1).p50();
      out.println(
          "| documents | contender | p50 / p95 ms | p50 beyond raw µs | beyond raw % | recall@10 |");
      out.println("|---|---|---|---|---|---|");
      for (PgQueries.Outcome outcome : outcomes) {
        Row.print(
            out,
            size,
            outcome.contender(),
            Timings.shown(outcome.p50()) + " / " + Timings.shown(outcome.p95()),
            Math.round(1000 * (outcome.p50() - limit)),
            Math.round(100 * (outcome.p50() / limit - 1)),
            Timings.shown(outcome.recall()));
      }
    } finally {
      PgQueries.close(contenders);
    }
  }
}
