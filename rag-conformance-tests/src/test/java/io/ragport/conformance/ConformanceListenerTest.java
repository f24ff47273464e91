package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.launcher.TestExecutionListener;

class ConformanceListenerTest {
  private static final ConformanceReport REPORT =
      Runs.reports(SmallSuite.class, SmallSuite.class).get(0);

  @ParameterizedTest
  @CsvSource({
    "QRY-1, PASS, FAIL",
    "QRY-2, PASS, FAIL",
    "QRY-3, PASS, FAIL",
    "QRY-4, PASS, PASS",
    "QRY-5, NOT_TESTABLE, NOT_TESTABLE",
    "QRY-6, PASS, FAIL",
    "QRY-7, FAIL, FAIL",
    "QRY-8, PASS, FAIL",
    "QRY-9, PASS, FAIL",
    "QRY-10, FAIL, FAIL",
    "DEL-1, FAIL, FAIL",
    "DEL-3, FAIL, FAIL",
    "CFG-5, NOT_TESTABLE, NOT_TESTABLE",
    "CAP-1, NOT_RUN, NOT_RUN"
  })
  void everyRuleOfEveryBackendHasItsOutcome(String rule, Outcome alpha, Outcome beta) {
    assertThat(rule("alpha", rule).outcome()).isEqualTo(alpha);
    assertThat(rule("beta", rule).outcome()).isEqualTo(beta);
  }

  @Test
  void failuresNameTheTestAndWhatItSaid() {
    assertThat(rule("beta", "QRY-2").failures())
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.test()).isEqualTo("failsOnBeta");
              assertThat(failure.message())
                  .startsWith("[kept by beta] Expecting value to be true but was false");
            });
    assertThat(rule("beta", "QRY-8").failures())
        .extracting(RuleReport.Failure::test)
        .containsExactly("failsForTwo [2] 2");
    assertThat(rule("alpha", "QRY-7").failures())
        .containsExactly(new RuleReport.Failure("isDisabled", "skipped: too slow"));
    assertThat(rule("beta", "QRY-6").failures().get(0).message())
        .isEqualTo("called off: Assumption failed: only when it rains");
  }

  @Test
  void aContainerThatFailsFailsTheRulesInIt() {
    assertThat(rule("alpha", "DEL-2").failures())
        .containsExactly(new RuleReport.Failure("Deleting", "IllegalStateException: no room"));
  }

  @Test
  void rulesThatWereNotTestedHaveTheReason() {
    assertThat(rule("alpha", "QRY-5").reason()).isEqualTo("there is no server");
    assertThat(rule("alpha", "CFG-5").reason())
        .isEqualTo(Contract.load().untestable().get("CFG-5"));
  }

  @Test
  void aFailureWithoutARuleIsAProblem() {
    assertThat(REPORT.problems())
        .singleElement()
        .asString()
        .startsWith("beta: failsWithoutARule: [kept by beta]");
    assertThat(REPORT.passed()).isFalse();
  }

  @Test
  void aRuleIsNotDeclaredIfNothingOfItRan() {
    ConformanceReport report =
        Runs.reports(SampleSuites.Undeclared.class, SampleSuites.Undeclared.class).get(0);

    assertThat(ReportTexts.rule(report.backends().get(0), "QRY-1"))
        .satisfies(
            rule -> {
              assertThat(rule.outcome()).isEqualTo(Outcome.NOT_DECLARED);
              assertThat(rule.reason()).isEqualTo("keywordQuery");
            });
  }

  @Test
  void theSuiteIsFoundInsideAnotherOne() {
    List<ConformanceReport> reports = Runs.reports(SmallSuite.class, SampleSuites.Wrapped.class);

    assertThat(reports)
        .singleElement()
        .satisfies(report -> assertThat(report.summary()).isEqualTo(REPORT.summary()));
  }

  @Test
  void progressIsToldAfterEachTest() {
    List<ConformanceProgress> progress = new ArrayList<>();

    Runs.run(
        new ConformanceListener(SmallSuite.class, progress::add, (report, folder) -> {}),
        SmallSuite.class,
        Map.of());

    assertThat(progress)
        .allMatch(state -> state.done() <= state.total())
        .extracting(ConformanceProgress::backend)
        .containsOnly("alpha", "beta");
    assertThat(progress).extracting(ConformanceProgress::topic).contains("QRY: querying");
    ConformanceProgress last = progress.get(progress.size() - 1);
    assertThat(last.done()).isEqualTo(last.total());
    assertThat(last.failed()).as("3 tests of alpha, 8 of beta").isEqualTo(11);
  }

  @Test
  void otherTestsAreNotReportedOn() {
    assertThat(Runs.reports(RagConformanceSuite.class, SmallSuite.class)).isEmpty();
  }

  @Test
  void theSuiteWithoutBackendsIsAProblem() {
    ConformanceReport report =
        Runs.reports(SampleSuites.Unstarted.class, SampleSuites.Unstarted.class).get(0);

    assertThat(report.backends()).isEmpty();
    assertThat(report.problems()).containsExactly("IllegalStateException: required but left out");
    assertThat(report.summary())
        .isEqualTo("nothing was tested; problem: IllegalStateException: required but left out");
  }

  @Test
  void aRequiredBackendThatIsMissingIsInTheReport(@TempDir Path folder) {
    List<String> lines = new ArrayList<>();
    ConformanceListener listener =
        new ConformanceListener(
            RagConformanceSuite.class,
            progress -> {},
            (report, target) -> ConformanceListener.announce(report, target, lines::add));

    Runs.run(
        listener,
        RagConformanceSuite.class,
        Map.of(
            ConformanceSettings.ENVIRONMENT,
            ConformanceSettings.REQUIRE + "=absent",
            ConformanceSettings.REPORT,
            folder.toString()));

    assertThat(lines)
        .containsExactly(
            "conformance: nothing was tested; left out: absent (no backend of that name); problem:"
                + " required but left out: absent (no backend of that name)",
            "conformance: report in " + folder.resolve("conformance.html"));
  }

  @Test
  void theFolderOfTheReportMayStandAtTheSuite() {
    List<Path> folders = new ArrayList<>();

    Runs.run(
        new ConformanceListener(
            RagConformanceSuite.class,
            progress -> {},
            (report, folder) -> folder.ifPresent(folders::add)),
        SampleSuites.Configured.class,
        Map.of());

    assertThat(folders).containsExactly(Path.of("no-report"));
  }

  @Test
  void aReportThatCannotBeWrittenIsSaid(@TempDir Path folder) throws IOException {
    Path file = Files.createFile(folder.resolve("a-file"));
    List<String> lines = new ArrayList<>();

    ConformanceListener.announce(REPORT, Optional.of(file), lines::add);

    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).contains("the report cannot be written to " + file);
  }

  @Test
  void itIsRegisteredForEveryRun() {
    assertThat(ServiceLoader.load(TestExecutionListener.class))
        .hasAtLeastOneElementOfType(ConformanceListener.class);
  }

  private static RuleReport rule(String backend, String rule) {
    return ReportTexts.rule(REPORT.find(backend).orElseThrow(), rule);
  }
}
