package io.ragport.conformance;

import io.ragport.api.Capability;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code conformance.md}: the report for a repository or a pull request. */
final class MarkdownReport {
  private static final Pattern SPECIAL = Pattern.compile("[\\\\`*_{}\\[\\]<>|#~&]");

  private final ConformanceReport report;
  private final List<String> lines = new ArrayList<>();

  MarkdownReport(ConformanceReport report) {
    this.report = report;
  }

  /** The file. */
  String text() {
    lines.clear();
    lines.addAll(List.of("# Ragport conformance", "", new ReportTexts(report).verdict(), ""));
    report.problems().forEach(problem -> lines.add("- **Problem:** " + escaped(problem)));
    report
        .leftOut()
        .forEach(
            (name, reason) -> lines.add("- Left out: " + escaped(name) + ": " + escaped(reason)));
    if (!report.backends().isEmpty()) {
      summary();
      matrix();
      failures();
      reasons();
    }
    versions();
    return String.join("\n", lines) + "\n";
  }

  private void summary() {
    heading("## Summary");
    row(
        Stream.concat(
                Stream.concat(
                    Stream.of("backend"), Stream.of(Outcome.values()).map(Outcome::label)),
                Stream.of("seconds"))
            .toList());
    row(List.of("---", "--:", "--:", "--:", "--:", "--:", "--:"));
    for (BackendReport backend : report.backends()) {
      List<String> cells = new ArrayList<>(List.of(escaped(backend.name())));
      for (Outcome outcome : Outcome.values()) {
        cells.add(String.valueOf(backend.count(outcome)));
      }
      cells.add(String.valueOf(JsonReport.seconds(backend.duration())));
      row(cells);
    }
  }

  private void matrix() {
    heading("## Rules");
    for (Outcome outcome : Outcome.values()) {
      lines.add("- " + cell(outcome) + ": " + outcome.meaning());
    }
    ReportTexts.byTopic(report.backends().get(0).rules())
        .forEach(
            (topic, rules) -> {
              heading("### " + escaped(topic));
              List<String> names = new ArrayList<>(List.of("rule"));
              report.backends().forEach(backend -> names.add(escaped(backend.name())));
              row(names);
              row(names.stream().map(name -> "---").toList());
              rules.forEach(rule -> row(cells(rule.id())));
            });
  }

  private List<String> cells(String rule) {
    List<String> cells = new ArrayList<>(List.of(rule));
    report
        .backends()
        .forEach(backend -> cells.add(cell(ReportTexts.rule(backend, rule).outcome())));
    return cells;
  }

  private static String cell(Outcome outcome) {
    String text = outcome.symbol() + " " + outcome.label();
    return outcome == Outcome.FAIL ? "**" + text + "**" : text;
  }

  private void failures() {
    if (report.backends().stream().allMatch(backend -> backend.failed().isEmpty())) {
      return;
    }
    heading("## Failures");
    for (BackendReport backend : report.backends()) {
      for (RuleReport rule : backend.failed()) {
        lines.add("- **" + escaped(backend.name()) + "**, " + rule.id() + " " + rule.text());
        rule.failures()
            .forEach(
                failure ->
                    lines.add(
                        "  - " + escaped(failure.test()) + ": " + escaped(failure.message())));
      }
    }
  }

  private void reasons() {
    Map<String, String> reasons = new LinkedHashMap<>();
    for (BackendReport backend : report.backends()) {
      for (RuleReport rule : backend.rules()) {
        if (!rule.reason().isEmpty()) {
          reasons.merge(
              "**"
                  + escaped(backend.name())
                  + "**, "
                  + rule.outcome().label()
                  + " ("
                  + escaped(rule.reason())
                  + ")",
              rule.id(),
              (all, id) -> all + ", " + id);
        }
      }
    }
    if (!reasons.isEmpty()) {
      heading("## Rules that were not tested, or in part");
      reasons.forEach((reason, ids) -> lines.add("- " + reason + ": " + ids));
    }
  }

  private void versions() {
    heading("## Versions");
    lines.add("- " + joined(report.platform()));
    for (BackendReport backend : report.backends()) {
      lines.add("- **" + escaped(backend.name()) + "**: " + joined(backend.versions()));
      lines.add("  - announces " + capabilities(backend.capabilities()));
    }
    lines.add("- " + ReportTexts.date(report.date()));
  }

  private static String joined(Map<String, String> versions) {
    return versions.entrySet().stream()
        .map(version -> escaped(version.getKey()) + " " + escaped(version.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String capabilities(Collection<Capability> capabilities) {
    return capabilities.isEmpty()
        ? "no capability"
        : capabilities.stream().map(Capability::id).collect(Collectors.joining(", "));
  }

  private void heading(String text) {
    lines.addAll(List.of("", text, ""));
  }

  private void row(List<String> cells) {
    lines.add(cells.stream().collect(Collectors.joining(" | ", "| ", " |")));
  }

  private static String escaped(String text) {
    return SPECIAL.matcher(text).replaceAll("\\\\$0");
  }
}
