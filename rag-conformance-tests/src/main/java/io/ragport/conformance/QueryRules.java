package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.Capability;
import io.ragport.api.DimensionMismatchException;
import io.ragport.api.EntryIds;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.api.ScoreKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** QRY-1 to QRY-4, QRY-11 and QRY-12: what a query finds, in which order and how much of it. */
abstract class QueryRules extends Rules {
  private static final Offset<Double> CLOSE = Offset.offset(1e-4);
  private static final List<Double> COSINES = List.of(1.0, 0.8, 0.5, 0.1, 0.0, -0.3, -0.8, -1.0);

  QueryRules(Backend backend) {
    super(backend);
  }

  @Rule("QRY-1")
  @Test
  void resultsAreOrderedByDescendingSimilarity() {
    List<String> texts = COSINES.stream().map(embedding::textAt).toList();
    indexAll(Stream.of(3, 7, 0, 5, 2, 6, 1, 4).map(texts::get).map(IndexItem::of).toList());

    List<RagServiceResult> results = query(theQuery().topK(COSINES.size()));

    assertThat(contents(results)).containsExactlyElementsOf(texts);
  }

  @Rule("QRY-1")
  @Test
  void similarityIsOneMinusTheCosineDistance() {
    indexCosines();

    List<RagServiceResult> results = query(theQuery().topK(COSINES.size()));

    assertThat(results)
        .allSatisfy(
            result ->
                assertThat(result.similarity())
                    .as(result.content())
                    .isCloseTo(cosineOf(result), CLOSE));
  }

  @Rule("QRY-1")
  @Test
  void theLengthOfVectorsDoesNotMatter() {
    embedding.vector("short", 0.003f, 0.004f, 0, 0, 0, 0, 0, 0);
    embedding.vector("long", 4000, 3000, 0, 0, 0, 0, 0, 0);
    index("short");
    index("long");

    List<RagServiceResult> results = query(theQuery());

    assertThat(contents(results)).containsExactly("long", "short");
    assertThat(results.get(0).similarity()).as("similarity of long").isCloseTo(0.8, CLOSE);
    assertThat(results.get(1).similarity()).as("similarity of short").isCloseTo(0.6, CLOSE);
  }

  @Rule("QRY-1")
  @Test
  void theScoreOfAVectorQueryIsTheSimilarity() {
    index(embedding.textAt(0.8));

    assertThat(query(theQuery()))
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.scoreKind()).isEqualTo(ScoreKind.SIMILARITY);
              assertThat(result.score()).isEqualTo(result.similarity());
            });
  }

  @Rule("QRY-1")
  @Test
  void equallySimilarEntriesAreOrderedByTheirIdsUnsigned() {
    List<UUID> ids = new ArrayList<>();
    for (long high : new long[] {0x80L << 56, 0x01L << 56, 0xffL << 56, 0x7fL << 56}) {
      for (long low : new long[] {0xbfL << 56, 0x80L << 56}) {
        ids.add(new UUID(high | 0x4000, low));
      }
    }
    indexAll(ids.stream().map(id -> IndexItem.of("tied").withId(id)).toList());

    List<RagServiceResult> results = query(theQuery().topK(ids.size()));

    assertThat(ids(results))
        .containsExactlyElementsOf(ids.stream().sorted(EntryIds.ORDER).toList());
  }

  @Rule("QRY-2")
  @Test
  void fiveResultsComeBackUnlessSaidOtherwise() {
    indexCosines();

    assertThat(query(theQuery())).hasSize(5);
  }

  @Rule("QRY-2")
  @Test
  void asManyResultsComeBackAsAskedForOrThere() {
    indexCosines();

    for (int topK : new int[] {1, 3, 7, 8, 9, 10_000}) {
      assertThat(query(theQuery().topK(topK)))
          .as("topK " + topK + " of 8 entries")
          .hasSize(Math.min(topK, 8));
    }
  }

  @Rule("QRY-2")
  @Test
  void aNumberOfResultsOutOfRangeIsRefused() {
    for (int topK : new int[] {0, -1, Integer.MIN_VALUE, 10_001, Integer.MAX_VALUE}) {
      assertThatIllegalArgumentException()
          .as("topK " + topK)
          .isThrownBy(() -> query(theQuery().topK(topK)))
          .withMessageContaining("topK")
          .withMessageContaining(String.valueOf(topK));
    }
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("QRY-2")
  @Test
  void manyResultsComeBackInFull() {
    indexNear(300);

    for (int topK : new int[] {41, 64, 100, 101, 299}) {
      assertThat(ids(query(theQuery().topK(topK))))
          .as("topK " + topK + " of 300 entries")
          .hasSize(topK)
          .doesNotHaveDuplicates();
    }
  }

  /** An approximate index comes across 2,000 nearer entries that do not count. */
  @Rule("QRY-2")
  @Test
  void entriesFarAwayAreFoundWhenOnlyTheyMatch() {
    indexNear(2000);
    List<String> far = indexFar(8);

    assertThat(contents(query(theQuery().match(Map.of("far", true)).topK(5))))
        .as("5 of 8 that match")
        .hasSize(5)
        .isSubsetOf(far);
    assertThat(contents(query(theQuery().match(Map.of("far", true)).topK(10_000))))
        .as("all 8 that match")
        .containsExactlyInAnyOrderElementsOf(far);
    assertThat(contents(query(theQuery().sourceIds(List.of("far")).topK(8))))
        .as("all 8 of the source")
        .containsExactlyInAnyOrderElementsOf(far);
    assertThat(ids(query(theQuery().topK(10_000))))
        .as("all 2,008 without a condition")
        .hasSize(2008)
        .doesNotHaveDuplicates();
  }

  @Rule("QRY-2")
  @Test
  void tenThousandResultsComeBackInFull() {
    List<IndexItem> items = new ArrayList<>();
    for (int i = 0; i < 10_050; i++) {
      items.add(IndexItem.of("tiny " + i, Map.of("group", i < 20 ? "few" : "many")));
    }
    indexAll(items);

    assertTenThousand(query(theQuery().topK(10_000)), "of 10,050 entries");
    List<RagServiceResult> matching = query(theQuery().match(Map.of("group", "many")).topK(10_000));
    assertTenThousand(matching, "of 10,030 entries that match");
    assertThat(matching.stream().map(result -> result.metadata().get("group")).distinct())
        .containsExactly("many");
  }

  /** Counts, since a failure that shows thousands of ids cannot be read. */
  private static void assertTenThousand(List<RagServiceResult> results, String ofWhich) {
    assertThat(results.size()).as("results " + ofWhich).isEqualTo(10_000);
    assertThat(ids(results).stream().distinct().count())
        .as("distinct results " + ofWhich)
        .isEqualTo(10_000);
  }

  @Rule("QRY-3")
  @Test
  void noCollectionMeansTheOneCalledDefault() {
    service.index(IndexRequest.builder("a text").build());
    index("elsewhere");

    List<RagServiceResult> results =
        service.query(QueryRequest.builder("a text").collectionName(null).build());

    assertThat(contents(results)).containsExactly("a text");
    assertThat(results.get(0).collectionName()).isEqualTo("default");
  }

  @Rule("QRY-3")
  @Test
  void anUnknownCollectionHasNoResultsAndEmbedsNothing() {
    assertThat(query(theQuery())).isEmpty();
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("QRY-4")
  @Test
  void sourceIdsRestrictAndNullDoesNot() {
    for (String source : List.of("a", "b", "c")) {
      index("text of " + source, source);
    }

    assertThat(contents(query(theQuery().sourceIds(null))))
        .as("null")
        .containsExactlyInAnyOrder("text of a", "text of b", "text of c");
    assertThat(contents(query(theQuery().sourceIds(List.of("b")))))
        .as("one source")
        .containsExactly("text of b");
    assertThat(contents(query(theQuery().sourceIds(List.of("c", "nobody", "a", "c")))))
        .as("several, one unknown, one twice")
        .containsExactlyInAnyOrder("text of a", "text of c");
    assertThat(query(theQuery().sourceIds(List.of("nobody")))).as("an unknown one").isEmpty();
  }

  @Rule("QRY-4")
  @Test
  void emptySourceIdsReturnNothingWithoutEmbedding() {
    index("a text");
    embedding.forgetCalls();

    List<RagServiceResult> results = query(theQuery().sourceIds(List.of()));

    assertThat(results).isEmpty();
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("QRY-4")
  @Test
  void emptySourceIdsMeanTheSameInEveryMethod() {
    index("a text");
    embedding.forgetCalls();

    List<List<RagServiceResult>> batch =
        service.queryBatch(
            QueryBatchRequest.builder(List.of("one", "two"))
                .collectionName(DOCS)
                .sourceIds(List.of())
                .build());
    double[][] matrix = service.computeSimilarityMatrix(List.of("one", "two"), List.of(), DOCS);
    service.deleteBySourceId(DOCS, List.of());

    assertThat(batch).as("queryBatch").containsExactly(List.of(), List.of());
    assertThat(matrix).as("computeSimilarityMatrix").isDeepEqualTo(new double[2][0]);
    assertThat(embedding.calls()).as("calls of the embedder").isEmpty();
    assertThat(contents(everything(DOCS))).as("after deleteBySourceId").containsExactly("a text");
  }

  @Rule("QRY-4")
  @Needs(means = Means.UNREACHABLE_SERVER)
  @Test
  void emptySourceIdsDoNotReachForTheStore() {
    service = keep(configured(sandbox.unreachable()).embedder(embedding).open());

    assertThat(query(theQuery().sourceIds(List.of()))).isEmpty();
  }

  @Rule("QRY-11")
  @SuppressWarnings("NullAway") // a text that is null is one of those refused
  @Test
  void queryTextsThatAreNoTextAreRefusedBeforeEmbedding() {
    index("a text");
    embedding.forgetCalls();
    List<String> wrong = new ArrayList<>(List.of("", " \n\t", "a\0b", "a\ud83d", "\ude00a"));
    wrong.add(null);

    for (String text : wrong) {
      assertThatIllegalArgumentException()
          .as("query for " + text)
          .isThrownBy(() -> service.query(QueryRequest.builder(text).collectionName(DOCS).build()))
          .withMessageContaining("text");
    }
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("QRY-11")
  @Test
  void everyOtherTextMayBeLookedFor() {
    index("a text");

    for (String text : List.of("😀", "שלום", "e\u0301", "\u200b\u200f x", "x ".repeat(500_000))) {
      assertThat(service.query(QueryRequest.builder(text).collectionName(DOCS).build()))
          .as("query of " + text.length() + " characters")
          .hasSize(1);
    }
  }

  @Rule("QRY-12")
  @Needs(Capability.QUERY_BY_VECTOR)
  @Test
  void aQueryByVectorEqualsTheOneByTextAndEmbedsNothing() {
    indexCosines();
    List<RagServiceResult> byText = query(theQuery());
    embedding.forgetCalls();

    List<RagServiceResult> byVector = query(byVector(1, 0, 0, 0, 0, 0, 0, 0));

    assertThat(byVector).isEqualTo(byText);
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("QRY-12")
  @Needs(Capability.QUERY_BY_VECTOR)
  @Test
  void aVectorOfAnotherDimensionIsRefusedNamingBoth() {
    index("a text");
    embedding.forgetCalls();

    assertThatThrownBy(() -> query(byVector(1, 0, 0)))
        .isInstanceOf(DimensionMismatchException.class)
        .hasMessageContaining("8")
        .hasMessageContaining("3");
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("QRY-12")
  @Needs(Capability.QUERY_BY_VECTOR)
  @Test
  void aVectorWithoutDirectionIsRefused() {
    index("a text");

    assertThatIllegalArgumentException().isThrownBy(() -> query(byVector(new float[8])));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> query(byVector(1, Float.NaN, 0, 0, 0, 0, 0, 0)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> query(byVector(1, Float.NEGATIVE_INFINITY, 0, 0, 0, 0, 0, 0)));
  }

  @Rule("QRY-12")
  @Needs(Capability.QUERY_BY_VECTOR)
  @Test
  void aVectorQueryOfAnUnknownCollectionHasNoResults() {
    assertThat(query(byVector(1, 0))).isEmpty();
  }

  private static QueryRequest.Builder byVector(float... vector) {
    return QueryRequest.builder(vector).collectionName(DOCS);
  }

  private void indexCosines() {
    indexAll(COSINES.stream().map(embedding::textAt).map(IndexItem::of).toList());
  }

  private double cosineOf(RagServiceResult result) {
    return COSINES.stream()
        .filter(cosine -> String.valueOf(result.content()).endsWith(" at " + cosine))
        .findFirst()
        .orElseThrow();
  }

  /** Entries right beside the query, none in the same place as another. */
  private void indexNear(int count) {
    List<IndexItem> near = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      near.add(
          IndexItem.of(embedding.textAt(0.99 - i * 1e-4), Map.of("far", false))
              .withSourceId("near"));
    }
    indexAll(near);
  }

  private List<String> indexFar(int count) {
    List<IndexItem> far = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      far.add(
          IndexItem.of(embedding.textAt(-0.5 - i * 0.01), Map.of("far", true)).withSourceId("far"));
    }
    indexAll(far);
    return far.stream().map(IndexItem::text).toList();
  }
}
