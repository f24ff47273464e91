package io.ragport.benchmarks;

import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many documents a second do Ragport, its peers and a COPY by hand store in PostgreSQL, and how
 * many when the HNSW index counts?
 *
 * <p>Each round every contender loads the same documents into an empty schema, in turns; a row
 * shows its median round. The limit is the last one of a list.
 */
final class PgIndexingComparison {
  private static final int ROUNDS = 3;

  private static final List<Contender.Opener> UNINDEXED =
      List.of(
          RagportContender.with("Ragport", RagportContender.UNINDEXED),
          RagportContender.withGivenIds("Ragport, ids given", RagportContender.UNINDEXED),
          RagportContender.with("Ragport, no keyword search", RagportContender.VECTORS_ONLY),
          LangChain4jContender::open,
          SpringAiContender.unindexed(),
          RawContender.unindexed());
  private static final List<Contender.Opener> INDEXED =
      List.of(
          RagportContender.with("Ragport", Map.of()),
          SpringAiContender.indexed(),
          RawContender.indexed(
              "raw COPY, then CREATE INDEX", "SET maintenance_work_mem = '512MB'"));

  private PgIndexingComparison() {}

  /** Prints one row per contender: first the loads without an index, then those with HNSW. */
  static void run(PgServer server, int size, PrintStream out) throws SQLException {
    compare(server, UNINDEXED, "none", size, ROUNDS, out);
    compare(server, INDEXED, "HNSW", size, 1, out);
  }

  /** Prints one row per contender, with the share of the limit's speed that it reaches. */
  static void compare(
      PgServer server,
      List<Contender.Opener> openers,
      String index,
      int size,
      int rounds,
      PrintStream out)
      throws SQLException {
    Map<String, List<PgLoad>> loads = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (Contender.Opener opener : openers) {
        try (Contender contender = opener.open(server)) {
          loads
              .computeIfAbsent(contender.name(), name -> new ArrayList<>())
              .add(PgLoad.of(contender, size));
        }
      }
    }
    double limit = 0;
    for (List<PgLoad> rounded : loads.values()) {
      limit = median(rounded).rate();
    }
    out.println("| documents | index | contender | documents/s | of raw | index after load s |");
    out.println("|---|---|---|---|---|---|");
    for (Map.Entry<String, List<PgLoad>> entry : loads.entrySet()) {
      PgLoad load = median(entry.getValue());
      Row.print(
          out,
          size,
          index,
          entry.getKey(),
          Math.round(load.rate()),
          Timings.shown(load.rate() / limit),
          Timings.shown(load.indexSeconds()));
    }
  }

  private static PgLoad median(List<PgLoad> loads) {
    return loads.stream()
        .sorted(Comparator.comparingDouble(PgLoad::rate))
        .skip(loads.size() / 2)
        .findFirst()
        .orElseThrow();
  }
}
