package io.ragport.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The top-10 queries of one run: the same ones for every contender, asked in rounds in which the
 * contenders take turns, so that what slows the machine down slows all of them down.
 */
final class Queries {
  static final int COUNT = 200;
  static final int TOP_K = 10;

  private static final int SLOW_COUNT = 20;
  private static final double SLOW_MILLIS = 20;
  private static final int WARM_UP = 2;
  private static final int ROUNDS = 7;

  private final List<float[]> vectors = new ArrayList<>();
  private final float[][] queries;

  /** Queries drawn like the first documents, which all contenders have loaded. */
  Queries(int size) {
    DocumentStream documents = new DocumentStream();
    for (int done = 0; done < size; done += DocumentStream.BATCH) {
      documents
          .next(Math.min(DocumentStream.BATCH, size - done))
          .forEach(document -> vectors.add(document.vector()));
    }
    queries = documents.queries(COUNT);
  }

  /** What each contender found and how long it took, in their order. */
  List<Outcome> ask(List<Contender> contenders, @Nullable Condition condition) {
    Nearest truth = new Nearest(vectors, queries, TOP_K, condition);
    List<List<Timings>> rounds = new ArrayList<>();
    int[] counts = new int[contenders.size()];
    for (int i = 0; i < counts.length; i++) {
      rounds.add(new ArrayList<>());
      // Who compares every vector is asked fewer queries a round, or the run would take hours.
      Timings trial = time(contenders.get(i), SLOW_COUNT, condition);
      counts[i] = trial.millis(0.5) > SLOW_MILLIS ? SLOW_COUNT : COUNT;
    }
    for (int round = 0; round < WARM_UP + ROUNDS; round++) {
      for (int i = 0; i < contenders.size(); i++) {
        int turn = (i + round) % contenders.size();
        Timings timings = time(contenders.get(turn), counts[turn], condition);
        if (round >= WARM_UP) {
          rounds.get(turn).add(timings);
        }
      }
    }
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < contenders.size(); i++) {
      outcomes.add(outcome(contenders.get(i), rounds.get(i), truth, condition));
    }
    return outcomes;
  }

  private Timings time(Contender contender, int count, @Nullable Condition condition) {
    return Timings.once(count, i -> contender.query(queries[i], TOP_K, condition));
  }

  private Outcome outcome(
      Contender contender, List<Timings> rounds, Nearest truth, @Nullable Condition condition) {
    int tooFew = 0;
    double recall = 0;
    for (int i = 0; i < COUNT; i++) {
      List<Integer> found = contender.query(queries[i], TOP_K, condition);
      recall += truth.recall(i, found) / COUNT;
      if (found.size() < truth.of(i).size()) {
        tooFew++;
      }
    }
    return new Outcome(
        contender.name(),
        median(rounds, timings -> timings.millis(0.5)),
        median(rounds, timings -> timings.millis(0.95)),
        recall,
        tooFew);
  }

  private static double median(List<Timings> rounds, ToDoubleFunction<Timings> value) {
    return rounds.stream()
        .map(value::applyAsDouble)
        .sorted(Comparator.naturalOrder())
        .skip(rounds.size() / 2)
        .findFirst()
        .orElseThrow();
  }

  /**
   * One contender's answers.
   *
   * @param p50 the median over the rounds of a round's median, in milliseconds
   * @param p95 the same of the duration that 95 % of a round's queries stay below
   * @param recall the share of the true neighbours that it found
   * @param tooFew how many of the 200 queries found fewer documents than they could
   */
  record Outcome(String contender, double p50, double p95, double recall, int tooFew) {}
}
