package io.ragport.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers, vectors and modes of a query (QRY-2, QRY-8, QRY-12, QRY-13). */
@SuppressWarnings("NullAway") // null on purpose
class QueryArgumentsTest {
  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE, 10_001, Integer.MAX_VALUE})
  void topKOutOfRangeIsRefused(int topK) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QueryRequest.builder("text").topK(topK).build())
        .withMessage("topK: " + topK + " is not in 1 to 10000");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10_000})
  void topKAtTheEndsOfItsRangeIsTaken(int topK) {
    QueryBatchRequest request = QueryBatchRequest.builder(List.of()).topK(topK).build();

    assertThat(request.options().topK()).isEqualTo(topK);
  }

  @Test
  void topKIsFiveIfNeverSet() {
    QueryRequest request = QueryRequest.builder("text").build();

    assertThat(request.options().topK()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        -1.0000000000000002,
        1.0000000000000002,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
      })
  void minSimilarityOutOfRangeIsRefused(double minSimilarity) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QueryRequest.builder("text").minSimilarity(minSimilarity).build())
        .withMessage("minSimilarity: " + minSimilarity + " is not in -1.0 to 1.0");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, -0.0, 0, 1})
  void minSimilarityInItsRangeIsTaken(double minSimilarity) {
    QueryRequest request = QueryRequest.builder("text").minSimilarity(minSimilarity).build();

    assertThat(request.options().minSimilarity()).isEqualTo(minSimilarity);
  }

  @Test
  void minSimilarityIsRefusedWhereNoVectorsAreCompared() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> QueryRequest.builder("text").mode(QueryMode.KEYWORD).minSimilarity(0.5).build())
        .withMessageStartingWith("minSimilarity: given for a keyword query");
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
  void aVectorThatIsNotFiniteIsRefused(float component) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QueryRequest.builder(new float[] {1, component}))
        .withMessage("vector: component 1 is not finite");
  }

  @ParameterizedTest
  @MethodSource("vectorsWithoutDirection")
  void aVectorWithoutDirectionIsRefused(float[] vector) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QueryRequest.builder(vector).build())
        .withMessageStartingWith("vector: ");
  }

  static List<float[]> vectorsWithoutDirection() {
    return List.of(new float[] {}, new float[] {0}, new float[] {0, -0f, 0});
  }

  @Test
  void aMissingVectorIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QueryRequest.builder((float[]) null))
        .withMessageStartingWith("vector: null");
  }

  @Test
  void aVectorQueryTakesATextOrAVectorButNotBoth() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QueryRequest.builder("text").vector(new float[] {1}).build())
        .withMessage("query: a vector query takes either a text or a vector");
  }

  @Test
  void aVectorQueryWithNeitherIsRefused() {
    QueryOptions options = QueryRequest.builder("text").build().options();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new QueryRequest(null, null, options))
        .withMessage("query: a vector query takes either a text or a vector");
  }

  @ParameterizedTest
  @EnumSource(
      value = QueryMode.class,
      names = {"KEYWORD", "HYBRID"})
  void aQueryByWordsNeedsAText(QueryMode mode) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QueryRequest.builder(new float[] {1}).mode(mode).build())
        .withMessageStartingWith("query: a ");
  }

  @Test
  void aKeywordQueryTakesNoVector() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                QueryRequest.builder("text")
                    .mode(QueryMode.KEYWORD)
                    .vector(new float[] {1})
                    .build())
        .withMessage("query: a keyword query takes a text and no vector");
  }

  @Test
  void aHybridQueryTakesBoth() {
    QueryRequest request =
        QueryRequest.builder("text").mode(QueryMode.HYBRID).vector(new float[] {1}).build();

    assertThat(request.vector()).containsExactly(1);
  }

  @Test
  void aFilterThatIsTooDeepTogetherWithTheMatchIsRefusedWhenTheRequestIsBuilt() {
    MetadataFilter filter = MetadataFilter.exists("k");
    for (int depth = 1; depth < MetadataFilter.MAX_DEPTH; depth++) {
      filter = MetadataFilter.not(filter);
    }
    QueryRequest.Builder builder =
        QueryRequest.builder("text").filter(filter).match(Map.of("k", 1));

    assertThatIllegalArgumentException()
        .isThrownBy(builder::build)
        .withMessage("filter: nested deeper than 200 levels");
  }

  @Test
  void noCollectionMeansTheDefaultOne() {
    QueryRequest request = QueryRequest.builder("text").collectionName(null).build();

    assertThat(request.options().collectionName()).isEqualTo("default");
  }

  @Test
  void matchAndFilterHoldTogether() {
    QueryRequest request =
        QueryRequest.builder("text")
            .match(Map.of("a", 1))
            .filter(MetadataFilter.exists("b"))
            .build();

    assertThat(request.options().condition())
        .contains(MetadataFilter.and(MetadataFilter.eq("a", 1), MetadataFilter.exists("b")));
  }
}
