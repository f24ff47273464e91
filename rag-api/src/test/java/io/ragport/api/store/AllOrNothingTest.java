package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ragport.api.BackendUnavailableException;
import io.ragport.api.EmbeddingException;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.PartialWriteException;
import io.ragport.api.RagException;
import io.ragport.api.RagStoreException;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A batch is stored whole or not at all (IDX-8). */
class AllOrNothingTest {
  private static final RuntimeException FULL = new RagStoreException("memory", "disk full", null);
  private static final RuntimeException DOWN = new RagStoreException("memory", "down", null);

  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);

  @Test
  void aFailingEmbedderLeavesTheStoreUntouched() {
    embedding.limitedTo(10, 10_000).failing(new IllegalStateException("down"));

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(() -> service.indexBatch(batch(25)));
    assertThat(store.calls()).containsExactly("findCollection");
  }

  @Test
  void anEmbedderThatFailsLaterLeavesTheStoreUntouchedToo() {
    embedding
        .limitedTo(10, 10_000)
        .answering(
            texts -> {
              if (texts.contains("text 15")) {
                throw new IllegalStateException("down");
              }
              return texts.stream().map(embedding::vectorOf).toArray(float[][]::new);
            });

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(() -> service.indexBatch(batch(25)));
    assertThat(embedding.batchSizes()).containsExactly(10, 10);
    assertThat(store.calls()).containsExactly("findCollection");
  }

  @Test
  void aStoreWithTransactionsIsNotCleanedUp() {
    service.indexBatch(batch(3));
    store.forgetCalls();
    store.failOn("upsert", 1, FULL);

    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(() -> service.indexBatch(batch(3)))
        .isSameAs(FULL);
    assertThat(store.calls()).containsExactly("findCollection", "fetch 3", "upsert 3");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aPartThatFailsTakesTheEarlierOnesWithIt(int part) {
    store.limitedTo(10, Long.MAX_VALUE).failOn("upsert", part, FULL);

    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(() -> service.indexBatch(batch(25)))
        .isSameAs(FULL);
    assertThat(store.contents("default")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aPartThatFailsHalfwayIsTakenBackToo(int part) {
    store.limitedTo(10, Long.MAX_VALUE).failHalfway("upsert", part, FULL);

    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(() -> service.indexBatch(batch(25)));
    assertThat(store.contents("default")).isEmpty();
  }

  @Test
  void theServiceWorksAfterAFailure() {
    store.limitedTo(10, Long.MAX_VALUE).failOn("upsert", 2, FULL);
    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(() -> service.indexBatch(batch(25)));

    assertThatCode(() -> service.indexBatch(batch(25))).doesNotThrowAnyException();
    assertThat(store.contents("default")).hasSize(25);
  }

  @Test
  void otherEntriesAreLeftAlone() {
    store.limitedTo(10, Long.MAX_VALUE);
    service.indexBatch(IndexBatchRequest.builder().add(Services.item(99, "east")).build());
    List<VectorRecord> before = store.contents("default");
    store.failHalfway("upsert", 2, FULL);

    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(() -> service.indexBatch(batch(25)));
    assertThat(store.contents("default")).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void overwrittenEntriesAreRestored(int part) {
    store.limitedTo(10, Long.MAX_VALUE);
    service.indexBatch(
        IndexBatchRequest.builder()
            .add(Services.item(3, "east", "old source", Map.of("old", 1)))
            .add(Services.item(25, "north"))
            .build());
    List<VectorRecord> before = store.contents("default");
    store.failHalfway("upsert", part, FULL);

    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(() -> service.indexBatch(batch(25)));
    assertThat(store.contents("default")).isEqualTo(before);
  }

  @Test
  void restoringKeepsToTheLimitsOfTheStore() {
    store.limitedTo(10, Long.MAX_VALUE);
    service.indexBatch(batch(25));
    List<VectorRecord> before = store.contents("default");
    store.failOn("upsert", 3, FULL);

    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(() -> service.indexBatch(batch(25)));
    assertThat(store.contents("default")).isEqualTo(before);
  }

  @Test
  void aFailedCleanUpIsAPartialWriteThatNamesTheIds() {
    store.limitedTo(10, Long.MAX_VALUE).failOn("upsert", 2, FULL);
    store.failOn("delete", 1, DOWN);

    assertThatExceptionOfType(PartialWriteException.class)
        .isThrownBy(() -> service.indexBatch(batch(25)))
        .withMessage(
            "memory: the batch is stored in part: 20 written, 5 not"
                + " (delete or repeat the ids in written())")
        .satisfies(
            failure -> {
              assertThat(failure.written()).hasSize(20).startsWith(Services.id(1));
              assertThat(failure.notWritten())
                  .containsExactly(
                      Services.id(21),
                      Services.id(22),
                      Services.id(23),
                      Services.id(24),
                      Services.id(25));
            })
        .withCause(FULL)
        .satisfies(failure -> assertThat(FULL.getSuppressed()).contains(DOWN));
  }

  @Test
  void aPartialWriteNamesEveryIdThatIsInTheStore() {
    store
        .limitedTo(10, Long.MAX_VALUE)
        .failHalfway("upsert", 2, new RagStoreException("m", "x", null));
    store.failHalfway("delete", 1, new RagStoreException("m", "y", null));

    assertThatExceptionOfType(PartialWriteException.class)
        .isThrownBy(() -> service.indexBatch(batch(25)))
        .satisfies(
            failure ->
                assertThat(failure.written())
                    .containsAll(
                        store.contents("default").stream().map(VectorRecord::id).toList()));
  }

  @Test
  void aFailedRestoreIsAPartialWriteToo() {
    store.limitedTo(10, Long.MAX_VALUE);
    service.indexBatch(batch(5));
    store.failOn("upsert", 2, new RagStoreException("m", "x", null));
    store.failOn("upsert", 3, new RagStoreException("m", "y", null));

    assertThatExceptionOfType(PartialWriteException.class)
        .isThrownBy(() -> service.indexBatch(batch(15)))
        .satisfies(failure -> assertThat(failure.written()).hasSize(15))
        .satisfies(failure -> assertThat(failure.notWritten()).isEmpty());
  }

  @Test
  void aFailedRestoreLosesNoEntryThatWasThereBefore() {
    store.limitedTo(10, Long.MAX_VALUE);
    service.indexBatch(batch(5));
    store.failOn("upsert", 2, new RagStoreException("m", "x", null));
    store.failOn("upsert", 3, new RagStoreException("m", "y", null));

    assertThatExceptionOfType(PartialWriteException.class)
        .isThrownBy(() -> service.indexBatch(batch(15)));
    assertThat(store.contents("default"))
        .extracting(VectorRecord::id)
        .containsExactlyElementsOf(batch(5).items().stream().map(item -> item.id()).toList());
  }

  @Test
  void aForeignExceptionOfTheStoreIsTakenBackAndTranslated() {
    UnsupportedOperationException driver = new UnsupportedOperationException("driver");
    store.limitedTo(10, Long.MAX_VALUE).failOn("upsert", 2, driver);

    assertThatExceptionOfType(RagException.class)
        .isThrownBy(() -> service.indexBatch(batch(25)))
        .withCause(driver);
    assertThat(store.contents("default")).isEmpty();
  }

  @Test
  void anInterruptDoesNotReachTheCleanUpAndStaysSet() {
    AtomicBoolean reached = new AtomicBoolean();
    store.limitedTo(10, Long.MAX_VALUE).failOn("upsert", 2, FULL);
    store.beforeNext("upsert", () -> Thread.currentThread().interrupt());
    store.beforeNext("delete", () -> reached.set(Thread.currentThread().isInterrupted()));

    Throwable failure = catchThrowable(() -> service.indexBatch(batch(25)));
    boolean interrupted = Thread.interrupted();

    assertThat(failure).isSameAs(FULL);
    assertThat(interrupted).as("interrupted after the call").isTrue();
    assertThat(reached).as("interrupted during the clean-up").isFalse();
    assertThat(store.contents("default")).isEmpty();
  }

  @Test
  void aFailureBeforeTheFirstWriteLeavesNothing() {
    store.failOn("createCollection", 1, new BackendUnavailableException("m", "e", "down", null));

    assertThatExceptionOfType(BackendUnavailableException.class)
        .isThrownBy(() -> service.indexBatch(batch(2)));
    assertThat(store.has("default")).isFalse();
  }

  private static IndexBatchRequest batch(int size) {
    return IndexBatchRequest.builder().addAll(Services.items(size)).build();
  }
}
