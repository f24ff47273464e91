package io.ragport.conformance;

import io.ragport.api.Capability;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reports of runs that never were. */
final class Samples {
  private static final Map<String, String> REASONS =
      Map.of(
          "LIFE-4", "embedded: there is no server",
          "LIFE-5", "embedded: there is no server",
          "CFG-5", "each backend's own tests see every option arrive");

  private Samples() {}

  /** All is well. */
  static ConformanceReport passing(String... backends) {
    return report(
        Arrays.stream(backends).map(name -> backend(name, Map.of())).toList(), Map.of(), List.of());
  }

  /** One backend keeps everything, one breaks rules, others are left out. */
  static ConformanceReport mixed() {
    Map<String, List<RuleReport.Failure>> failures = new LinkedHashMap<>();
    failures.put(
        "QRY-4",
        List.of(
            new RuleReport.Failure(
                "emptySourceIdsReturnNothingWithoutEmbedding",
                "[results] Expecting empty but was: [RagServiceResult[id=5f0e…]]")));
    failures.put(
        "META-3",
        List.of(
            new RuleReport.Failure(
                "anyKeyIsLegal [3] \"<script>alert('&')</script>\"",
                "[metadata] Expecting map: {\"a|b\"=\"`x`\"} to contain <b>\"] > & ü 😀"),
            new RuleReport.Failure("anyKeyIsLegal [4] \"$\"", "x".repeat(300))));
    return report(
        List.of(backend("lucene", Map.of()), backend("broken-on-purpose", failures)),
        Map.of(
            "pgvector", "no server: set RAG_PGVECTOR_URL",
            "qdrant", "no answer from http://127.0.0.1:6333 <refused>"),
        List.of("required but left out: pgvector (no server: set RAG_PGVECTOR_URL)"));
  }

  /** Nothing could be tested. */
  static ConformanceReport empty() {
    return report(List.of(), Map.of("pgvector", "no server"), List.of("no backend to test"));
  }

  private static ConformanceReport report(
      List<BackendReport> backends, Map<String, String> leftOut, List<String> problems) {
    Map<String, String> platform = new LinkedHashMap<>();
    platform.put("io.ragport:rag-conformance-tests", "0.1.0");
    platform.put("Java", "17.0.15+6 (Debian)");
    platform.put("system", "Linux amd64");
    return new ConformanceReport(
        Instant.parse("2026-03-04T05:06:07Z"),
        platform,
        backends,
        new TreeMap<>(leftOut),
        problems);
  }

  private static BackendReport backend(
      String name, Map<String, List<RuleReport.Failure>> failures) {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("io.ragport:rag-store-" + name, "0.1.0");
    versions.put("server", "1.15.0");
    List<RuleReport> rules = new ArrayList<>();
    for (Contract.Entry rule : Contract.load().rules()) {
      rules.add(rule(rule, failures.getOrDefault(rule.id(), List.of())));
    }
    return new BackendReport(
        name,
        versions,
        List.copyOf(EnumSet.complementOf(EnumSet.of(Capability.KEYWORD_QUERY))),
        rules,
        Duration.ofMillis(61_340));
  }

  private static RuleReport rule(Contract.Entry rule, List<RuleReport.Failure> failures) {
    String reason = REASONS.getOrDefault(rule.id(), "");
    boolean undeclared = rule.capabilities().contains(Capability.KEYWORD_QUERY);
    Outcome outcome =
        !failures.isEmpty()
            ? Outcome.FAIL
            : !reason.isEmpty()
                ? Outcome.NOT_TESTABLE
                : undeclared ? Outcome.NOT_DECLARED : Outcome.PASS;
    return new RuleReport(
        rule.id(),
        rule.label(),
        rule.text(),
        outcome,
        undeclared ? "keywordQuery" : reason,
        failures);
  }
}
