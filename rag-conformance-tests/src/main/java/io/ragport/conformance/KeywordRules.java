package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ragport.api.Capability;
import io.ragport.api.IndexItem;
import io.ragport.api.MetadataFilter;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.api.ScoreKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** QRY-13, first half: exact terms. Entries share no term unless a test says so. */
@Needs(Capability.KEYWORD_QUERY)
abstract class KeywordRules extends Rules {
  private static final List<String> OPERATORS =
      List.of(
          "AND OR NOT",
          "AND",
          "NOT",
          "\"",
          "\"\"",
          "'",
          "''",
          "`",
          "*",
          "?",
          ":",
          ":*",
          "(",
          ")",
          "((",
          "[",
          "]",
          "{",
          "}",
          "[* TO *]",
          "~",
          "~2",
          "^",
          "^2",
          "&",
          "&&",
          "|",
          "||",
          "!",
          "!!",
          "+",
          "-",
          "--",
          ";--",
          "<->",
          "<2>",
          "@@",
          "$$",
          "$1",
          "%",
          "_",
          "\\",
          "\\\\",
          "/.*/",
          "{}",
          "content:",
          "*:*",
          "NEAR/2",
          "NEAR()");

  private static final List<String> STOP_WORDS =
      List.of("the", "of the and", "to be or not to be", "a");

  KeywordRules(Backend backend) {
    super(backend);
  }

  @Rule("QRY-13")
  @Test
  void identifiersAndNumbersAreFoundByTheirTerm() {
    indexNear(20);
    List<String> terms = List.of("ERR_4711", "parseConfigFile", "42195", "zebra", "ключ");
    terms.forEach(term -> index("about " + term));

    for (String term : terms) {
      assertThat(contents(query(keyword(term))))
          .as("keyword query for " + term)
          .containsExactly("about " + term);
    }
  }

  @Rule("QRY-13")
  @Test
  void aTermIsFoundWhoseVectorIsFarAway() {
    indexNear(20);
    indexFar("the zebra");
    embedding.vector("zebra", embedding.vectorOf(RecordingEmbedding.QUERY));

    assertThat(contents(query(QueryRequest.builder("zebra").collectionName(DOCS).topK(20))))
        .as("by vector")
        .doesNotContain("the zebra");
    assertThat(contents(query(keyword("zebra")))).as("by keyword").containsExactly("the zebra");
  }

  @Rule("QRY-13")
  @Test
  void aKeywordQueryEmbedsNothingAndComparesNoVectors() {
    index("the zebra");
    embedding.forgetCalls();

    List<RagServiceResult> results = query(keyword("zebra"));

    assertThat(embedding.calls()).isEmpty();
    assertThat(results)
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.scoreKind()).isEqualTo(ScoreKind.KEYWORD);
              assertThat(result.score()).isPositive();
              assertThat(result.similarity()).isNull();
            });
  }

  @Rule("QRY-13")
  @Test
  void keywordResultsComeBestFirst() {
    for (int i = 0; i < 6; i++) {
      index("zebra ".repeat(1 + i % 3) + (i < 2 ? "okapi " : "") + "filler" + i);
    }

    assertThat(query(keyword("zebra okapi").topK(10)))
        .hasSize(6)
        .isSortedAccordingTo(Comparator.comparingDouble(RagServiceResult::score).reversed());
  }

  @Rule("QRY-13")
  @Test
  void oneOfTheTermsIsEnough() {
    index("the zebra");
    index("the okapi");
    index("something else");

    assertThat(contents(query(keyword("zebra okapi quagga"))))
        .containsExactlyInAnyOrder("the zebra", "the okapi");
  }

  @Rule("QRY-13")
  @Test
  void noOperatorMakesAQueryFail() {
    index("zebra");
    index("something else");

    for (String operator : OPERATORS) {
      assertThatCode(() -> query(keyword(operator)))
          .as("keyword query for " + operator)
          .doesNotThrowAnyException();
      for (String text :
          List.of(
              operator + " zebra",
              "zebra " + operator,
              operator + operator + " zebra " + operator)) {
        assertThat(contents(query(keyword(text))))
            .as("keyword query for " + text)
            .contains("zebra");
      }
    }
  }

  @Rule("QRY-13")
  @Test
  void noOperatorIsInterpreted() {
    index("zebra");
    index("okapi and then a zebra, quagga");

    for (String text :
        List.of(
            "zebra NOT quagga",
            "zebra -quagga",
            "zebra !quagga",
            "zebra & !quagga",
            "zebra AND okapi",
            "zebra & okapi",
            "zebra && okapi",
            "+zebra +okapi",
            "\"zebra okapi\"",
            "'zebra okapi'",
            "zebra <-> okapi",
            "zebra NEAR okapi")) {
      assertThat(query(keyword(text))).as("keyword query for " + text).hasSize(2);
    }
    for (String text : List.of("zeb*", "zeb:*", "zeb%", "zebr?", "zebr_", "zebre~", "/zeb.*/")) {
      assertThat(query(keyword(text))).as("keyword query for " + text).isEmpty();
    }
  }

  @Rule("QRY-13")
  @Test
  void stopWordsAloneMakeNoQueryFail() {
    index("zebra");

    for (String words : STOP_WORDS) {
      assertThat(query(keyword(words))).as("keyword query for " + words).isEmpty();
    }
  }

  @Rule("QRY-13")
  @Test
  void aTextOfThousandsOfTermsIsLookedForAsAny() {
    index("zebra");
    index("something else");
    String words = IntStream.range(0, 3000).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));

    assertThat(contents(query(keyword(words + " zebra")))).containsExactly("zebra");
  }

  @Rule("QRY-13")
  @Test
  void theConditionsHoldInKeywordQueries() {
    for (int i = 0; i < 8; i++) {
      indexAll(
          List.of(
              IndexItem.of("zebra " + "x".repeat(i + 1), Map.of("even", i % 2 == 0))
                  .withSourceId("source " + i / 2)));
    }

    assertThat(query(keyword("zebra").topK(3))).as("topK").hasSize(3);
    assertThat(query(keyword("zebra").topK(10).match(Map.of("even", true))))
        .as("match")
        .hasSize(4)
        .allSatisfy(result -> assertThat(result.metadata()).containsEntry("even", true));
    assertThat(query(keyword("zebra").topK(10).sourceIds(List.of("source 1", "source 3"))))
        .as("sourceIds")
        .extracting(RagServiceResult::sourceId)
        .containsOnly("source 1", "source 3")
        .hasSize(4);
    assertThat(query(keyword("zebra").topK(10).keepBest(true)))
        .as("keepBest")
        .extracting(RagServiceResult::sourceId)
        .doesNotHaveDuplicates()
        .hasSize(4);
    assertThat(query(keyword("zebra").includeContent(false)))
        .as("includeContent=false")
        .extracting(RagServiceResult::content)
        .hasSize(5)
        .containsOnlyNulls();
    assertThat(query(keyword("zebra").sourceIds(List.of()))).as("no sources").isEmpty();
    assertThat(query(keyword("zebra").collectionName("unknown"))).as("no collection").isEmpty();
  }

  @Rule("QRY-5")
  @Needs({Capability.KEYWORD_QUERY, Capability.FILTER})
  @Test
  void aFilterTakesPartInKeywordQueries() {
    for (int i = 0; i < 9; i++) {
      index("zebra " + i, "source", Map.of("lang", i < 6 ? "de" : "en"));
    }

    List<RagServiceResult> results =
        query(keyword("zebra").filter(MetadataFilter.ne("lang", "de")).topK(3));

    assertThat(contents(results)).containsExactlyInAnyOrder("zebra 6", "zebra 7", "zebra 8");
  }

  @Rule("QRY-13")
  @Test
  void aBatchOfKeywordQueriesEqualsTheSingleOnes() {
    List<String> terms = List.of("zebra", "nowhere", "okapi");
    terms.forEach(term -> index("a " + term + " indeed"));

    List<List<RagServiceResult>> batch =
        service.queryBatch(
            QueryBatchRequest.builder(List.of("zebra", "quagga", "okapi"))
                .collectionName(DOCS)
                .mode(QueryMode.KEYWORD)
                .build());

    assertThat(batch.stream().map(Rules::contents).toList())
        .isEqualTo(List.of(List.of("a zebra indeed"), List.of(), List.of("a okapi indeed")));
    assertThat(batch.get(2)).extracting(RagServiceResult::queryIndex).containsExactly(2);
  }

  @Rule("QRY-13")
  @Test
  void minSimilarityIsRefusedWhereNoVectorsAreCompared() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> query(keyword("zebra").minSimilarity(0.5)))
        .withMessageContaining("minSimilarity");
  }

  private static QueryRequest.Builder keyword(String text) {
    return QueryRequest.builder(text).collectionName(DOCS).mode(QueryMode.KEYWORD);
  }

  private void indexNear(int count) {
    List<IndexItem> near = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String text = "near" + i;
      embedding.vector(text, 1, i * 1e-3f, 0, 0, 0, 0, 0, 0);
      near.add(IndexItem.of(text));
    }
    indexAll(near);
  }

  private void indexFar(String text) {
    embedding.vector(text, -1, 0, 0, 0, 0, 0, 0, 0);
    index(text);
  }
}
