package io.ragport.benchmarks;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How many documents a second do contenders store on a server?
 *
 * <p>Each round every contender loads the same documents into an empty area, in turns; a row shows
 * its median round. The limit is the last one of a list.
 *
 * @param rate what counts as documents a second
 * @param out where the tables are printed
 */
record LoadComparison<S>(S server, ToDoubleFunction<Load> rate, PrintStream out) {
  /**
   * Prints one row per contender, with the share of the limit's speed that it reaches.
   *
   * @param index the index that they have, for people
   */
  void compare(List<Contender.Opener<S>> openers, String index, int size, int rounds) {
    Map<String, List<Load>> loads = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (Contender.Opener<S> opener : openers) {
        try (Contender contender = opener.open(server)) {
          loads
              .computeIfAbsent(contender.name(), name -> new ArrayList<>())
              .add(Load.of(contender, size));
        }
      }
    }
    double limit = 0;
    for (List<Load> rounded : loads.values()) {
      limit = rate.applyAsDouble(median(rounded));
    }
    out.println("| documents | index | contender | documents/s | of raw | index after load s |");
    out.println("|---|---|---|---|---|---|");
    for (Map.Entry<String, List<Load>> entry : loads.entrySet()) {
      Load load = median(entry.getValue());
      Row.print(
          out,
          size,
          index,
          entry.getKey(),
          Math.round(rate.applyAsDouble(load)),
          Timings.shown(rate.applyAsDouble(load) / limit),
          Timings.shown(load.indexSeconds()));
    }
  }

  private Load median(List<Load> loads) {
    return loads.stream()
        .sorted(Comparator.comparingDouble(rate))
        .skip(loads.size() / 2)
        .findFirst()
        .orElseThrow();
  }
}
