package io.ragport.cli;

import io.ragport.conformance.BackendReport;
import io.ragport.conformance.ConformanceReport;
import io.ragport.conformance.Outcome;
import io.ragport.conformance.RuleReport;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A report for the eye: a table for each backend, then what failed, then who was left out. */
final class ConformancePrinter {
  private static final int TOPIC = 36;
  private static final int RULE = 72;

  private final ConformanceReport report;

  ConformancePrinter(ConformanceReport report) {
    this.report = report;
  }

  /** The lines. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (BackendReport backend : report.backends()) {
      lines.addAll(table(backend));
      backend.failed().forEach(rule -> lines.addAll(failure(rule)));
      lines.add("");
    }
    report.leftOut().forEach((name, reason) -> lines.add("left out: " + name + ": " + reason));
    report.problems().forEach(problem -> lines.add("problem: " + problem));
    lines.add(report.passed() ? "conformance: passed" : "conformance: FAILED");
    return lines;
  }

  private static List<String> table(BackendReport backend) {
    List<Outcome> outcomes = columns(backend);
    List<String> lines = new ArrayList<>();
    lines.add(
        backend.name()
            + " ("
            + backend.versions().entrySet().stream()
                .map(version -> version.getKey() + " " + version.getValue())
                .collect(Collectors.joining(", "))
            + "), "
            + Math.round(backend.duration().toMillis() / 100.0) / 10.0
            + " s");
    lines.add(row("", outcomes.stream().map(Outcome::label).toList(), outcomes));
    Map<String, List<RuleReport>> topics =
        backend.rules().stream()
            .collect(
                Collectors.groupingBy(RuleReport::topic, LinkedHashMap::new, Collectors.toList()));
    topics.forEach((topic, rules) -> lines.add(row(topic, counts(rules, outcomes), outcomes)));
    lines.add(row("all rules", counts(backend.rules(), outcomes), outcomes));
    return lines;
  }

  /** Outcomes that every table has, and others where they occur. */
  private static List<Outcome> columns(BackendReport backend) {
    Set<Outcome> columns = EnumSet.complementOf(EnumSet.of(Outcome.NOT_RUN));
    if (backend.count(Outcome.NOT_RUN) > 0) {
      columns.add(Outcome.NOT_RUN);
    }
    return List.copyOf(columns);
  }

  private static List<String> counts(List<RuleReport> rules, List<Outcome> outcomes) {
    return outcomes.stream()
        .map(outcome -> rules.stream().filter(rule -> rule.outcome() == outcome).count())
        .map(String::valueOf)
        .toList();
  }

  private static String row(String head, List<String> cells, List<Outcome> outcomes) {
    StringBuilder row = new StringBuilder("  ").append(padded(head, TOPIC));
    for (int i = 0; i < cells.size(); i++) {
      int width = outcomes.get(i).label().length();
      String cell = cells.get(i);
      row.append("  ").append(" ".repeat(Math.max(0, width - cell.length()))).append(cell);
    }
    return row.toString();
  }

  private static List<String> failure(RuleReport rule) {
    List<String> lines = new ArrayList<>();
    lines.add("  FAIL " + rule.id() + " " + shortened(rule.text()));
    rule.failures()
        .forEach(failure -> lines.add("       " + failure.test() + ": " + failure.message()));
    return lines;
  }

  private static String shortened(String text) {
    return text.length() <= RULE ? text : text.substring(0, RULE).strip() + "…";
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
