package io.ragport.conformance;

import java.util.List;
import java.util.Map;

/** Makes the verdict on each rule of a backend from the results of its tests. Immutable. */
final class Verdict {
  private final List<TestResult> results;
  private final Map<String, String> untestable;

  /**
   * For one backend.
   *
   * @param results all of that backend
   * @param untestable rules that no test checks, with the reason
   */
  Verdict(List<TestResult> results, Map<String, String> untestable) {
    this.results = results;
    this.untestable = untestable;
  }

  /** What became of that rule. */
  RuleReport on(Contract.Entry rule) {
    List<TestResult> tests =
        results.stream().filter(result -> result.rules().contains(rule.id())).toList();
    List<TestResult> failed = with(Outcome.FAIL, tests);
    if (!failed.isEmpty()) {
      return report(
          rule,
          Outcome.FAIL,
          "",
          failed.stream()
              .map(test -> new RuleReport.Failure(test.test(), test.message()))
              .toList());
    }
    if (!with(Outcome.PASS, tests).isEmpty()) {
      return report(rule, Outcome.PASS, leftOut(tests), List.of());
    }
    for (Outcome outcome : List.of(Outcome.NOT_TESTABLE, Outcome.NOT_DECLARED)) {
      List<TestResult> calledOff = with(outcome, tests);
      if (!calledOff.isEmpty()) {
        return report(rule, outcome, calledOff.get(0).message(), List.of());
      }
    }
    return withoutTests(rule);
  }

  /** Which of the tests of a rule did not run, though others did. */
  private static String leftOut(List<TestResult> tests) {
    List<TestResult> calledOff =
        tests.stream().filter(test -> test.outcome() != Outcome.PASS).toList();
    return calledOff.isEmpty()
        ? ""
        : calledOff.size()
            + " of "
            + tests.size()
            + " tests left out: "
            + calledOff.get(0).message();
  }

  private RuleReport withoutTests(Contract.Entry rule) {
    String reason = untestable.get(rule.id());
    return reason != null
        ? report(rule, Outcome.NOT_TESTABLE, reason, List.of())
        : report(rule, Outcome.NOT_RUN, "", List.of());
  }

  private static List<TestResult> with(Outcome outcome, List<TestResult> tests) {
    return tests.stream().filter(test -> test.outcome() == outcome).toList();
  }

  private static RuleReport report(
      Contract.Entry rule, Outcome outcome, String reason, List<RuleReport.Failure> failures) {
    return new RuleReport(rule.id(), rule.label(), rule.text(), outcome, reason, failures);
  }
}
