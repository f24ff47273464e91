package io.ragport.benchmarks;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Side-by-side runs against peers, printed as Markdown tables; {@code docs/BENCHMARKS.md} has the
 * commands and the results.
 */
public final class PeerComparison {
  private PeerComparison() {}

  /**
   * Runs one comparison.
   *
   * @param args {@code store [ENTRIES…]}, {@code embedder}, {@code indexing [CHUNKS]}, {@code
   *     pgvector [DOCUMENTS…]}, {@code pgvector-memory [DOCUMENTS]}, {@code qdrant [DOCUMENTS…]} or
   *     {@code qdrant-layout [DOCUMENTS]}
   */
  public static void main(String[] args) throws IOException {
    List<Integer> sizes = Arrays.stream(args).skip(1).map(Integer::valueOf).toList();
    switch (args.length == 0 ? "" : args[0]) {
      case "store" -> StoreComparison.run(orUsual(sizes), System.out);
      case "embedder" -> EmbedderComparison.run(System.out);
      case "indexing" ->
          IndexingComparison.run(sizes.isEmpty() ? 100_000 : sizes.get(0), System.out);
      case "pgvector" -> PgComparison.run(postgres(), orUsual(sizes), System.out);
      case "pgvector-memory" ->
          PgMemoryRun.run(postgres(), sizes.isEmpty() ? 1_000_000 : sizes.get(0), System.out);
      case "qdrant" -> QdrantComparison.run(qdrant(), orUsual(sizes), System.out);
      case "qdrant-layout" ->
          QdrantComparison.runLayouts(
              qdrant(), sizes.isEmpty() ? 10_000 : sizes.get(0), System.out);
      default ->
          refuse(
              "usage: PeerComparison store [ENTRIES...] | embedder | indexing [CHUNKS]"
                  + " | pgvector [DOCUMENTS...] | pgvector-memory [DOCUMENTS]"
                  + " | qdrant [DOCUMENTS...] | qdrant-layout [DOCUMENTS]");
    }
    System.exit(0); // LangChain4j's model keeps threads alive
  }

  private static List<Integer> orUsual(List<Integer> sizes) {
    return sizes.isEmpty() ? List.of(10_000, 100_000) : sizes;
  }

  private static PgServer postgres() {
    return PgServer.from(System.getenv()).orElseThrow(() -> refuse(PgServer.MISSING));
  }

  private static QdrantServer qdrant() {
    return QdrantServer.from(System.getenv()).orElseThrow(() -> refuse(QdrantServer.MISSING));
  }

  private static IllegalArgumentException refuse(String message) {
    System.err.println(message);
    System.exit(2);
    return new IllegalArgumentException(message);
  }
}
