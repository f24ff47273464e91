package io.ragport.store.qdrant;

import static io.qdrant.client.ConditionFactory.filter;
import static io.qdrant.client.ConditionFactory.hasId;
import static io.qdrant.client.ConditionFactory.isEmpty;
import static io.qdrant.client.ConditionFactory.match;
import static io.qdrant.client.ConditionFactory.matchKeyword;
import static io.qdrant.client.ConditionFactory.matchKeywords;
import static io.qdrant.client.ConditionFactory.matchValues;
import static io.qdrant.client.ConditionFactory.range;
import static io.ragport.api.MetadataFilter.and;
import static io.ragport.api.MetadataFilter.eq;
import static io.ragport.api.MetadataFilter.exists;
import static io.ragport.api.MetadataFilter.gt;
import static io.ragport.api.MetadataFilter.gte;
import static io.ragport.api.MetadataFilter.in;
import static io.ragport.api.MetadataFilter.ne;
import static io.ragport.api.MetadataFilter.not;
import static io.ragport.api.MetadataFilter.notIn;
import static io.ragport.api.MetadataFilter.or;
import static org.assertj.core.api.Assertions.assertThat;

import io.qdrant.client.grpc.Common.Condition;
import io.qdrant.client.grpc.Common.Filter;
import io.qdrant.client.grpc.Common.Range;
import io.ragport.api.MetadataFilter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class QdrantFiltersTest {
  private static final long BEYOND_DOUBLES = (1L << 53) + 1;

  private static final Condition A = matchKeyword("meta.a", "x");
  private static final Condition B = matchKeyword("meta.b", "x");
  private static final Condition C = matchKeyword("meta.c", "x");

  @Test
  void textsAndBooleansMatch() {
    assertThat(condition(eq("a", "x"))).isEqualTo(must(A));
    assertThat(condition(eq("a", true))).isEqualTo(must(match("meta.a", true)));
  }

  @Test
  void keysAreEncoded() {
    assertThat(condition(eq("a.b", "x"))).isEqualTo(must(matchKeyword("meta.a-002eb", "x")));
  }

  @Test
  void zeroHasNoSign() {
    Filter zero = must(range("meta.a", Range.newBuilder().setGte(0).setLte(0).build()));

    assertThat(condition(eq("a", 0))).isEqualTo(zero);
    assertThat(condition(eq("a", -0.0))).isEqualTo(zero);
  }

  @Test
  void integersBeyondDoublesMatchWithinARange() {
    Condition match = match("meta.a", BEYOND_DOUBLES);

    Filter equal = condition(eq("a", BEYOND_DOUBLES));

    assertThat(equal.getMustList()).hasSize(2).contains(match);
    assertThat(QdrantFilters.isExact(eq("a", BEYOND_DOUBLES))).isTrue();
    assertThat(QdrantFilters.isExact(ne("a", BEYOND_DOUBLES))).isTrue();
  }

  @Test
  void rangesOfNumbersWithMoreDigitsThanDoublesKeepAreWiderOrNegatedNarrower() {
    Range wide = condition(gt("a", BEYOND_DOUBLES)).getMust(0).getField().getRange();
    Range narrow = condition(not(gt("a", BEYOND_DOUBLES))).getMustNot(0).getField().getRange();

    assertThat(wide.getGte()).isLessThan(0x1p53);
    assertThat(narrow.getGt()).isGreaterThan(0x1p53);
    assertThat(QdrantFilters.isExact(gt("a", BEYOND_DOUBLES))).isFalse();
  }

  @Test
  void orderedTextsAreWhateverHasTheKeyOrNegatedEverything() {
    assertThat(condition(gt("a", "x"))).isEqualTo(mustNot(isEmpty("meta.a")));
    assertThat(QdrantFilters.condition(null, not(gt("a", "x")), List.of())).isEmpty();
    assertThat(QdrantFilters.isExact(gt("a", "x"))).isFalse();
    assertThat(QdrantFilters.isExact(not(gt("a", "x")))).isFalse();
  }

  @Test
  void valuesOfOneTypeAreOneCondition() {
    assertThat(condition(in("a", List.of("x", "y"))))
        .isEqualTo(must(matchKeywords("meta.a", List.of("x", "y"))));
    assertThat(condition(in("a", List.of(1, 2.0, BEYOND_DOUBLES))))
        .isEqualTo(must(matchValues("meta.a", List.of(1L, 2L, BEYOND_DOUBLES))));
    assertThat(condition(notIn("a", List.of(1, "x", true))))
        .isEqualTo(
            mustNot(
                matchKeywords("meta.a", List.of("x")),
                matchValues("meta.a", List.of(1L)),
                match("meta.a", true)));
  }

  @Test
  void integersOfADeclaredKeyAreRangesWhichItsIndexServes() {
    List<FilterableKey> declared = List.of(new FilterableKey("a", FilterableKey.Type.NUMBER));

    Filter few = QdrantFilters.condition(null, in("a", List.of(1, 2)), declared).orElseThrow();

    assertThat(few.getShouldList())
        .hasSize(2)
        .allMatch(condition -> condition.getField().hasRange());
  }

  @Test
  void aKeyExistsAlsoWithAValueThatNoFilterCompares() {
    assertThat(condition(exists("a b")))
        .isEqualTo(should(filter(mustNot(isEmpty("meta.a-0020b"))), matchKeyword("keys", "a b")));
    assertThat(condition(not(exists("a"))))
        .isEqualTo(
            Filter.newBuilder()
                .addMust(isEmpty("meta.a"))
                .addMustNot(matchKeyword("keys", "a"))
                .build());
  }

  @Test
  void anAndHoldsOneOrInTheSameFilter() {
    assertThat(condition(and(eq("a", "x"), ne("b", "x"), or(eq("b", "x"), eq("c", "x")))))
        .isEqualTo(Filter.newBuilder().addMust(A).addMustNot(B).addShould(B).addShould(C).build());
  }

  @Test
  void negationsMoveInwards() {
    assertThat(condition(not(or(eq("a", "x"), eq("b", "x"))))).isEqualTo(mustNot(A, B));
    assertThat(condition(not(and(ne("a", "x"), ne("b", "x"))))).isEqualTo(should(A, B));
    assertThat(condition(not(not(eq("a", "x"))))).isEqualTo(must(A));
  }

  @Test
  void emptyPartsAreAllOrNothing() {
    Filter nothing = must(hasId(List.of()));

    assertThat(QdrantFilters.condition(null, and(), List.of())).isEmpty();
    assertThat(QdrantFilters.condition(null, notIn("a", List.of()), List.of())).isEmpty();
    assertThat(QdrantFilters.condition(null, or(eq("a", "x"), and()), List.of())).isEmpty();
    assertThat(condition(or())).isEqualTo(nothing);
    assertThat(condition(in("a", List.of()))).isEqualTo(nothing);
    assertThat(condition(and(eq("a", "x"), or()))).isEqualTo(nothing);
  }

  @Test
  void sourcesAreOneCondition() {
    Condition sources = matchKeywords("source", List.of("s", "t"));

    assertThat(QdrantFilters.condition(null, null, List.of())).isEmpty();
    assertThat(QdrantFilters.condition(List.of(), null, List.of()))
        .contains(must(hasId(List.of())));
    assertThat(QdrantFilters.condition(List.of("s", "t"), null, List.of())).contains(must(sources));
    assertThat(
            QdrantFilters.condition(List.of("s", "t"), or(eq("a", "x"), eq("b", "x")), List.of()))
        .contains(Filter.newBuilder().addMust(sources).addShould(A).addShould(B).build());
  }

  @Test
  void noFilterIsNestedDeeperThanTheServerTakes() {
    MetadataFilter deep = or(eq("a", "x"), eq("b", "x"));
    for (int depth = 2; depth < MetadataFilter.MAX_DEPTH - 2; depth += 2) {
      MetadataFilter and = and(gte("a", depth), ne("b", depth), deep);
      deep = or(eq("c", depth), and);
    }

    Filter shallow = condition(and(deep, or(exists("a"), exists("b"))));

    assertThat(QdrantFilters.isExact(deep)).isFalse();
    assertThat(nested(shallow)).isLessThanOrEqualTo(QdrantFilters.MAX_LEVELS);
  }

  private static int nested(Filter filter) {
    int deepest = 0;
    for (List<Condition> conditions :
        List.of(filter.getMustList(), filter.getShouldList(), filter.getMustNotList())) {
      for (Condition condition : conditions) {
        deepest = Math.max(deepest, condition.hasFilter() ? nested(condition.getFilter()) : 0);
      }
    }
    return 1 + deepest;
  }

  private static Filter condition(MetadataFilter filter) {
    return QdrantFilters.condition(null, filter, List.of()).orElseThrow();
  }

  private static Filter must(Condition... conditions) {
    return Filter.newBuilder().addAllMust(Arrays.asList(conditions)).build();
  }

  private static Filter should(Condition... conditions) {
    return Filter.newBuilder().addAllShould(Arrays.asList(conditions)).build();
  }

  private static Filter mustNot(Condition... conditions) {
    return Filter.newBuilder().addAllMustNot(Arrays.asList(conditions)).build();
  }
}
