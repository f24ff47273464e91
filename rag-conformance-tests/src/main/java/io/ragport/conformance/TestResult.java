package io.ragport.conformance;

import java.util.Set;
import org.junit.platform.engine.TestExecutionResult;

/**
 * How one test, or a container with all its tests, ended on one backend. Immutable.
 *
 * @param backend its name
 * @param rules those it checks
 * @param test its name
 * @param outcome never {@link Outcome#NOT_RUN}
 * @param message what it said; empty if it passed
 */
record TestResult(String backend, Set<String> rules, String test, Outcome outcome, String message) {
  /** What became of a test that ended like that. */
  static TestResult of(
      String backend, Set<String> rules, String test, TestExecutionResult result, Secrets secrets) {
    String message = message(result);
    return switch (result.getStatus()) {
      case SUCCESSFUL -> new TestResult(backend, rules, test, Outcome.PASS, "");
      case FAILED -> failed(backend, rules, test, secrets.masked(message));
      case ABORTED -> aborted(backend, rules, test, secrets.masked(message));
    };
  }

  /** A test that did not end well. */
  static TestResult failed(String backend, Set<String> rules, String test, String message) {
    return new TestResult(backend, rules, test, Outcome.FAIL, message);
  }

  /** Only the suite itself may call a test off; any other assumption would be leniency. */
  private static TestResult aborted(
      String backend, Set<String> rules, String test, String message) {
    String reason = message.replaceFirst("^Assumption failed: ", "");
    if (reason.startsWith(Rules.NOT_DECLARED)) {
      return new TestResult(
          backend,
          rules,
          test,
          Outcome.NOT_DECLARED,
          reason.substring(Rules.NOT_DECLARED.length()));
    }
    if (reason.startsWith(Rules.NOT_TESTABLE)) {
      return new TestResult(
          backend,
          rules,
          test,
          Outcome.NOT_TESTABLE,
          reason.substring(Rules.NOT_TESTABLE.length()));
    }
    return failed(backend, rules, test, "called off: " + message);
  }

  /** What a result said; empty if nothing. */
  static String message(TestExecutionResult result) {
    return result.getThrowable().map(TestResult::message).orElse("");
  }

  /** What a failure said, with its class where that is not one of a test framework. */
  private static String message(Throwable failure) {
    String type = failure.getClass().getName();
    String message = failure.getMessage();
    if (message == null || message.isBlank()) {
      return failure.getClass().getSimpleName();
    }
    boolean expected =
        failure instanceof AssertionError
            || type.startsWith("org.junit.")
            || type.startsWith("org.opentest4j.");
    return expected ? message : failure.getClass().getSimpleName() + ": " + message;
  }
}
