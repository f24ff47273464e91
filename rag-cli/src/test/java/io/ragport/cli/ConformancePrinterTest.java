package io.ragport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.conformance.BackendReport;
import io.ragport.conformance.ConformanceReport;
import io.ragport.conformance.Outcome;
import io.ragport.conformance.RuleReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConformancePrinterTest {
  @Test
  void failuresFollowTheTableOfTheirBackend() {
    ConformanceReport report =
        report(
            List.of(
                new BackendReport(
                    "pgvector",
                    Map.of("server", "17.2"),
                    List.of(),
                    List.of(
                        rule("QRY-1", "QRY: querying", Outcome.PASS),
                        rule("QRY-2", "QRY: querying", Outcome.FAIL),
                        rule("DEL-1", "DEL: deleting", Outcome.NOT_TESTABLE)),
                    Duration.ofMillis(1_290))),
            Map.of("qdrant", "no server"),
            List.of("required but left out: qdrant"));

    assertThat(new ConformancePrinter(report).lines())
        .containsExactly(
            "pgvector (server 17.2), 1.3 s",
            "                                        pass  FAIL  not declared  not testable",
            "  QRY: querying                            1     1             0             0",
            "  DEL: deleting                            0     0             0             1",
            "  all rules                                1     1             0             1",
            "  FAIL QRY-2 the text of QRY-2",
            "       test: [size] expected 1",
            "",
            "left out: qdrant: no server",
            "problem: required but left out: qdrant",
            "conformance: FAILED");
  }

  @Test
  void aRunWithoutBackendsFails() {
    assertThat(new ConformancePrinter(report(List.of(), Map.of(), List.of())).lines())
        .containsExactly("conformance: FAILED");
  }

  private static ConformanceReport report(
      List<BackendReport> backends, Map<String, String> leftOut, List<String> problems) {
    return new ConformanceReport(Instant.EPOCH, Map.of(), backends, leftOut, problems);
  }

  private static RuleReport rule(String id, String topic, Outcome outcome) {
    return new RuleReport(
        id,
        topic,
        "the text of " + id,
        outcome,
        "",
        outcome == Outcome.FAIL
            ? List.of(new RuleReport.Failure("test", "[size] expected 1"))
            : List.of());
  }
}
