package io.ragport.benchmarks;

import java.util.Map;

/**
 * A metadata filter: the documents whose {@code key} has the value 7.
 *
 * @param classes one in so many documents passes
 */
record Condition(String key, int classes) {
  static final Condition FIVE_PERCENT = new Condition("group", 20);
  static final Condition TWO_PER_MILLE = new Condition("rare", 500);

  private static final int VALUE = 7;

  /** What the document of that number has under the key. */
  int valueOf(int number) {
    return number % classes;
  }

  /** Whether the document of that number passes. */
  boolean passes(int number) {
    return valueOf(number) == VALUE;
  }

  /** What a passing document has under the key. */
  int value() {
    return VALUE;
  }

  /** The metadata that a passing document has. */
  Map<String, Object> match() {
    return Map.of(key, VALUE);
  }

  /** The share that passes, for people. */
  String share() {
    return 100.0 / classes + " %";
  }
}
