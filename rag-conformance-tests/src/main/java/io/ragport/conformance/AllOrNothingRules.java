package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.BaseRagService;
import io.ragport.api.EmbeddingException;
import io.ragport.api.EntryIds;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.PartialWriteException;
import io.ragport.api.RagException;
import io.ragport.api.RagServiceResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** IDX-8: a batch is there as a whole or not at all, whatever fails. */
abstract class AllOrNothingRules extends Rules {
  private static final int SIZE = 100;

  AllOrNothingRules(Backend backend) {
    super(backend);
  }

  // The embedder fails

  @Rule("IDX-8")
  @Test
  void anEmbedderThatFailsAtTheLastTextLeavesNothing() {
    embedding
        .limitedTo(10, Integer.MAX_VALUE)
        .failingAt("new " + (SIZE - 1), new IllegalStateException("made by the suite"));

    assertThatThrownBy(() -> service.indexBatch(batch())).isInstanceOf(EmbeddingException.class);
    embedding.recover();
    assertThat(everything(DOCS)).isEmpty();
  }

  @Rule("IDX-8")
  @Test
  void anEmbedderThatFailsAtTheLastTextLeavesTheOldEntriesAsTheyWere() {
    List<RagServiceResult> before = indexOldEntries();
    embedding
        .limitedTo(10, Integer.MAX_VALUE)
        .failingAt("new " + (SIZE - 1), new IllegalStateException("made by the suite"));

    assertThatThrownBy(() -> service.indexBatch(batch())).isInstanceOf(EmbeddingException.class);
    embedding.recover();
    assertContents(before);
  }

  // The store fails

  @Rule("IDX-8")
  @Needs(means = Means.STORE)
  @ParameterizedTest
  @ValueSource(ints = {0, 2, 9})
  void aStoreThatFailsAfterSomePartsLeavesNothing(int parts) {
    BaseRagService failing =
        openOver(store -> new FailingStore(store, smallLimits()).failUpsertOnceAfter(parts));

    assertThatThrownBy(() -> failing.indexBatch(batch())).isInstanceOf(RagException.class);
    assertThat(everything(DOCS)).isEmpty();
  }

  @Rule("IDX-8")
  @Needs(means = Means.STORE)
  @ParameterizedTest
  @ValueSource(ints = {0, 2, 9})
  void aStoreThatFailsAfterSomePartsLeavesTheOldEntriesAsTheyWere(int parts) {
    List<RagServiceResult> before = indexOldEntries();
    BaseRagService failing =
        openOver(store -> new FailingStore(store, smallLimits()).failUpsertOnceAfter(parts));

    assertThatThrownBy(() -> failing.indexBatch(batch())).isInstanceOf(RagException.class);
    assertContents(before);
  }

  @Rule("IDX-8")
  @Needs(means = Means.STORE)
  @Test
  void aServiceWorksOnAfterAFailure() {
    BaseRagService failing =
        openOver(store -> new FailingStore(store, smallLimits()).failUpsertOnceAfter(2));
    assertThatThrownBy(() -> failing.indexBatch(batch())).isInstanceOf(RagException.class);

    failing.indexBatch(batch());

    assertThat(everything(DOCS)).hasSize(SIZE);
  }

  @Rule("IDX-8")
  @Needs(means = Means.STORE)
  @Test
  void aFailedCleanUpNamesTheIdsWrittenAndNotWritten() {
    BaseRagService failing =
        openOver(
            store ->
                new FailingStore(store, smallLimits()).failUpsertsAfter(2).failDeletesAfter(0));

    assertThatExceptionOfType(PartialWriteException.class)
        .isThrownBy(() -> failing.indexBatch(batch()))
        .satisfies(
            failure -> {
              assertThat(failure.written())
                  .as("written, or may be: two parts and the one that failed")
                  .isEqualTo(batchIds().subList(0, 30));
              assertThat(failure.notWritten())
                  .as("not written")
                  .isEqualTo(batchIds().subList(30, SIZE));
            });
    assertThat(ids(everything(DOCS)))
        .as("in the store")
        .containsExactlyInAnyOrderElementsOf(batchIds().subList(0, 20));
  }

  @Rule("IDX-8")
  @Needs(means = Means.STORE)
  @Test
  void aFailedRestoreOfOldEntriesIsAPartialWriteToo() {
    indexOldEntries();
    BaseRagService failing =
        openOver(store -> new FailingStore(store, smallLimits()).failUpsertsAfter(2));

    assertThatExceptionOfType(PartialWriteException.class)
        .isThrownBy(() -> failing.indexBatch(batch()))
        .satisfies(
            failure -> {
              assertThat(failure.written()).as("written").containsAll(batchIds().subList(0, 20));
              assertThat(failure.notWritten())
                  .as("not written")
                  .isEqualTo(batchIds().subList(30, SIZE));
            });
  }

  // The thread is interrupted

  @Rule("IDX-8")
  @Test
  void anInterruptWhileEmbeddingLeavesAllOrNothing() throws InterruptedException {
    List<RagServiceResult> before = indexOldEntries();
    embedding.answering(
        texts -> {
          Thread.currentThread().interrupt();
          return texts.stream().map(embedding::vectorOf).toArray(float[][]::new);
        });

    Throwable failure = inAnotherThread(() -> service.indexBatch(batch()), thread -> {});

    embedding.recover();
    assertAllOrNothing(failure, before);
  }

  @Rule("IDX-8")
  @Test
  void anInterruptByAnotherThreadLeavesAllOrNothing() throws InterruptedException {
    List<RagServiceResult> before = indexOldEntries();
    CountDownLatch embedded = new CountDownLatch(1);
    embedding.answering(
        texts -> {
          embedded.countDown();
          return texts.stream().map(embedding::vectorOf).toArray(float[][]::new);
        });

    Throwable failure =
        inAnotherThread(
            () -> service.indexBatch(batch()),
            thread -> {
              await(embedded);
              thread.interrupt();
            });

    embedding.recover();
    assertAllOrNothing(failure, before);
  }

  @Rule("IDX-8")
  @Needs(means = Means.STORE)
  @ParameterizedTest
  @ValueSource(ints = {0, 2, 9})
  void anInterruptAfterSomePartsLeavesNothingOfTheBatch(int parts) throws InterruptedException {
    List<RagServiceResult> before = indexOldEntries();
    BaseRagService failing =
        openOver(store -> new FailingStore(store, smallLimits()).interruptUpsertAfter(parts));

    Throwable failure = inAnotherThread(() -> failing.indexBatch(batch()), thread -> {});

    assertThat(failure).as("what the interrupted call threw").isNotNull();
    assertAllOrNothing(failure, before);
  }

  /** Runs the call in a thread that something may be done to meanwhile; what the call threw. */
  private static @Nullable Throwable inAnotherThread(Runnable call, Consumer<Thread> meanwhile)
      throws InterruptedException {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Thread thread = new Thread(() -> failure.set(catchThrowable(call::run)), "indexing");
    thread.start();
    meanwhile.accept(thread);
    thread.join(TimeUnit.MINUTES.toMillis(1));
    assertThat(thread.isAlive()).as("still running after a minute").isFalse();
    return failure.get();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).as("the embedder was called").isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private void assertAllOrNothing(@Nullable Throwable failure, List<RagServiceResult> before) {
    if (failure == null) {
      assertThat(ids(everything(DOCS))).as("all").containsAll(batchIds());
      assertThat(contents(everything(DOCS))).as("all").contains("new 7", "new 57");
    } else {
      assertThat(failure)
          .isInstanceOf(RagException.class)
          .isNotInstanceOf(PartialWriteException.class);
      assertContents(before);
    }
  }

  /** Entries with some of the batch's ids, and one that the batch does not touch. */
  private List<RagServiceResult> indexOldEntries() {
    List<IndexItem> items = new ArrayList<>();
    for (int i : new int[] {7, 15, 57, SIZE + 1}) {
      items.add(
          IndexItem.of(embedding.textAt(i / 200.0), Map.of("old", "yes"))
              .withSourceId("old source")
              .withId(batchId(i)));
    }
    indexAll(items);
    return everything(DOCS);
  }

  private void assertContents(List<RagServiceResult> before) {
    List<RagServiceResult> after = sorted(everything(DOCS));
    List<RagServiceResult> wanted = sorted(before);
    assertThat(after)
        .extracting(Rules::entryOf)
        .isEqualTo(wanted.stream().map(Rules::entryOf).toList());
    for (int i = 0; i < wanted.size(); i++) {
      assertThat(after.get(i).score())
          .as("similarity, which tells the vector, of " + after.get(i).id())
          .isCloseTo(wanted.get(i).score(), within(1e-4));
    }
  }

  private static List<RagServiceResult> sorted(List<RagServiceResult> results) {
    return results.stream()
        .sorted(Comparator.comparing(RagServiceResult::id, EntryIds.ORDER))
        .toList();
  }

  private static IndexBatchRequest batch() {
    return IndexBatchRequest.builder()
        .collectionName(DOCS)
        .addAll(
            IntStream.range(0, SIZE)
                .mapToObj(i -> IndexItem.of("new " + i).withId(batchId(i)))
                .toList())
        .build();
  }

  private static List<UUID> batchIds() {
    return IntStream.range(0, SIZE).mapToObj(AllOrNothingRules::batchId).toList();
  }

  private static UUID batchId(int number) {
    return new UUID(0x4000, number);
  }
}
