package io.ragport.conformance;

import java.util.List;
import java.util.Locale;

/** The table of the page: a row for each rule, grouped by topic, a column for each backend. */
final class HtmlMatrix {
  /** With more backends than this the table scrolls within the page. */
  private static final int FITTING = 5;

  private final List<BackendReport> backends;
  private final StringBuilder table = new StringBuilder();

  HtmlMatrix(List<BackendReport> backends) {
    this.backends = backends;
  }

  /** The table. */
  String text() {
    boolean wide = backends.size() > FITTING;
    table.setLength(0);
    table
        .append("<div class=\"matrix")
        .append(wide ? " wide scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"rules" : "")
        .append("\">\n<table style=\"--backends:")
        .append(backends.size())
        .append("\">\n<colgroup><col class=\"rule\"/>")
        .append("<col class=\"backend\"/>".repeat(backends.size()))
        .append("</colgroup>\n<thead><tr><th scope=\"col\">Rule</th>");
    backends.forEach(
        backend ->
            table
                .append("<th scope=\"col\">")
                .append(Html.escaped(backend.name()))
                .append("</th>"));
    table.append("</tr></thead>\n");
    ReportTexts.byTopic(backends.get(0).rules()).forEach(this::topic);
    return table.append("</table>\n</div>\n").toString();
  }

  private void topic(String topic, List<RuleReport> rules) {
    table
        .append("<tbody>\n<tr class=\"topic\"><th scope=\"rowgroup\" colspan=\"")
        .append(backends.size() + 1)
        .append("\"><span>")
        .append(Html.escaped(topic))
        .append("</span></th></tr>\n");
    rules.forEach(this::row);
    table.append("</tbody>\n");
  }

  private void row(RuleReport rule) {
    table
        .append("<tr><th scope=\"row\"><details><summary title=\"")
        .append(Html.plain(rule.text()))
        .append("\"><span class=\"id\">")
        .append(rule.id())
        .append("</span><span class=\"gist\">")
        .append(Html.rule(rule.text()))
        .append("</span></summary><div class=\"full\"><p>")
        .append(Html.rule(rule.text()))
        .append("</p>");
    reasons(rule.id());
    table.append("</div></details></th>");
    backends.forEach(backend -> cell(backend, ReportTexts.rule(backend, rule.id())));
    table.append("</tr>\n");
  }

  private void reasons(String rule) {
    StringBuilder reasons = new StringBuilder();
    for (BackendReport backend : backends) {
      RuleReport of = ReportTexts.rule(backend, rule);
      if (!of.reason().isEmpty()) {
        reasons
            .append("<li>")
            .append(Html.escaped(backend.name() + ": " + of.outcome().label() + ": " + of.reason()))
            .append("</li>");
      }
    }
    if (!reasons.isEmpty()) {
      table.append("<ul>").append(reasons).append("</ul>");
    }
  }

  private void cell(BackendReport backend, RuleReport rule) {
    String look = "class=\"outcome " + css(rule.outcome()) + "\"";
    table
        .append("<td><span class=\"where\">")
        .append(Html.escaped(backend.name()))
        .append("</span>");
    if (rule.outcome() == Outcome.FAIL) {
      table
          .append("<a ")
          .append(look)
          .append(" href=\"#")
          .append(anchor(backend, rule))
          .append("\">")
          .append(words(rule.outcome()))
          .append("</a>");
    } else {
      table
          .append("<span ")
          .append(look)
          .append(rule.reason().isEmpty() ? "" : " title=\"" + Html.escaped(rule.reason()) + "\"")
          .append(">")
          .append(words(rule.outcome()))
          .append("</span>");
    }
    table.append("</td>");
  }

  /** The symbol, which screen readers need not read, and the words. */
  static String words(Outcome outcome) {
    return "<span aria-hidden=\"true\">" + outcome.symbol() + "</span> " + outcome.label();
  }

  /** The name of the outcome in the style sheet. */
  static String css(Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Where the failures of a rule are on the page. */
  static String anchor(BackendReport backend, RuleReport rule) {
    return Html.escaped("failure-" + backend.name() + "-" + rule.id());
  }
}
