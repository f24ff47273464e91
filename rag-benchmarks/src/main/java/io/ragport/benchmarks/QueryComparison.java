package io.ragport.benchmarks;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long does a warm top-10 query take in contenders that hold the same documents, and what does
 * it find? Closing closes the contenders.
 */
final class QueryComparison implements AutoCloseable {
  private final int size;
  private final List<Contender> contenders = new ArrayList<>();
  private final PrintStream out;

  private QueryComparison(int size, PrintStream out) {
    this.size = size;
    this.out = out;
  }

  /**
   * Loads every contender, waits for its index, and leaves the server at rest.
   *
   * @param out where the tables are printed
   */
  static <S> QueryComparison load(
      S server, List<Contender.Opener<S>> openers, int size, PrintStream out) {
    QueryComparison comparison = new QueryComparison(size, out);
    try {
      for (Contender.Opener<S> opener : openers) {
        Contender contender = opener.open(server);
        comparison.contenders.add(contender);
        Load.of(contender, size);
        contender.area().settle();
      }
      return comparison;
    } catch (RuntimeException e) {
      comparison.close();
      throw e;
    }
  }

  /**
   * Prints one row per contender, with the time that it takes beyond that of the limit, the last
   * one.
   */
  void unfiltered() {
    List<Queries.Outcome> outcomes = new Queries(size).ask(contenders, null);
    double limit = outcomes.get(outcomes.size() - 1).p50();
    out.println(
        "| documents | contender | p50 / p95 ms | p50 beyond raw µs | beyond raw % | recall@10 |");
    out.println("|---|---|---|---|---|---|");
    for (Queries.Outcome outcome : outcomes) {
      Row.print(
          out,
          size,
          outcome.contender(),
          Timings.shown(outcome.p50()) + " / " + Timings.shown(outcome.p95()),
          Math.round(1000 * (outcome.p50() - limit)),
          Math.round(100 * (outcome.p50() / limit - 1)),
          Timings.shown(outcome.recall()));
    }
  }

  /** Prints one row per filter and contender. */
  void filtered() {
    Queries queries = new Queries(size);
    out.println(
        "| documents | filter lets through | contender | p50 / p95 ms | too few of "
            + Queries.COUNT
            + " | recall@10 |");
    out.println("|---|---|---|---|---|---|");
    for (Condition condition : List.of(Condition.FIVE_PERCENT, Condition.TWO_PER_MILLE)) {
      for (Queries.Outcome outcome : queries.ask(contenders, condition)) {
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
  }

  /** Closes all contenders, the last one first. */
  @Override
  public void close() {
    @Nullable RuntimeException failure = null;
    while (!contenders.isEmpty()) {
      try {
        contenders.remove(contenders.size() - 1).close();
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
