package io.ragport.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parallel lists, repeated ids and selectors (IDX-3, IDX-4, REP-1). */
class BatchArgumentsTest {
  private static final UUID ID = new UUID(1, 2);

  @ParameterizedTest
  @CsvSource({"2, 3", "2, 1", "2, 0", "0, 1"})
  void metadataOfAnotherLengthIsRefused(int texts, int metadata) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IndexBatchRequest.ofTexts(texts(texts), metadata(metadata), null))
        .withMessage("metadata: " + metadata + " given for " + texts + " texts (one per text)");
  }

  @ParameterizedTest
  @CsvSource({"2, 3", "2, 1", "2, 0", "1, 0", "0, 1"})
  void sourceIdsOfAnotherLengthAreRefused(int texts, int sourceIds) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> IndexBatchRequest.ofTexts(texts(texts), metadata(texts), texts(sourceIds)))
        .withMessage(
            "sourceIds: "
                + sourceIds
                + " given for "
                + texts
                + " texts (one per text, or null for \"default\")");
  }

  @Test
  void replaceChecksTheLengthsToo() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> ReplaceRequest.builder("c").sourceId("s").texts(texts(2), metadata(1), null))
        .withMessageStartingWith("metadata: 1 given for 2 texts");
  }

  @Test
  void replaceTakesAnEmptyListOfSourceIdsForALengthErrorToo() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> ReplaceRequest.builder("c").sourceId("s").texts(texts(1), metadata(1), List.of()))
        .withMessageStartingWith("sourceIds: 0 given for 1 texts");
  }

  @Test
  void noTextsWithEmptyListsAreAnEmptyBatch() {
    IndexBatchRequest request = IndexBatchRequest.ofTexts(List.of(), List.of(), List.of()).build();

    assertThat(request.items()).isEmpty();
  }

  @Test
  void parallelListsBecomeItemsInOrder() {
    IndexBatchRequest request =
        IndexBatchRequest.ofTexts(
                List.of("a", "b"), List.of(Map.of("n", 1), Map.of()), List.of("s", "t"))
            .build();

    assertThat(request.items())
        .containsExactly(
            IndexItem.of("a", Map.of("n", 1)).withSourceId("s"),
            IndexItem.of("b").withSourceId("t"));
  }

  @Test
  void noMetadataForOneOfTheTextsIsEmptyMetadata() {
    List<@Nullable Map<String, Object>> metadata = Collections.singletonList(null);

    IndexBatchRequest request = IndexBatchRequest.ofTexts(List.of("a"), metadata, null).build();

    assertThat(request.items()).containsExactly(IndexItem.of("a"));
  }

  @Test
  void aBatchNamesTheItemWhoseMetadataIsWrong() {
    List<Map<String, Object>> metadata = List.of(Map.of(), Map.of("k", Double.NaN));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> IndexBatchRequest.ofTexts(texts(2), metadata, null))
        .withMessage("metadata[1].k: NaN (a finite number)");
  }

  @Test
  void anIdTwiceInABatchIsRefused() {
    IndexBatchRequest.Builder batch =
        IndexBatchRequest.builder()
            .add(IndexItem.of("a").withId(ID))
            .add(IndexItem.of("b"))
            .add(IndexItem.of("c").withId(ID));

    assertThatIllegalArgumentException()
        .isThrownBy(batch::build)
        .withMessage("items: id " + ID + " appears twice (each id once per batch)");
  }

  @Test
  void anIdTwiceInAReplacementIsRefused() {
    ReplaceRequest.Builder replacement =
        ReplaceRequest.builder("c")
            .sourceId("s")
            .addAll(List.of(IndexItem.of("a").withId(ID), IndexItem.of("b").withId(ID)));

    assertThatIllegalArgumentException()
        .isThrownBy(replacement::build)
        .withMessageContaining("appears twice");
  }

  @Test
  void itemsWithoutIdsDoNotCountAsRepeated() {
    IndexBatchRequest request =
        IndexBatchRequest.builder().add(IndexItem.of("a")).add(IndexItem.of("a")).build();

    assertThat(request.items()).hasSize(2);
  }

  @Test
  void aReplacementWithoutASelectorIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReplaceRequest.builder("c").add(IndexItem.of("a")).build())
        .withMessage("selector: neither match nor sourceId given (one or both)");
  }

  @Test
  void aReplacementTakesBothSelectors() {
    ReplaceRequest request =
        ReplaceRequest.builder("c").match(Map.of("k", 1)).sourceId("s").build();

    assertThat(request.match()).isEqualTo(Map.of("k", 1L));
    assertThat(request.sourceId()).isEqualTo("s");
  }

  @Test
  void defaultsAreFilledIn() {
    IndexRequest request = IndexRequest.builder("text").build();

    assertThat(request.collectionName()).isEqualTo("default");
    assertThat(request.item()).isEqualTo(new IndexItem("text", Map.of(), null, null));
    assertThat(request.listener()).isNull();
  }

  private static List<String> texts(int count) {
    return IntStream.range(0, count).mapToObj(i -> "t" + i).toList();
  }

  private static List<Map<String, Object>> metadata(int count) {
    return Collections.nCopies(count, Map.of());
  }
}
