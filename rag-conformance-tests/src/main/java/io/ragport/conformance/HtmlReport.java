package io.ragport.conformance;

import io.ragport.api.Capability;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code conformance.html}: the report for people, one page that needs nothing else. */
final class HtmlReport {
  private final ConformanceReport report;
  private final StringBuilder page = new StringBuilder();

  HtmlReport(ConformanceReport report) {
    this.report = report;
  }

  /** The file: HTML that is well-formed XML as well. */
  String text() {
    page.setLength(0);
    page.append(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="UTF-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <title>Ragport conformance</title>
        <style>
        """);
    page.append(style()).append("</style>\n</head>\n<body>\n");
    head();
    page.append("<main>\n");
    if (!report.backends().isEmpty()) {
      cards();
      page.append("<h2 id=\"rules\">Rules</h2>\n");
      legend();
      page.append(new HtmlMatrix(report.backends()).text());
      failures();
    }
    page.append("</main>\n");
    foot();
    return page.append("</body>\n</html>\n").toString();
  }

  private void head() {
    page.append("<header>\n<h1>Ragport conformance</h1>\n<p class=\"verdict\">")
        .append(Html.escaped(new ReportTexts(report).verdict()))
        .append(hasFailures() ? " <a href=\"#failures\">What failed</a>" : "")
        .append("</p>\n");
    if (!report.problems().isEmpty()) {
      page.append("<div class=\"problems\"><strong>The run is not complete</strong>\n<ul>\n");
      report
          .problems()
          .forEach(problem -> page.append("<li>").append(Html.escaped(problem)).append("</li>\n"));
      page.append("</ul></div>\n");
    }
    if (!report.leftOut().isEmpty()) {
      page.append("<div class=\"left-out\"><strong>Left out</strong>\n<ul>\n");
      report
          .leftOut()
          .forEach(
              (name, reason) ->
                  page.append("<li>")
                      .append(Html.escaped(name))
                      .append(": ")
                      .append(Html.escaped(reason))
                      .append("</li>\n"));
      page.append("</ul></div>\n");
    }
    page.append("</header>\n");
  }

  private void cards() {
    page.append("<div class=\"cards\">\n");
    for (BackendReport backend : report.backends()) {
      page.append("<section class=\"card\">\n<div class=\"card-head\"><h3>")
          .append(Html.escaped(backend.name()))
          .append("</h3><span class=\"time\">")
          .append(JsonReport.seconds(backend.duration()))
          .append(" s</span></div>\n");
      bar(backend);
      counts(backend);
      facts(backend);
      page.append("</section>\n");
    }
    page.append("</div>\n");
  }

  private void bar(BackendReport backend) {
    page.append("<div class=\"bar\" aria-hidden=\"true\">");
    for (Outcome outcome : shown(backend)) {
      page.append("<span class=\"")
          .append(HtmlMatrix.css(outcome))
          .append("\" style=\"flex-grow:")
          .append(backend.count(outcome))
          .append("\"></span>");
    }
    page.append("</div>\n");
  }

  private void counts(BackendReport backend) {
    page.append("<ul class=\"counts\">\n");
    for (Outcome outcome : shown(backend)) {
      page.append("<li class=\"")
          .append(HtmlMatrix.css(outcome))
          .append("\"><b>")
          .append(backend.count(outcome))
          .append("</b> ")
          .append(outcome.label())
          .append("</li>\n");
    }
    page.append("</ul>\n");
  }

  private static List<Outcome> shown(BackendReport backend) {
    return EnumSet.allOf(Outcome.class).stream()
        .filter(outcome -> backend.count(outcome) > 0)
        .toList();
  }

  private void facts(BackendReport backend) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("versions", versions(backend.versions()));
    facts.put("announces", ids(backend.capabilities()));
    Set<Capability> others = EnumSet.allOf(Capability.class);
    backend.capabilities().forEach(others::remove);
    if (!others.isEmpty()) {
      facts.put("not declared", ids(others));
    }
    page.append("<dl class=\"facts\">\n");
    facts.forEach(
        (what, value) ->
            page.append("<dt>")
                .append(Html.escaped(what))
                .append("</dt><dd>")
                .append(Html.escaped(value))
                .append("</dd>\n"));
    page.append("</dl>\n");
  }

  private static String versions(Map<String, String> versions) {
    return versions.entrySet().stream()
        .map(part -> part.getKey() + " " + part.getValue())
        .collect(Collectors.joining("\n"));
  }

  private static String ids(Iterable<Capability> capabilities) {
    StringBuilder ids = new StringBuilder();
    capabilities.forEach(
        capability -> ids.append(ids.isEmpty() ? "" : ", ").append(capability.id()));
    return ids.isEmpty() ? "nothing optional" : ids.toString();
  }

  private void legend() {
    Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
    report.backends().forEach(backend -> outcomes.addAll(shown(backend)));
    page.append("<ul class=\"legend\">\n");
    outcomes.forEach(
        outcome ->
            page.append("<li><span><span class=\"outcome ")
                .append(HtmlMatrix.css(outcome))
                .append("\">")
                .append(HtmlMatrix.words(outcome))
                .append("</span></span><span>")
                .append(Html.escaped(outcome.meaning()))
                .append("</span></li>\n"));
    page.append("</ul>\n");
  }

  private boolean hasFailures() {
    return report.backends().stream().anyMatch(backend -> !backend.failed().isEmpty());
  }

  private void failures() {
    if (!hasFailures()) {
      return;
    }
    page.append("<h2 id=\"failures\">Failures</h2>\n");
    for (BackendReport backend : report.backends()) {
      backend.failed().forEach(rule -> failure(backend, rule));
    }
  }

  private void failure(BackendReport backend, RuleReport rule) {
    page.append("<section class=\"failure\" id=\"")
        .append(HtmlMatrix.anchor(backend, rule))
        .append("\">\n<h3>")
        .append(Html.escaped(backend.name() + ", " + rule.id()))
        .append("</h3>\n<p>")
        .append(Html.rule(rule.text()))
        .append("</p>\n<dl>\n");
    rule.failures()
        .forEach(
            failure ->
                page.append("<dt>")
                    .append(Html.escaped(failure.test()))
                    .append("</dt>\n<dd>")
                    .append(Html.escaped(failure.message()))
                    .append("</dd>\n"));
    page.append("</dl>\n</section>\n");
  }

  private void foot() {
    page.append("<footer>\n<p>")
        .append(Html.escaped(versions(report.platform())).replace("\n", "<br/>\n"))
        .append("<br/>\n")
        .append(ReportTexts.date(report.date()))
        .append("</p>\n</footer>\n");
  }

  private static String style() {
    try (InputStream style =
        Objects.requireNonNull(HtmlReport.class.getResourceAsStream("report.css"))) {
      return new String(style.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
