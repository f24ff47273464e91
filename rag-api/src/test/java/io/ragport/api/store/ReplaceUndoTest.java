package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ragport.api.Capability;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.PartialWriteException;
import io.ragport.api.RagException;
import io.ragport.api.RagStoreException;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.StoreTimeoutException;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A replacement that fails leaves all the old entries and none of the new (REP-2). */
class ReplaceUndoTest {
  private static final RuntimeException FAILURE = new RagStoreException("memory", "failed", null);

  private final InMemoryVectorStore store =
      new InMemoryVectorStore().without(Capability.ATOMIC_REPLACE);
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);
  private List<VectorRecord> before = List.of();

  @BeforeEach
  void sixEntriesAreThere() {
    store.limitedTo(2, Long.MAX_VALUE);
    service.indexBatch(
        IndexBatchRequest.builder()
            .add(Services.item(1, "east", "a", Map.of("lang", "en")))
            .add(Services.item(2, "north", "a", Map.of("lang", "en")))
            .add(Services.item(3, "west", "a", Map.of("lang", "de")))
            .add(Services.item(4, "up", "a"))
            .add(Services.item(5, "3-4", "b", Map.of("lang", "en")))
            .add(Services.item(6, "4-3", "c"))
            .build());
    before = store.contents("default");
    store.forgetCalls();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aWriteThatFailsChangesNothing(int part) {
    store.failOn("upsert", part, FAILURE);

    assertFails(replacementOfA().build());
    assertThat(store.contents("default")).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aWriteThatFailsHalfwayChangesNothing(int part) {
    store.failHalfway("upsert", part, FAILURE);

    assertFails(replacementOfA().build());
    assertThat(store.contents("default")).isEqualTo(before);
  }

  @Test
  void aDeleteThatFailsChangesNothing() {
    store.failOn("delete", 1, FAILURE);

    assertFails(replacementOfA().build());
    assertThat(store.contents("default")).isEqualTo(before);
  }

  /** It may be carried out later: to take back the new entries might then leave neither. */
  @Test
  void aDeleteWithoutAnAnswerLeavesTheNewEntriesAndSaysSo() {
    store.failOn("delete", 1, new StoreTimeoutException("memory", "no answer", null));

    assertThatExceptionOfType(PartialWriteException.class)
        .isThrownBy(() -> service.replace(replacementOfA().build()))
        .withCauseInstanceOf(StoreTimeoutException.class)
        .satisfies(
            failure ->
                assertThat(store.contents("default"))
                    .containsAll(before)
                    .extracting(VectorRecord::id)
                    .containsAll(failure.written()));
  }

  @Test
  void aDeleteThatFailsHalfwayChangesNothing() {
    store.failHalfway("delete", 1, FAILURE);

    assertFails(replacementOfA().build());
    assertThat(store.contents("default")).isEqualTo(before);
  }

  @Test
  void aDeleteThatFailsHalfwayChangesNothingForAMatchEither() {
    store.failHalfway("delete", 1, FAILURE);

    assertFails(
        ReplaceRequest.builder("default")
            .match(Map.of("lang", "en"))
            .add(IndexItem.of("new"))
            .build());
    assertThat(store.contents("default")).isEqualTo(before);
  }

  @Test
  void aDeleteThatFailsHalfwayChangesNothingWhereTheMatchIsOnlyNarrowedDown() {
    store.supersetFor(filter -> true).failHalfway("delete", 1, FAILURE);

    assertFails(
        ReplaceRequest.builder("default")
            .match(Map.of("lang", "en"))
            .sourceId("c")
            .add(IndexItem.of("new"))
            .build());
    assertThat(store.contents("default")).isEqualTo(before);
  }

  @Test
  void overwrittenEntriesInsideAndOutsideTheSelectionAreRestored() {
    store.failHalfway("delete", 1, FAILURE);

    assertFails(
        replacementOfA()
            .add(Services.item(1, "inside"))
            .add(Services.item(6, "outside"))
            .add(Services.item(7, "new"))
            .build());
    assertThat(store.contents("default")).isEqualTo(before);
  }

  @Test
  void readingTheOldEntriesThatFailsChangesNothing() {
    store.failOn("scan", 1, FAILURE);

    assertFails(replacementOfA().build());
    assertThat(store.contents("default")).isEqualTo(before);
  }

  @Test
  void theNewEntriesAreThereBeforeTheOldOnesGo() {
    store.beforeNext(
        "delete", () -> assertThat(store.contents("default")).hasSize(before.size() + 3));

    service.replace(replacementOfA().build());

    assertThat(store.contents("default")).hasSize(2 + 3);
  }

  @Test
  void aCleanUpThatFailsIsAPartialWrite() {
    store.failOn("delete", 1, FAILURE);
    store.failOn("delete", 2, new RagStoreException("memory", "again", null));

    assertThatExceptionOfType(PartialWriteException.class)
        .isThrownBy(() -> service.replace(replacementOfA().build()))
        .withCause(FAILURE)
        .satisfies(failure -> assertThat(failure.written()).hasSize(3))
        .satisfies(failure -> assertThat(failure.notWritten()).isEmpty());
  }

  @Test
  void aTransactionThatFailsLeavesNothingToCleanUp() {
    InMemoryVectorStore transactional =
        new InMemoryVectorStore().without(Capability.ATOMIC_REPLACE);
    VectorStoreRagService other = Services.over(transactional, embedding);
    other.index("east");
    transactional.failOn("upsert", 1, FAILURE);
    transactional.failOn("delete", 1, new RagStoreException("memory", "again", null));

    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(() -> other.replace(replacementOfA().build()))
        .isSameAs(FAILURE);
    assertThat(transactional.calls()).doesNotContain("delete");
  }

  @Test
  void anAtomicReplaceThatFailsIsLeftToTheStore() {
    InMemoryVectorStore atomic = new InMemoryVectorStore();
    VectorStoreRagService other = Services.over(atomic, embedding);
    other.index("east");
    atomic.forgetCalls();
    atomic.failOn("replace", 1, FAILURE);

    assertThatExceptionOfType(RagException.class)
        .isThrownBy(() -> other.replace(replacementOfA().build()))
        .isSameAs(FAILURE);
    assertThat(atomic.calls()).containsExactly("findCollection", "replace");
  }

  private void assertFails(ReplaceRequest request) {
    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(() -> service.replace(request))
        .isSameAs(FAILURE);
  }

  private static ReplaceRequest.Builder replacementOfA() {
    return ReplaceRequest.builder("default")
        .sourceId("a")
        .add(IndexItem.of("new 1"))
        .add(IndexItem.of("new 2"))
        .add(IndexItem.of("new 3"));
  }
}
