package io.ragport.benchmarks;

import java.io.PrintStream;

/**
 * Does the heap stay flat while documents stream into Ragport's backend? Run with {@code -Xmx256m}:
 * what is in use after a garbage collection, every 100,000 documents.
 */
final class PgMemoryRun {
  private static final int STEP = 100_000;

  private PgMemoryRun() {}

  /** Prints one row per step, for loads without a vector index. */
  static void run(PgServer server, int size, PrintStream out) {
    run(server, PgContenders.ragport("Ragport", PgContenders.UNINDEXED), size, out);
  }

  /** Prints one row per step. */
  static void run(PgServer server, Contender.Opener<PgServer> opener, int size, PrintStream out) {
    out.println("| documents | used heap MB | max heap MB | documents/s so far |");
    out.println("|---|---|---|---|");
    DocumentStream documents = new DocumentStream();
    try (Contender contender = opener.open(server)) {
      long nanos = 0;
      for (int done = 0; done < size; ) {
        int step = Math.min(STEP, size - done);
        nanos += load(contender, documents, step);
        done += step;
        Row.print(out, done, usedMegabytes(), maxMegabytes(), Math.round(done * 1e9 / nanos));
      }
      if (contender.count() != size) {
        throw new IllegalStateException(contender.count() + " documents after loading " + size);
      }
    }
  }

  private static long load(Contender contender, DocumentStream documents, int count) {
    long nanos = 0;
    for (int done = 0; done < count; done += DocumentStream.BATCH) {
      var batch = documents.next(Math.min(DocumentStream.BATCH, count - done));
      long start = System.nanoTime();
      contender.load(batch);
      nanos += System.nanoTime() - start;
    }
    return nanos;
  }

  private static long usedMegabytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory() >> 20;
  }

  private static long maxMegabytes() {
    return Runtime.getRuntime().maxMemory() >> 20;
  }
}
