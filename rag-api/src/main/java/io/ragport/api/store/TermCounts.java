package io.ragport.api.store;

import java.util.Collections;
import java.util.Map;

/** The terms of one text (QRY-13), from {@link TextTerms}. Immutable; threads may share it. */
public final class TermCounts {
  private final Map<String, Integer> counts;
  private final int length;

  /**
   * Not copied, as that would take as long as counting.
   *
   * @param counts no longer changed by whoever counted
   */
  TermCounts(Map<String, Integer> counts, int length) {
    this.counts = Collections.unmodifiableMap(counts);
    this.length = length;
  }

  /** How often each term occurs, 1 or more, in no particular order. */
  public Map<String, Integer> counts() {
    return counts;
  }

  /** The length of the text for BM25: its words. Parts of an identifier do not make it longer. */
  public int length() {
    return length;
  }
}
