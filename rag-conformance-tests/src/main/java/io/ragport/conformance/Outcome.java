package io.ragport.conformance;

/** What a run found out about one rule on one backend. */
public enum Outcome {
  /** At least one test ran, and every one that ran passed. */
  PASS("pass", "pass", "✓", "Every test of the rule that ran passed."),
  /** A test failed. */
  FAIL("fail", "FAIL", "✗", "A test of the rule failed."),
  /** The rule belongs to a capability that the backend does not declare. */
  NOT_DECLARED(
      "notDeclared",
      "not declared",
      "–",
      "The rule belongs to a capability that the backend does not declare: it does not bind it."),
  /** The rule binds the backend but cannot be tested on it; the reason is given. */
  NOT_TESTABLE(
      "notTestable",
      "not testable",
      "○",
      "The rule cannot be tested on this backend or by this suite, for the reason given."),
  /** No test of the rule was selected, or none was reached. */
  NOT_RUN("notRun", "not run", "·", "No test of the rule was part of this run.");

  private final String id;
  private final String label;
  private final String symbol;
  private final String meaning;

  Outcome(String id, String label, String symbol, String meaning) {
    this.id = id;
    this.label = label;
    this.symbol = symbol;
    this.meaning = meaning;
  }

  /** The name in {@code conformance.json}, for example {@code notDeclared}. */
  public String id() {
    return id;
  }

  /** The words for people, for example {@code not declared}. */
  public String label() {
    return label;
  }

  /** One character that tells it without colours. */
  String symbol() {
    return symbol;
  }

  /** What it says, as a sentence for the legend. */
  String meaning() {
    return meaning;
  }
}
