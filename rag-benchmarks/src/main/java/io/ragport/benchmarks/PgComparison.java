package io.ragport.benchmarks;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** Everything that is measured on a PostgreSQL server. */
final class PgComparison {
  private static final String SERVER =
      """
      SELECT 'PostgreSQL ' || current_setting('server_version') || ', pgvector '
        || (SELECT extversion FROM pg_extension WHERE extname = 'vector')
      UNION ALL
      SELECT name || ' = ' || current_setting(name) FROM pg_settings WHERE name IN
        ('fsync', 'maintenance_work_mem', 'max_parallel_maintenance_workers', 'shared_buffers',
        'synchronous_commit')
      """;
  private static final int ROUNDS = 3;
  private static final int EF_SEARCH = 40; // the server's default, which the peers cannot change
  private static final String SETTINGS = "SET hnsw.ef_search = " + EF_SEARCH;

  private static final List<Contender.Opener<PgServer>> UNINDEXED_LOADS =
      List.of(
          PgContenders.ragport("Ragport", PgContenders.UNINDEXED),
          PgContenders.ragportGivenIds("Ragport, ids given", PgContenders.UNINDEXED),
          PgContenders.ragport("Ragport, no keyword search", PgContenders.VECTORS_ONLY),
          PgContenders.langChain4j(),
          PgContenders.springAi(),
          PgRawContender.unindexed());
  private static final List<Contender.Opener<PgServer>> INDEXED_LOADS =
      List.of(
          PgContenders.ragport("Ragport", Map.of()),
          PgContenders.springAiIndexed(),
          PgRawContender.indexed(
              "raw COPY, then CREATE INDEX", "SET maintenance_work_mem = '512MB'"));

  /**
   * All with the same {@code hnsw.ef_search}. LangChain4j has no HNSW: it compares every vector.
   * The limit's setting is made once for a connection, whereas Ragport has to set it with each
   * query.
   */
  private static final List<Contender.Opener<PgServer>> QUERIES =
      List.of(
          PgContenders.ragport("Ragport", Map.of("efSearch", EF_SEARCH)),
          PgContenders.langChain4j(),
          PgContenders.springAiIndexedAfterwards(SETTINGS),
          PgRawContender.indexed("raw SQL", SETTINGS));

  /**
   * Does a filtered query with HNSW find ten documents where ten match? Everyone has its own
   * default settings, and SQL by hand also pgvector's iterative scan.
   */
  private static final List<Contender.Opener<PgServer>> FILTERED_QUERIES =
      List.of(
          PgContenders.ragport("Ragport", Map.of()),
          PgContenders.ragport("Ragport, filterableKeys", Map.of("filterableKeys", "group,rare")),
          PgContenders.langChain4j(),
          PgContenders.springAiIndexedAfterwards(""),
          PgRawContender.indexed("raw SQL", ""),
          PgRawContender.indexed(
              "raw SQL, iterative scan", "SET hnsw.iterative_scan = strict_order"));

  private PgComparison() {}

  /** Prints the server's settings, then for each size indexing, queries and filtered queries. */
  static void run(PgServer server, List<Integer> sizes, PrintStream out) {
    try (PgArea area = PgArea.create(server, "")) {
      out.println(String.join("; ", area.strings(SERVER)));
    }
    LoadComparison<PgServer> loads = new LoadComparison<>(server, Load::indexedRate, out);
    for (int size : sizes) {
      out.println();
      loads.compare(UNINDEXED_LOADS, "none", size, ROUNDS);
      loads.compare(INDEXED_LOADS, "HNSW", size, 1);
      out.println();
      try (QueryComparison loaded = QueryComparison.load(server, QUERIES, size, out)) {
        loaded.unfiltered();
      }
      out.println();
      try (QueryComparison loaded = QueryComparison.load(server, FILTERED_QUERIES, size, out)) {
        loaded.filtered();
      }
    }
  }
}
