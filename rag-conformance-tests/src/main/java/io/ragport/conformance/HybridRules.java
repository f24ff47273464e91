package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.Capability;
import io.ragport.api.EntryIds;
import io.ragport.api.IndexItem;
import io.ragport.api.MetadataFilter;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.api.ScoreKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * QRY-13, second half: both rankings fused. What the fused scores must be is computed here from the
 * rankings by vector and by keyword that the same backend gives.
 */
@Needs(Capability.HYBRID_QUERY)
abstract class HybridRules extends Rules {
  private static final Offset<Double> CLOSE = Offset.offset(1e-4);
  private static final int DEPTH = 200;

  /** A database may add up in single precision; one rank more or less is 1e-5 or more. */
  private static final Offset<Double> SINGLE_PRECISION = Offset.offset(1e-7);

  /** On the first axis; the term is in the entries that {@link #indexMixed} says. */
  private static final String TEXT = "zebra";

  HybridRules(Backend backend) {
    super(backend);
  }

  @Rule("QRY-13")
  @Needs({Capability.HYBRID_QUERY, Capability.KEYWORD_QUERY})
  @Test
  void hybridScoresAreSumsOfReciprocalRanks() {
    indexMixed();

    List<RagServiceResult> results = query(hybrid().topK(20));

    assertFused(results, null);
    assertThat(results)
        .extracting(RagServiceResult::scoreKind)
        .containsOnly(ScoreKind.RECIPROCAL_RANK);
  }

  @Rule("QRY-13")
  @Test
  void everyHybridResultCarriesItsSimilarity() {
    indexMixed();
    Map<UUID, Double> similarities = new HashMap<>();
    query(byVector().topK(20)).forEach(result -> similarities.put(result.id(), result.score()));

    assertThat(query(hybrid().topK(20).minSimilarity(0.5)))
        .allSatisfy(
            result ->
                assertThat(result.similarity())
                    .as(result.content())
                    .isCloseTo(similarities.get(result.id()), CLOSE));
  }

  @Rule("QRY-13")
  @Needs({Capability.HYBRID_QUERY, Capability.KEYWORD_QUERY})
  @Test
  void minSimilarityThinsOutTheVectorHalfOnly() {
    indexMixed();

    List<RagServiceResult> results = query(hybrid().topK(20).minSimilarity(0.5));

    assertFused(results, 0.5);
    assertThat(results)
        .as("entries that are too far away but have the term")
        .anySatisfy(result -> assertThat(result.similarity()).isLessThan(0.5));
    assertThat(results)
        .as("entries that are too far away and lack the term")
        .noneSatisfy(
            result -> {
              assertThat(result.similarity()).isLessThan(0.5);
              assertThat(result.content()).doesNotContain(TEXT);
            });
  }

  @Rule("QRY-13")
  @Test
  void anEntryBelowTheDepthOfTheVectorsIsFoundByItsTerm() {
    indexMixed();
    List<IndexItem> near = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      String text = "near" + i;
      embedding.vector(text, 1, 1e-3f * i, 0, 0, 0, 0, 0, 0);
      near.add(IndexItem.of(text));
    }
    indexAll(near);

    List<RagServiceResult> results = query(hybrid().topK(DEPTH));

    assertThat(contents(results)).contains("far away zebra");
    assertThat(results).extracting(RagServiceResult::similarity).doesNotContainNull();
  }

  @Rule("QRY-13")
  @Test
  void aTextWithoutTermsIsRankedByVectorAlone() {
    indexMixed();
    String text = "quagga";
    embedding.vector(text, 1, 0, 0, 0, 0, 0, 0, 0);

    List<RagServiceResult> results =
        query(QueryRequest.builder(text).collectionName(DOCS).mode(QueryMode.HYBRID).topK(20));

    assertThat(ids(results)).isEqualTo(ids(query(byVector().topK(20))));
  }

  @Rule("QRY-13")
  @Test
  void noOperatorMakesAHybridQueryFail() {
    indexMixed();

    for (String operator : List.of("AND NOT", "\"", "(", "*:*", "~", "^", "&|!", "'", "\\")) {
      String text = operator + " zebra";
      assertThat(
              query(
                  QueryRequest.builder(text).collectionName(DOCS).mode(QueryMode.HYBRID).topK(20)))
          .as("hybrid query for " + text)
          .hasSize(10);
    }
  }

  @Rule("QRY-13")
  @Test
  void theConditionsHoldInHybridQueries() {
    indexMixed();

    assertThat(query(hybrid().topK(3)))
        .as("topK")
        .isEqualTo(query(hybrid().topK(20)).subList(0, 3));
    assertThat(query(hybrid().topK(20).match(Map.of("even", true))))
        .as("match")
        .hasSize(5)
        .allSatisfy(result -> assertThat(result.metadata()).containsEntry("even", true));
    assertThat(query(hybrid().topK(20).sourceIds(List.of("source 1"))))
        .as("sourceIds")
        .extracting(RagServiceResult::sourceId)
        .hasSize(3)
        .containsOnly("source 1");
    assertThat(query(hybrid().topK(20).keepBest(true)))
        .as("keepBest")
        .extracting(RagServiceResult::sourceId)
        .containsExactlyInAnyOrder("source 0", "source 1", "source 2");
    assertThat(query(hybrid().includeContent(false)))
        .as("includeContent=false")
        .extracting(RagServiceResult::content)
        .hasSize(5)
        .containsOnlyNulls();
    assertThat(query(hybrid().sourceIds(List.of()))).as("no sources").isEmpty();
    assertThat(query(hybrid().collectionName("unknown"))).as("no collection").isEmpty();
  }

  @Rule("QRY-5")
  @Needs({Capability.HYBRID_QUERY, Capability.FILTER})
  @Test
  void aFilterTakesPartInHybridQueries() {
    indexMixed();

    List<RagServiceResult> results =
        query(hybrid().filter(MetadataFilter.ne("length", "short")).topK(20));

    assertThat(contents(results))
        .containsExactlyInAnyOrder(
            "second zebra", "far zebra zebra and more words", "far away zebra");
  }

  @Rule("QRY-13")
  @Test
  void aBatchOfHybridQueriesEqualsTheSingleOnes() {
    indexMixed();

    List<List<RagServiceResult>> batch =
        service.queryBatch(
            QueryBatchRequest.builder(List.of("something", TEXT))
                .collectionName(DOCS)
                .mode(QueryMode.HYBRID)
                .topK(20)
                .build());

    assertThat(batch).hasSize(2);
    assertThat(batch.get(1))
        .usingRecursiveComparison()
        .ignoringFields("queryIndex")
        .isEqualTo(query(hybrid().topK(20)));
  }

  @Rule("QRY-13")
  @Needs({Capability.HYBRID_QUERY, Capability.QUERY_BY_VECTOR})
  @Test
  void aHybridQueryWithAVectorEmbedsNothing() {
    indexMixed();
    List<RagServiceResult> embedded = query(hybrid().topK(20));
    embedding.forgetCalls();

    List<RagServiceResult> given = query(hybrid().topK(20).vector(embedding.vectorOf(TEXT)));

    assertThat(given).isEqualTo(embedded);
    assertThat(embedding.calls()).isEmpty();
  }

  private void assertFused(List<RagServiceResult> results, @Nullable Double minSimilarity) {
    Map<UUID, Double> expected = new HashMap<>();
    addReciprocalRanks(query(byVector().topK(DEPTH).minSimilarity(minSimilarity)), expected);
    addReciprocalRanks(
        query(QueryRequest.builder(TEXT).collectionName(DOCS).mode(QueryMode.KEYWORD).topK(DEPTH)),
        expected);
    List<UUID> order =
        expected.keySet().stream()
            .sorted(
                Comparator.comparing((UUID id) -> -expected.getOrDefault(id, 0.0))
                    .thenComparing(EntryIds.ORDER))
            .toList();

    assertThat(ids(results)).as("order").isEqualTo(order);
    assertThat(results)
        .as("scores")
        .allSatisfy(
            result ->
                assertThat(result.score())
                    .as(result.content())
                    .isCloseTo(expected.get(result.id()), SINGLE_PRECISION));
  }

  private static void addReciprocalRanks(List<RagServiceResult> ranking, Map<UUID, Double> scores) {
    for (int i = 0; i < ranking.size(); i++) {
      scores.merge(ranking.get(i).id(), 1.0 / (60 + i + 1), Double::sum);
    }
  }

  private static QueryRequest.Builder hybrid() {
    return QueryRequest.builder(TEXT).collectionName(DOCS).mode(QueryMode.HYBRID);
  }

  private static QueryRequest.Builder byVector() {
    return QueryRequest.builder(TEXT).collectionName(DOCS);
  }

  /**
   * Ten entries at ten similarities; the term is in a near one and two that are far away, of
   * different weight in each.
   */
  private void indexMixed() {
    embedding.vector(TEXT, 1, 0, 0, 0, 0, 0, 0, 0);
    List<IndexItem> items = new ArrayList<>();
    List<String> texts =
        List.of(
            "first",
            "second zebra",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "far zebra zebra and more words",
            "far away zebra",
            "last");
    for (int i = 0; i < texts.size(); i++) {
      double cosine = 0.95 - i * 0.17;
      float[] vector = new float[RecordingEmbedding.DIMENSION];
      vector[0] = (float) cosine;
      vector[1] = (float) Math.sqrt(1 - cosine * cosine);
      embedding.vector(texts.get(i), vector);
      items.add(
          IndexItem.of(
                  texts.get(i),
                  Map.of(
                      "even", i % 2 == 0, "length", texts.get(i).contains(" ") ? "long" : "short"))
              .withSourceId("source " + i % 3));
    }
    indexAll(items);
  }
}
