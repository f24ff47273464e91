package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Named.named;

import io.ragport.api.IndexBatchRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Deleting by id, by source and by metadata (DEL-1 to DEL-5). */
class DeleteTest {
  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final VectorStoreRagService service = Services.over(store, new RecordingEmbedding());

  @BeforeEach
  void twoCollectionsShareTheirIds() {
    for (String collection : List.of("one", "two")) {
      service.indexBatch(
          IndexBatchRequest.builder()
              .collectionName(collection)
              .add(Services.item(1, "east", "a", Map.of("lang", "en", "n", 1)))
              .add(Services.item(2, "north", "b", Map.of("lang", "en", "n", 2)))
              .add(Services.item(3, "west", "c", Map.of("lang", "de", "n", 1, "flag", true)))
              .build());
    }
    store.forgetCalls();
  }

  @Test
  void oneEntryIsDeleted() {
    service.delete(Services.id(2), "one");

    assertThat(left("one")).containsExactly(1L, 3L);
    assertThat(left("two")).containsExactly(1L, 2L, 3L);
  }

  @Test
  void anUnknownIdIsNoError() {
    service.delete(Services.id(99), "one");

    assertThat(left("one")).containsExactly(1L, 2L, 3L);
  }

  @Test
  void withoutACollectionEveryOneIsSearched() {
    service.delete(Services.id(2), null);

    assertThat(left("one")).containsExactly(1L, 3L);
    assertThat(left("two")).containsExactly(1L, 3L);
  }

  @Test
  void manyAreDeletedAndNoOthers() {
    service.deleteMany(List.of(Services.id(1), Services.id(3), Services.id(99)), "one");

    assertThat(left("one")).containsExactly(2L);
    assertThat(left("two")).containsExactly(1L, 2L, 3L);
  }

  @Test
  void manyAreDeletedFromEveryCollectionWithoutOne() {
    service.deleteMany(List.of(Services.id(1), Services.id(3)), null);

    assertThat(left("one")).containsExactly(2L);
    assertThat(left("two")).containsExactly(2L);
  }

  @Test
  void noIdsAreNoOperation() {
    service.deleteMany(List.of(), "one");
    service.deleteMany(List.of(), null);

    assertThat(store.calls()).isEmpty();
  }

  @Test
  void seventyThousandIdsWork() {
    List<UUID> ids = new ArrayList<>();
    for (int i = 3; i < 70_003; i++) {
      ids.add(Services.id(i));
    }

    service.deleteMany(ids, "one");

    assertThat(left("one")).containsExactly(1L, 2L);
  }

  @Test
  void oneSourceIsDeleted() {
    service.deleteBySourceId("one", "b");

    assertThat(left("one")).containsExactly(1L, 3L);
    assertThat(left("two")).containsExactly(1L, 2L, 3L);
  }

  @Test
  void severalSourcesAreDeletedAndUnknownOnesAreNoError() {
    service.deleteBySourceId("one", List.of("a", "unknown", "c"));

    assertThat(left("one")).containsExactly(2L);
  }

  @Test
  void noSourcesDeleteNothing() {
    service.deleteBySourceId("one", List.of());

    assertThat(store.calls()).isEmpty();
    assertThat(left("one")).containsExactly(1L, 2L, 3L);
  }

  @ParameterizedTest
  @MethodSource("matches")
  void aMatchDeletesExactlyWhatAQueryFinds(Map<String, Object> match) {
    List<Long> found =
        Services.ids(
            service.query(QueryRequest.builder("east").collectionName("one").match(match).build()));

    service.deleteByMetadata("one", match);

    List<Long> others = new ArrayList<>(List.of(1L, 2L, 3L));
    others.removeAll(found);
    assertThat(left("one")).isEqualTo(others);
    assertThat(left("two")).hasSize(3);
  }

  static Stream<Named<Map<String, Object>>> matches() {
    return Stream.of(
        named("a string", Map.of("lang", "en")),
        named("two keys", Map.of("lang", "en", "n", 2)),
        named("a whole number", Map.of("n", 1)),
        named("the same as a fraction", Map.of("n", 1.0)),
        named("a boolean", Map.of("flag", true)),
        named("another boolean", Map.of("flag", false)),
        named("a string for a number", Map.of("n", "1")),
        named("a boolean for a number", Map.of("n", true)),
        named("an unknown key", Map.of("x", 1)));
  }

  @Test
  void everyOpenServiceKeepsWorkingAfterEverythingIsDeleted() {
    VectorStoreRagService other = Services.over(store, new RecordingEmbedding());

    service.deleteBySourceId("one", List.of("a", "b", "c"));

    assertThat(other.countEntries("one")).isZero();
    assertThatCode(
            () ->
                other.indexBatch(
                    IndexBatchRequest.builder()
                        .collectionName("one")
                        .add(Services.item(1, "east"))
                        .build()))
        .doesNotThrowAnyException();
    assertThat(left("one")).containsExactly(1L);
  }

  private List<Long> left(String collection) {
    return store.contents(collection).stream()
        .map(entry -> entry.id().getLeastSignificantBits())
        .toList();
  }
}
