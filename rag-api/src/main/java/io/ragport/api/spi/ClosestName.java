package io.ragport.api.spi;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what a mistyped name probably meant (SPI-4, CFG-3). */
public final class ClosestName {
  private ClosestName() {}

  /**
   * The candidate with the fewest edits, if those are at most a third of the name's length or 2,
   * and leave some of the name as it is.
   *
   * @return the first such candidate in alphabetical order; empty if none is close
   */
  public static Optional<String> to(String name, Collection<String> candidates) {
    int limit = Math.min(Math.max(2, name.length() / 3), name.length() - 1);
    return candidates.stream()
        .sorted()
        .min(Comparator.comparingInt(candidate -> edits(name, candidate)))
        .filter(candidate -> edits(name, candidate) <= limit);
  }

  /** Levenshtein distance, where a capital and a small letter count as one. */
  private static int edits(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        boolean same =
            Character.toLowerCase(a.charAt(i - 1)) == Character.toLowerCase(b.charAt(j - 1));
        current[j] =
            Math.min(previous[j - 1] + (same ? 0 : 1), 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
