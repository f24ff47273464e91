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
   * @param args {@code store [ENTRIES…]}, {@code embedder} or {@code indexing [CHUNKS]}
   */
  public static void main(String[] args) throws IOException {
    List<Integer> sizes = Arrays.stream(args).skip(1).map(Integer::valueOf).toList();
    switch (args.length == 0 ? "" : args[0]) {
      case "store" ->
          StoreComparison.run(sizes.isEmpty() ? List.of(10_000, 100_000) : sizes, System.out);
      case "embedder" -> EmbedderComparison.run(System.out);
      case "indexing" ->
          IndexingComparison.run(sizes.isEmpty() ? 100_000 : sizes.get(0), System.out);
      default -> {
        System.err.println(
            "usage: PeerComparison store [ENTRIES...] | embedder | indexing [CHUNKS]");
        System.exit(2);
      }
    }
    System.exit(0); // LangChain4j's model keeps threads alive
  }
}
