package io.ragport.conformance;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Reports on every run of the suite, whoever starts it: Maven, Gradle or an IDE. Prints one line,
 * and writes the report if the configuration parameter {@code ragport.conformance.report} names a
 * folder. Says nothing about other tests.
 */
public final class ConformanceListener implements TestExecutionListener {
  private final SuiteTests tests;
  private final Consumer<ConformanceProgress> progress;
  private final BiConsumer<ConformanceReport, Optional<Path>> end;
  private volatile @Nullable RunCollector run; // null while no run of the suite is on

  /** For {@link java.util.ServiceLoader}. */
  public ConformanceListener() {
    this(
        RagConformanceSuite.class,
        test -> {},
        (report, folder) -> announce(report, folder, System.out::println));
  }

  /**
   * For runs of a suite.
   *
   * @param progress is told after each test
   * @param end gets the report and the folder that it is to be written to
   */
  ConformanceListener(
      Class<?> suite,
      Consumer<ConformanceProgress> progress,
      BiConsumer<ConformanceReport, Optional<Path>> end) {
    tests = new SuiteTests(suite);
    this.progress = progress;
    this.end = end;
  }

  /** Prints the line of a run and writes its report. */
  static void announce(ConformanceReport report, Optional<Path> folder, Consumer<String> out) {
    out.accept("conformance: " + report.summary());
    try {
      folder.ifPresent(path -> out.accept("conformance: report in " + report.write(path)));
    } catch (UncheckedIOException e) {
      out.accept("conformance: " + e.getMessage() + ": " + e.getCause());
    }
  }

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    run = tests.areIn(plan) ? new RunCollector(plan, tests, progress) : null;
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    RunCollector finished = run;
    run = null;
    if (finished != null) {
      end.accept(finished.report(), finished.folder());
    }
  }

  @Override
  public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
    tell(collector -> collector.reportingEntryPublished(test, entry));
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    tell(collector -> collector.executionStarted(test));
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    tell(collector -> collector.executionSkipped(test, reason));
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    tell(collector -> collector.executionFinished(test, result));
  }

  private void tell(Consumer<RunCollector> event) {
    RunCollector current = run;
    if (current != null) {
      event.accept(current);
    }
  }
}
