package io.ragport.benchmarks;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** Everything that is measured on a Qdrant server. */
final class QdrantComparison {
  private static final int ROUNDS = 3;
  private static final String INDEX = "in the background";

  private static final List<Contender.Opener<QdrantServer>> LOADS =
      List.of(
          QdrantContenders.ragport("Ragport", Map.of()),
          QdrantContenders.ragportGivenIds("Ragport, ids given", Map.of()),
          QdrantContenders.ragport("Ragport, no keyword search", Map.of("keywordSearch", false)),
          QdrantContenders.langChain4j(),
          QdrantContenders.springAi(),
          QdrantRawContender.plain("raw client, pipelined"));

  /** The peers make no payload indexes and offer no way to. */
  private static final List<Contender.Opener<QdrantServer>> QUERIES =
      List.of(
          QdrantContenders.ragport("Ragport", Map.of()),
          QdrantContenders.ragport(
              "Ragport, filterableKeys", Map.of("filterableKeys", "group:number,rare:number")),
          QdrantContenders.langChain4j(),
          QdrantContenders.springAi(),
          QdrantRawContender.withPayloadIndexes("raw client, payload indexes"),
          QdrantRawContender.plain("raw client"));

  private static final int LAYOUT_ROUNDS = 9;

  private static final List<Contender.Opener<QdrantServer>> LAYOUTS =
      List.of(
          QdrantContenders.ragport("Ragport, no keyword search", Map.of("keywordSearch", false)),
          QdrantLayoutContender.named("raw client, Ragport's points and payload indexes"),
          QdrantRawContender.plain("raw client, pipelined"));

  private QdrantComparison() {}

  /** Prints what of the time of a load is due to what is stored, and what to Ragport itself. */
  static void runLayouts(QdrantServer server, int size, PrintStream out) {
    new LoadComparison<>(server, Load::rate, out).compare(LAYOUTS, INDEX, size, LAYOUT_ROUNDS);
  }

  /** Prints the server's version, then for each size indexing, queries and filtered queries. */
  static void run(QdrantServer server, List<Integer> sizes, PrintStream out) {
    try (QdrantArea area = QdrantArea.create(server)) {
      out.println("Qdrant " + QdrantArea.answer(area.client().healthCheckAsync()).getVersion());
    }
    // The server builds graphs by itself, and a call that stores documents does not wait for them.
    LoadComparison<QdrantServer> loads = new LoadComparison<>(server, Load::rate, out);
    for (int size : sizes) {
      out.println();
      loads.compare(LOADS, INDEX, size, ROUNDS);
      try (QueryComparison loaded = QueryComparison.load(server, QUERIES, size, out)) {
        out.println();
        loaded.unfiltered();
        out.println();
        loaded.filtered();
      }
    }
  }
}
