package io.ragport.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of collections (COL-1) and of sources (IDX-6). */
@SuppressWarnings("NullAway") // null on purpose
class NameArgumentsTest {
  private static final String LONG_NAME = "n".repeat(512);
  private static final String LONG_SOURCE = "s".repeat(1024);

  @ParameterizedTest
  @MethodSource("everyRequestWithEveryBadCollectionName")
  void aBadCollectionNameIsRefused(Consumer<@Nullable String> request, @Nullable String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> request.accept(name))
        .withMessageStartingWith("collectionName: ");
  }

  static Stream<Arguments> everyRequestWithEveryBadCollectionName() {
    return Stream.concat(
        collectionEntrances()
            .flatMap(entrance -> badNames(513).map(name -> arguments(entrance, name))),
        nonNullCollectionEntrances().map(entrance -> arguments(entrance, named("null", null))));
  }

  private static Stream<Named<Consumer<@Nullable String>>> collectionEntrances() {
    return Stream.concat(nonNullCollectionEntrances(), queries());
  }

  private static Stream<Named<Consumer<@Nullable String>>> queries() {
    return Stream.of(
        named("query", name -> QueryRequest.builder("text").collectionName(name).build()),
        named(
            "batch query",
            name -> QueryBatchRequest.builder(List.of()).collectionName(name).build()));
  }

  private static Stream<Named<Consumer<@Nullable String>>> nonNullCollectionEntrances() {
    return Stream.of(
        named("index", name -> IndexRequest.builder("text").collectionName(name).build()),
        named("index batch", name -> IndexBatchRequest.builder().collectionName(name).build()),
        named("replace", name -> ReplaceRequest.builder(name).sourceId("s").build()));
  }

  @ParameterizedTest
  @MethodSource("everyRequestWithEveryBadSourceId")
  void aBadSourceIdIsRefused(Consumer<@Nullable String> request, @Nullable String sourceId) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> request.accept(sourceId))
        .withMessageStartingWith("sourceId");
  }

  static Stream<Arguments> everyRequestWithEveryBadSourceId() {
    return Stream.concat(
        Stream.concat(sourceLists(), optionalSources())
            .flatMap(entrance -> badNames(1025).map(id -> arguments(entrance, id))),
        sourceLists().map(entrance -> arguments(entrance, named("null", null))));
  }

  private static Stream<Named<Consumer<@Nullable String>>> optionalSources() {
    return Stream.of(
        named("index", id -> IndexRequest.builder("text").sourceId(id).build()),
        named("item", id -> IndexItem.of("text").withSourceId(id)),
        named("selector", id -> ReplaceRequest.builder("c").sourceId(id).build()));
  }

  private static Stream<Named<Consumer<@Nullable String>>> sourceLists() {
    return Stream.of(
        named(
            "query",
            id -> QueryRequest.builder("text").sourceIds(Arrays.asList("fine", id)).build()),
        named(
            "batch query",
            id -> QueryBatchRequest.builder(List.of()).sourceIds(Arrays.asList(id)).build()),
        named(
            "index batch",
            id ->
                IndexBatchRequest.ofTexts(
                    List.of("a", "b"), List.of(Map.of(), Map.of()), Arrays.asList("fine", id))),
        named(
            "replace",
            id ->
                ReplaceRequest.builder("c")
                    .sourceId("s")
                    .texts(List.of("a"), List.of(Map.of()), Arrays.asList(id))));
  }

  private static Stream<Named<String>> badNames(int tooLong) {
    return Stream.of(
        named("empty", ""),
        named("too long", "x".repeat(tooLong)),
        named("U+0000", "a\u0000"),
        named("high surrogate", "a\ud800"),
        named("low surrogate", "\udc00a"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {" ", "a", "\ud83d\ude00", "\u0130stanbul", "../x", "a'b\"c", "DROP TABLE", "$"})
  void anyOtherNameIsTakenAsItIs(String name) {
    IndexRequest request = IndexRequest.builder("text").collectionName(name).sourceId(name).build();

    assertThat(request.collectionName()).isEqualTo(name);
    assertThat(request.item().sourceId()).isEqualTo(name);
  }

  @Test
  void theLongestNamesAreTaken() {
    IndexRequest request =
        IndexRequest.builder("text").collectionName(LONG_NAME).sourceId(LONG_SOURCE).build();

    assertThat(request.collectionName()).hasSize(512);
    assertThat(request.item().sourceId()).hasSize(1024);
  }

  @Test
  void theMessageTellsTheLengthAndTheRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> io.ragport.api.Arguments.collectionName(LONG_NAME + "x"))
        .withMessage("collectionName: 513 characters (1 to 512)");
  }

  @Test
  void theMessageTellsWhichSourceIdIsWrong() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> io.ragport.api.Arguments.sourceIds(List.of("a", "b", "")))
        .withMessage("sourceIds[2]: 0 characters (1 to 1024)");
  }

  @Test
  void missingSourceIdsAreNotAnEmptyList() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> io.ragport.api.Arguments.sourceIds(null))
        .withMessage("sourceIds: null (a list, possibly empty)");
  }
}
