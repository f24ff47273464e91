package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.qdrant.client.grpc.Points.PrefetchQuery;
import io.qdrant.client.grpc.Points.QueryPointGroups;
import io.qdrant.client.grpc.Points.QueryPoints;
import io.qdrant.client.grpc.Points.ReadConsistencyType;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.HybridSearch;
import io.ragport.api.store.TextLanguage;
import io.ragport.api.store.VectorSearch;
import io.ragport.testing.TestSearch;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What goes over the wire, by the settings (CFG-5). */
class SearchRequestsTest {
  private static final CollectionSpec SPEC =
      CollectionSpec.toCreate("c", "model", 2, null).storedAs("ragport_c", 1);
  private static final QdrantCollection COLLECTION =
      new QdrantCollection(SPEC, "1", Optional.of(new TermSettings(TextLanguage.ENGLISH, 200)));

  @Test
  void aSearchByVectorNamesItsVectorAndItsLimit() {
    QueryPoints request = request(Map.of(), nearest(0, 2).topK(7).build());

    assertThat(request.getCollectionName()).isEqualTo("ragport_c");
    assertThat(request.getUsing()).isEqualTo(COLLECTION.embedding());
    assertThat(request.getLimit()).isEqualTo(7);
    assertThat(request.getQuery().getNearest().getDense().getDataList()).containsExactly(0f, 1f);
    assertThat(request.hasFilter()).isFalse();
    assertThat(request.hasReadConsistency()).isFalse();
    assertThat(request.getParams().hasHnswEf()).isFalse();
    assertThat(request.getParams().getExact()).isFalse();
  }

  @Test
  void efSearchArrivesAndIsNeverBelowTopK() {
    assertThat(request(Map.of("efSearch", 300), nearest(1, 0).build()).getParams().getHnswEf())
        .isEqualTo(300);
    assertThat(
            request(Map.of("efSearch", 300), nearest(1, 0).topK(5_000).build())
                .getParams()
                .getHnswEf())
        .isEqualTo(5_000);
  }

  @Test
  void oversamplingArrivesAndQuantizedCandidatesAreRankedAgain() {
    QueryPoints request =
        request(Map.of("quantization", "binary", "oversampling", 3.5), nearest(1, 0).build());

    assertThat(request.getParams().getQuantization().getRescore()).isTrue();
    assertThat(request.getParams().getQuantization().getOversampling()).isEqualTo(3.5);
  }

  @Test
  void anExactSearchComparesAll() {
    VectorSearch search = nearest(1, 0).build();
    QueryPoints request =
        new SearchRequests(options(Map.of("efSearch", 300)))
            .entries(COLLECTION, search, true)
            .orElseThrow();

    assertThat(request.getParams().getExact()).isTrue();
    assertThat(request.getParams().hasHnswEf()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(ReadConsistency.class)
  void readConsistencyArrivesWithEveryKindOfSearch(ReadConsistency consistency) {
    Map<String, Object> settings =
        Map.of("readConsistency", consistency.name().toLowerCase(Locale.ROOT));
    SearchRequests requests = new SearchRequests(options(settings));
    VectorSearch search = nearest(1, 0).build();
    int expected = ReadConsistencyType.valueOf(capitalized(consistency.name())).getNumber();

    assertThat(request(settings, search).getReadConsistency().getTypeValue()).isEqualTo(expected);
    assertThat(
            requests
                .bestOfSources(COLLECTION, search)
                .orElseThrow()
                .getReadConsistency()
                .getTypeValue())
        .isEqualTo(expected);
    assertThat(
            requests
                .fused(COLLECTION, hybrid("word", null), false)
                .getReadConsistency()
                .getTypeValue())
        .isEqualTo(expected);
  }

  /** QRY-7. */
  @Test
  void contentStaysInTheServerUnlessAskedFor() {
    assertThat(
            request(Map.of(), nearest(1, 0).withoutContent().build())
                .getWithPayload()
                .getExclude()
                .getFieldsList())
        .contains(Fields.CONTENT);
    assertThat(
            request(Map.of(), nearest(1, 0).build()).getWithPayload().getExclude().getFieldsList())
        .doesNotContain(Fields.CONTENT);
    assertThat(request(Map.of(), nearest(1, 0).build()).hasWithVectors()).isFalse();
  }

  @Test
  void conditionsArrive() {
    QueryPoints request = request(Map.of(), nearest(1, 0).sourceIds("a", "b").build());

    assertThat(request.getFilter().getMust(0).getField().getKey()).isEqualTo(Fields.SOURCE);
  }

  @Test
  void aSearchByKeywordNamesTheWeightsOfTerms() {
    QueryPoints request = request(Map.of("efSearch", 300), keywords("pear pear plum").build());

    assertThat(request.getUsing()).isEqualTo(COLLECTION.termWeights());
    assertThat(request.getQuery().getNearest().getSparse().getValuesList())
        .containsExactlyInAnyOrder(2f, 1f);
    assertThat(request.hasParams()).isFalse();
  }

  @Test
  void aTextWithoutTermsIsNoRequest() {
    SearchRequests requests = new SearchRequests(options(Map.of()));

    assertThat(requests.entries(COLLECTION, keywords("?").build(), false)).isEmpty();
    assertThat(requests.bestOfSources(COLLECTION, keywords("?").keepBest().build())).isEmpty();
  }

  @Test
  void aCollectionWithoutTermsRefusesKeywords() {
    SearchRequests requests = new SearchRequests(options(Map.of()));
    QdrantCollection without = new QdrantCollection(SPEC, "1", Optional.empty());

    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(() -> requests.entries(without, keywords("pear").build(), false))
        .withMessageContaining("keywordSearch");
  }

  /** QRY-6. */
  @Test
  void theBestOfSourcesAreLookedForExactly() {
    QueryPointGroups request =
        new SearchRequests(options(Map.of()))
            .bestOfSources(COLLECTION, nearest(1, 0).keepBest().build())
            .orElseThrow();

    assertThat(request.getGroupBy()).isEqualTo(Fields.SOURCE);
    assertThat(request.getGroupSize()).isEqualTo(1);
    assertThat(request.getParams().getExact()).isTrue();
  }

  @Test
  void theHalvesOfAFusedSearchHaveTheirDepthAndConditions() {
    QueryPoints request =
        new SearchRequests(options(Map.of("efSearch", 250)))
            .fused(COLLECTION, hybrid("pear", null), false);

    assertThat(request.getLimit()).isEqualTo(3);
    assertThat(request.getQuery().getRrf().getK()).isEqualTo(61);
    assertThat(request.getWithVectors().getInclude().getNamesList())
        .containsExactly(COLLECTION.embedding());
    assertThat(request.getPrefetchList())
        .extracting(PrefetchQuery::getUsing)
        .containsExactly(COLLECTION.embedding(), COLLECTION.termWeights());
    assertThat(request.getPrefetchList())
        .allSatisfy(
            half -> {
              assertThat(half.getLimit()).isEqualTo(200);
              assertThat(half.getFilter().getMustCount()).isEqualTo(1);
              assertThat(half.hasScoreThreshold()).isFalse();
            });
    assertThat(request.getPrefetch(0).getParams().getHnswEf()).isEqualTo(250);
  }

  @Test
  void aFusedSearchWithoutTermsHasOneHalf() {
    assertThat(
            new SearchRequests(options(Map.of()))
                .fused(COLLECTION, hybrid("?", null), false)
                .getPrefetchList())
        .extracting(PrefetchQuery::getUsing)
        .containsExactly(COLLECTION.embedding());
  }

  /** The server takes what is above its threshold, in single precision. */
  @Test
  void theThresholdIsTheNextNumberBelowTheOneThatIsAskedFor() {
    for (double least : new double[] {-1, -0.3, 0, 0.1, 0.7, 0.9999999999, 1}) {
      PrefetchQuery half =
          new SearchRequests(options(Map.of()))
              .fused(COLLECTION, hybrid("pear", least), false)
              .getPrefetch(0);

      float threshold = half.getScoreThreshold();
      assertThat((double) threshold).isLessThan(least);
      assertThat((double) Math.nextUp(threshold)).isGreaterThanOrEqualTo(least);
    }
  }

  private static HybridSearch hybrid(String text, @Nullable Double minSimilarity) {
    return new HybridSearch(
        nearest(1, 0).topK(200).sourceIds("a").build(),
        keywords(text).topK(200).sourceIds("a").build(),
        minSimilarity,
        60,
        3);
  }

  private static QueryPoints request(Map<String, ?> settings, VectorSearch search) {
    return new SearchRequests(options(settings)).entries(COLLECTION, search, false).orElseThrow();
  }

  private static QdrantOptions options(Map<String, ?> settings) {
    return QdrantOptions.of(new HashMap<>(settings));
  }

  private static TestSearch nearest(float... vector) {
    return new TestSearch(SPEC, vector, null);
  }

  private static TestSearch keywords(String text) {
    return new TestSearch(SPEC, null, text);
  }

  private static String capitalized(String name) {
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }
}
