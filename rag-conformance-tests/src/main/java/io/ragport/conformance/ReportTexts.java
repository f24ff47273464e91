package io.ragport.conformance;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What the reports for people say alike. */
final class ReportTexts {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final ConformanceReport report;

  ReportTexts(ConformanceReport report) {
    this.report = report;
  }

  /** The run in one sentence. */
  String verdict() {
    if (report.backends().isEmpty()) {
      return "Nothing was tested.";
    }
    String names =
        report.backends().stream().map(BackendReport::name).collect(Collectors.joining(", "));
    List<String> failing = new ArrayList<>();
    for (BackendReport backend : report.backends()) {
      if (!backend.passed()) {
        failing.add(backend.name() + " (" + backend.count(Outcome.FAIL) + ")");
      }
    }
    if (!failing.isEmpty()) {
      return "Rules fail on " + String.join(", ", failing) + ".";
    }
    return "No rule fails on "
        + names
        + (report.problems().isEmpty() ? "." : ", but the run is not complete.");
  }

  /** The rules under their topics, in their order. */
  static Map<String, List<RuleReport>> byTopic(List<RuleReport> rules) {
    return rules.stream()
        .collect(Collectors.groupingBy(RuleReport::topic, LinkedHashMap::new, Collectors.toList()));
  }

  /** What became of that rule; every backend has every rule. */
  static RuleReport rule(BackendReport backend, String id) {
    return backend.rules().stream().filter(rule -> rule.id().equals(id)).findFirst().orElseThrow();
  }

  /** A moment for people, to the minute. */
  static String date(Instant date) {
    return DATE.format(date);
  }
}
