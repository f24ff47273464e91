package io.ragport.conformance;

import java.util.List;

/**
 * What became of one rule on one backend. Immutable.
 *
 * @param id for example {@code QRY-4}
 * @param topic the topic it belongs to, for example {@code QRY: querying}
 * @param text the rule itself, Markdown
 * @param outcome what the run found out
 * @param reason why it was not tested, or not by all of its tests; empty if it was
 * @param failures the tests that failed; empty unless the outcome is {@link Outcome#FAIL}
 */
public record RuleReport(
    String id, String topic, String text, Outcome outcome, String reason, List<Failure> failures) {
  /** Copies the list. */
  public RuleReport {
    failures = List.copyOf(failures);
  }

  /**
   * A test that failed.
   *
   * @param test its name
   * @param message the beginning of what it said, on one line
   */
  public record Failure(String test, String message) {}
}
