package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

class ConformanceReportTest {
  static Stream<ConformanceReport> reports() {
    return Stream.of(
        Samples.mixed(),
        Samples.empty(),
        Samples.passing("lucene"),
        Samples.passing("a", "b", "c", "d", "e", "f", "g"));
  }

  @Test
  void aRunPassesOnlyIfSomethingWasTestedAndNothingFailed() {
    assertThat(Samples.passing("lucene").passed()).isTrue();
    assertThat(Samples.mixed().passed()).isFalse();
    assertThat(Samples.empty().passed()).isFalse();
  }

  @Test
  void theSummaryIsOneLine() {
    int rules = Contract.load().rules().size();

    assertThat(Samples.mixed().summary())
        .isEqualTo(
            "lucene "
                + (rules - 4)
                + " passed, 0 failed, 1 not declared, 3 not testable; broken-on-purpose "
                + (rules - 6)
                + " passed, 2 failed, 1 not declared, 3 not testable; left out: pgvector (no"
                + " server: set RAG_PGVECTOR_URL), qdrant (no answer from http://127.0.0.1:6333"
                + " <refused>); problem: required but left out: pgvector (no server: set"
                + " RAG_PGVECTOR_URL)");
  }

  @Test
  void everyFormatIsWritten(@TempDir Path folder) throws IOException {
    Path page = Samples.mixed().write(folder.resolve("new/reports"));

    assertThat(page).hasFileName("conformance.html");
    try (Stream<Path> files = Files.list(page.getParent())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("conformance.html", "conformance.md", "conformance.json");
    }
  }

  @Test
  void jsonHoldsWhatWasFoundOut() throws IOException {
    JsonNode json = new ObjectMapper().readTree(new JsonReport(Samples.mixed()).text());

    assertThat(json.path("date").asText()).isEqualTo("2026-03-04T05:06:07Z");
    assertThat(json.path("passed").asBoolean()).isFalse();
    assertThat(json.at("/platform/Java").asText()).startsWith("17");
    assertThat(json.at("/leftOut/pgvector").asText()).startsWith("no server");
    assertThat(json.path("problems")).hasSize(1);
    JsonNode broken = json.at("/backends/1");
    assertThat(broken.path("name").asText()).isEqualTo("broken-on-purpose");
    assertThat(broken.path("seconds").asDouble()).isEqualTo(61.3);
    assertThat(broken.at("/counts/fail").asInt()).isEqualTo(2);
    assertThat(broken.path("capabilities")).hasSize(10);
    assertThat(broken.at("/rules/QRY-1").toString()).isEqualTo("{\"outcome\":\"pass\"}");
    assertThat(broken.at("/rules/LIFE-4/reason").asText())
        .isEqualTo("embedded: there is no server");
    assertThat(broken.at("/rules/QRY-4/failures/0/test").asText())
        .isEqualTo("emptySourceIdsReturnNothingWithoutEmbedding");
  }

  @Test
  void jsonIsTheSameForTheSameRun() {
    assertThat(new JsonReport(Samples.mixed()).text())
        .isEqualTo(new JsonReport(Samples.mixed()).text());
  }

  @ParameterizedTest
  @MethodSource("reports")
  void everyRowOfAMarkdownTableHasItsCells(ConformanceReport report) {
    int cells = 0;
    for (String line : new MarkdownReport(report).text().lines().toList()) {
      int found = line.startsWith("|") ? line.replace("\\|", "").split("\\|", -1).length : 0;
      assertThat(cells == 0 || found == 0 ? cells : found).as(line).isEqualTo(cells);
      cells = found;
    }
  }

  @Test
  void markdownShowsEveryRuleUnderItsTopic() {
    String markdown = new MarkdownReport(Samples.mixed()).text();

    assertThat(markdown)
        .contains("### QRY: querying\n\n| rule | lucene | broken-on-purpose |\n| --- | --- | --- |")
        .contains("| QRY-4 | ✓ pass | **✗ FAIL** |")
        .contains("| QRY-13 | – not declared | – not declared |")
        .contains("- **lucene**, not testable (embedded: there is no server): LIFE-4, LIFE-5")
        .contains("- Left out: pgvector: no server: set RAG\\_PGVECTOR\\_URL")
        .contains("anyKeyIsLegal \\[3\\] \"\\<script\\>")
        .doesNotContain("<script>");
    Contract.load().rules().forEach(rule -> assertThat(markdown).contains("| " + rule.id() + " |"));
  }

  @ParameterizedTest
  @MethodSource("reports")
  void htmlIsWellFormedAndNeedsNothingElse(ConformanceReport report) throws Exception {
    String html = new HtmlReport(report).text();

    assertThat(texts(parse(html), "//@href")).allMatch(link -> link.startsWith("#"));
    assertThat(texts(parse(html), "//@src | //script | //link")).isEmpty();
    assertThat(html).doesNotContain("url(").doesNotContain("@import");
  }

  @Test
  void htmlHasACellForEveryRuleOfEveryBackend() throws Exception {
    Document page = parse(new HtmlReport(Samples.mixed()).text());

    for (Contract.Entry rule : Contract.load().rules()) {
      assertThat(texts(page, "//tr[th//span[@class='id']='" + rule.id() + "']/td"))
          .as(rule.id())
          .hasSize(2);
    }
    assertThat(texts(page, "//tr[th//span[@class='id']='QRY-4']/td"))
        .containsExactly("lucene✓ pass", "broken-on-purpose✗ FAIL");
    assertThat(texts(page, "//tr[th//span[@class='id']='LIFE-4']//li"))
        .contains("lucene: not testable: embedded: there is no server");
  }

  @Test
  void htmlLinksEachFailureToItsMessage() throws Exception {
    Document page = parse(new HtmlReport(Samples.mixed()).text());

    assertThat(texts(page, "//td/a/@href"))
        .containsExactlyInAnyOrder(
            "#failure-broken-on-purpose-META-3", "#failure-broken-on-purpose-QRY-4");
    assertThat(texts(page, "//section[@id='failure-broken-on-purpose-META-3']//dt"))
        .contains("anyKeyIsLegal [3] \"<script>alert('&')</script>\"");
    assertThat(texts(page, "//section[@id='failure-broken-on-purpose-META-3']//dd"))
        .contains("[metadata] Expecting map: {\"a|b\"=\"`x`\"} to contain <b>\"] > & ü 😀");
  }

  @Test
  void rulesAreShownWithTheirCodeAndTheirEmphasis() {
    assertThat(Html.rule("`a < b` and **on** & \"so\""))
        .isEqualTo("<code>a &lt; b</code> and <strong>on</strong> &amp; &quot;so&quot;");
    assertThat(Html.plain("`a < b` and **on**")).isEqualTo("a &lt; b and on");
  }

  private static Document parse(String html) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(html.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> texts(Document page, String path) throws Exception {
    NodeList nodes =
        (NodeList)
            XPathFactory.newInstance().newXPath().evaluate(path, page, XPathConstants.NODESET);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      Node node = nodes.item(i);
      texts.add(node.getTextContent());
    }
    return texts;
  }
}
