package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.ragport.api.Capability;
import io.ragport.api.IndexItem;
import io.ragport.api.MetadataFilter;
import io.ragport.api.RagServiceResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** QRY-5 to QRY-8: what narrows a query down. */
abstract class QueryConditionRules extends Rules {
  QueryConditionRules(Backend backend) {
    super(backend);
  }

  @Rule("QRY-5")
  @Test
  void matchTakesPartInTheSearch() {
    List<String> far = indexNearAndFar();

    List<RagServiceResult> results = query(theQuery().match(Map.of("lang", "en")).topK(3));

    assertThat(contents(results)).containsExactlyElementsOf(far);
  }

  @Rule("QRY-5")
  @Needs(Capability.FILTER)
  @Test
  void filterTakesPartInTheSearch() {
    List<String> far = indexNearAndFar();

    List<RagServiceResult> results =
        query(theQuery().filter(MetadataFilter.ne("lang", "de")).topK(3));

    assertThat(contents(results)).containsExactlyElementsOf(far);
  }

  @Rule("QRY-5")
  @Test
  void matchAndSourceIdsHoldTogether() {
    indexGrid();

    List<RagServiceResult> results =
        query(
            theQuery().match(Map.of("lang", "en", "year", 1)).sourceIds(List.of("a", "b")).topK(9));

    assertThat(results)
        .extracting(RagServiceResult::sourceId, result -> result.metadata().get("year"))
        .containsExactlyInAnyOrder(tuple("a", 1L), tuple("b", 1L));
    assertThat(results).extracting(result -> result.metadata().get("lang")).containsOnly("en");
  }

  @Rule("QRY-5")
  @Needs(Capability.FILTER)
  @Test
  void allConditionsHoldTogether() {
    indexGrid();

    List<RagServiceResult> results =
        query(
            theQuery()
                .match(Map.of("lang", "en"))
                .filter(MetadataFilter.gte("year", 2))
                .sourceIds(List.of("a", "b"))
                .keepBest(true)
                .topK(9));

    assertThat(results).extracting(RagServiceResult::sourceId).containsExactlyInAnyOrder("a", "b");
    assertThat(results)
        .extracting(RagServiceResult::metadata)
        .containsOnly(Map.of("lang", "en", "year", 2L));
  }

  @Rule("QRY-5")
  @Test
  void keepBestChoosesAmongThoseThatMatch() {
    index(embedding.textAt(0.9), "a", Map.of("lang", "de"));
    String second = embedding.textAt(0.8);
    index(second, "a", Map.of("lang", "en"));

    List<RagServiceResult> results = query(theQuery().match(Map.of("lang", "en")).keepBest(true));

    assertThat(contents(results)).containsExactly(second);
  }

  @Rule("QRY-5")
  @Test
  void anEmptyMatchIsRefused() {
    index("a text");
    embedding.forgetCalls();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> query(theQuery().match(Map.of())))
        .withMessageContaining("match");
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("QRY-6")
  @Test
  void keepBestGivesTheBestEntryOfEachSource() {
    List<String> best = indexSources();

    List<RagServiceResult> results = query(theQuery().keepBest(true).topK(10));

    assertThat(contents(results)).containsExactlyElementsOf(best);
  }

  @Rule("QRY-6")
  @Test
  void topKCountsSourcesWhereOnlyTheBestAreKept() {
    List<String> best = indexSources();

    for (int topK = 1; topK <= best.size(); topK++) {
      assertThat(contents(query(theQuery().keepBest(true).topK(topK))))
          .as("topK " + topK + " of 5 sources, the first of which has 300 nearer entries")
          .containsExactlyElementsOf(best.subList(0, topK));
    }
  }

  @Rule("QRY-6")
  @Test
  void equallySimilarEntriesOfASourceAreOneHit() {
    for (String source : List.of("a", "b")) {
      for (int i = 0; i < 5; i++) {
        index("tied", source);
      }
    }

    List<RagServiceResult> results = query(theQuery().keepBest(true).topK(10));

    assertThat(results).extracting(RagServiceResult::sourceId).containsExactlyInAnyOrder("a", "b");
  }

  @Rule("QRY-7")
  @Test
  void resultsWithoutContentAreIdenticalOtherwise() {
    for (int i = 0; i < 6; i++) {
      index(embedding.textAt(0.9 - i * 0.1), "source " + i, Map.of("n", i));
    }
    List<RagServiceResult> with = query(theQuery());

    List<RagServiceResult> without = query(theQuery().includeContent(false));

    assertThat(without).extracting(RagServiceResult::content).containsOnlyNulls();
    assertThat(without).usingRecursiveComparison().ignoringFields("content").isEqualTo(with);
  }

  @Rule("QRY-8")
  @Test
  void minSimilarityKeepsWhatReachesIt() {
    List<RagServiceResult> all = querySpread();
    double third = all.get(2).score();

    assertThat(query(theQuery().topK(10).minSimilarity(third)))
        .as("exactly the third's similarity")
        .isEqualTo(all.subList(0, 3));
    assertThat(query(theQuery().topK(10).minSimilarity(Math.nextUp(third))))
        .as("a little more")
        .isEqualTo(all.subList(0, 2));
  }

  @Rule("QRY-8")
  @Test
  void minSimilarityMayBeNegative() {
    List<RagServiceResult> all = querySpread();

    assertThat(query(theQuery().topK(10).minSimilarity(-0.7)))
        .isEqualTo(all.subList(0, all.size() - 1));
    assertThat(query(theQuery().topK(10).minSimilarity(0.0)))
        .isEqualTo(all.subList(0, all.size() - 2));
  }

  @Rule("QRY-8")
  @Test
  void minSimilarityReachesFromMinusOneToOne() {
    List<RagServiceResult> all = querySpread();

    assertThat(query(theQuery().topK(10).minSimilarity(-1.0))).as("-1").isEqualTo(all);
    assertThat(query(theQuery().topK(10).minSimilarity(1.0)))
        .as("1, of which the nearest may fall short by rounding")
        .isSubsetOf(all.subList(0, 1));
  }

  @Rule("QRY-8")
  @Test
  void minSimilarityLeavesOutSourcesWhoseBestFallsShort() {
    String a = embedding.textAt(0.9);
    String b = embedding.textAt(0.6);
    index(a, "a");
    index(embedding.textAt(0.3), "a");
    index(embedding.textAt(0.1), "b");
    index(b, "b");
    index(embedding.textAt(0.2), "c");

    List<RagServiceResult> results = query(theQuery().keepBest(true).minSimilarity(0.25).topK(10));

    assertThat(contents(results)).containsExactly(a, b);
  }

  @Rule("QRY-8")
  @Test
  void aMinSimilarityOutOfRangeIsRefused() {
    for (double wrong :
        new double[] {1.0001, -1.0001, 2, Double.NaN, Double.POSITIVE_INFINITY, -1e300}) {
      assertThatIllegalArgumentException()
          .as("minSimilarity " + wrong)
          .isThrownBy(() -> query(theQuery().minSimilarity(wrong)))
          .withMessageContaining("minSimilarity");
    }
    assertThat(embedding.calls()).isEmpty();
  }

  /** Fifty near entries in German, then three far ones in English; returns those, nearest first. */
  private List<String> indexNearAndFar() {
    List<IndexItem> items = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      items.add(IndexItem.of(embedding.textAt(0.9 - i * 0.001), Map.of("lang", "de")));
    }
    List<String> far = List.of(embedding.textAt(0.3), embedding.textAt(0.2), embedding.textAt(0.1));
    far.forEach(text -> items.add(IndexItem.of(text, Map.of("lang", "en"))));
    indexAll(items);
    return far;
  }

  /** One entry for each of three sources, two languages and two years. */
  private void indexGrid() {
    List<IndexItem> items = new ArrayList<>();
    for (String source : List.of("a", "b", "c")) {
      for (String lang : List.of("en", "de")) {
        for (int year : new int[] {1, 2}) {
          String text = source + " " + lang + " " + year;
          items.add(IndexItem.of(text, Map.of("lang", lang, "year", year)).withSourceId(source));
        }
      }
    }
    indexAll(items);
  }

  /** A source with the 300 nearest entries and four with two each; returns the best of each. */
  private List<String> indexSources() {
    List<IndexItem> items = new ArrayList<>();
    List<String> best = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String text = embedding.textAt(0.99 - i * 1e-4);
      items.add(IndexItem.of(text).withSourceId("dominant"));
      if (i == 0) {
        best.add(text);
      }
    }
    for (int i = 0; i < 4; i++) {
      String text = embedding.textAt(0.5 - i * 0.1);
      items.add(IndexItem.of(embedding.textAt(-0.2)).withSourceId("source " + i));
      items.add(IndexItem.of(text).withSourceId("source " + i));
      best.add(text);
    }
    indexAll(items);
    return best;
  }

  /** Entries from the same direction as the query to the opposite one, as a query finds them. */
  private List<RagServiceResult> querySpread() {
    indexAll(
        Stream.of(1.0, 0.9, 0.6, 0.1, -0.5, -1.0)
            .map(embedding::textAt)
            .map(IndexItem::of)
            .toList());
    return query(theQuery().topK(10));
  }
}
