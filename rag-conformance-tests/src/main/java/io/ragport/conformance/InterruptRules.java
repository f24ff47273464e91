package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.IndexItem;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.RagException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** CON-4: interrupted calls end, and the thread stays interrupted. */
abstract class InterruptRules extends Rules {
  private static final long END_MILLIS = 30_000;

  InterruptRules(Backend backend) {
    super(backend);
  }

  @BeforeEach
  void indexOneText() {
    index("there before", "before");
  }

  @Rule("CON-4")
  @Test
  void aCallOfAnInterruptedThreadEndsWithTheFlagSet() throws Exception {
    Map<String, Runnable> calls = new LinkedHashMap<>();
    calls.put("query", () -> query(theQuery()));
    calls.put(
        "queryBatch",
        () ->
            service.queryBatch(
                QueryBatchRequest.builder(List.of("one", "two")).collectionName(DOCS).build()));
    calls.put("index", () -> index("a text"));
    calls.put("indexBatch", () -> indexAll(List.of(IndexItem.of("b"), IndexItem.of("c"))));
    calls.put("delete", () -> service.delete(new UUID(0x4000, Long.MIN_VALUE), DOCS));
    calls.put("deleteBySourceId", () -> service.deleteBySourceId(DOCS, "nobody"));

    for (Map.Entry<String, Runnable> call : calls.entrySet()) {
      Outcome outcome =
          inThread(
              () -> {
                Thread.currentThread().interrupt();
                call.getValue().run();
              });
      outcome.thread().join(END_MILLIS);

      assertEnded(call.getKey(), outcome);
      assertWorksOn("after an interrupted " + call.getKey());
    }
  }

  @Rule("CON-4")
  @Test
  void anInterruptEndsACallThatWaitsForTheEmbedder() throws Exception {
    Map<String, Runnable> calls = new LinkedHashMap<>();
    calls.put("query", () -> query(theQuery()));
    calls.put("index", () -> index("interrupted"));

    for (Map.Entry<String, Runnable> call : calls.entrySet()) {
      CountDownLatch reached = new CountDownLatch(1);
      embedding.answering(texts -> waitForInterrupt(reached));
      interruptOnce(reached, call.getKey(), call.getValue());
    }
    embedding.recover();
    assertThat(contents(everything(DOCS))).containsExactly("there before");
    assertWorksOn("afterwards");
  }

  @Rule("CON-4")
  @Needs(means = Means.STORE)
  @Test
  void anInterruptEndsACallThatWaitsForTheStore() throws Exception {
    FailingStore store = new FailingStore(openStore());
    service = keep(store.service(embedding));
    Map<String, Runnable> calls = new LinkedHashMap<>();
    calls.put("query", () -> query(theQuery()));
    calls.put("index", () -> index("interrupted"));

    for (Map.Entry<String, Runnable> call : calls.entrySet()) {
      CountDownLatch reached = new CountDownLatch(1);
      store.blockNextCall(reached);
      interruptOnce(reached, call.getKey(), call.getValue());
      assertThat(contents(everything(DOCS))).as(call.getKey()).containsExactly("there before");
      assertWorksOn("after an interrupted " + call.getKey());
    }
  }

  /** Interrupts a call that waits: it ends with an error of ours and the flag set. */
  private static void interruptOnce(CountDownLatch reached, String name, Runnable call)
      throws InterruptedException {
    Outcome outcome = inThread(call);
    assertThat(reached.await(END_MILLIS, TimeUnit.MILLISECONDS))
        .as(name + " got as far as where it is to wait; it failed with " + outcome.failure().get())
        .isTrue();
    outcome.thread().interrupt();
    outcome.thread().join(END_MILLIS);

    assertEnded(name, outcome);
    assertThat(outcome.failure().get()).as(name).isInstanceOf(RagException.class);
  }

  /** The interrupt meets a call wherever it happens to be. */
  @Rule("CON-4")
  @Test
  void anInterruptAtAnyMomentLeavesTheServiceWorking() throws Exception {
    for (int i = 0; i < 20; i++) {
      String text = "text " + i;
      CountDownLatch started = new CountDownLatch(1);
      Outcome outcome =
          inThread(
              () -> {
                started.countDown();
                index(text);
                query(theQuery());
              });
      assertThat(started.await(END_MILLIS, TimeUnit.MILLISECONDS)).as("started: " + text).isTrue();
      outcome.thread().interrupt();
      outcome.thread().join(END_MILLIS);

      assertThat(outcome.thread().isAlive()).as("still running: " + text).isFalse();
      assertExpected(text, outcome.failure().get());
    }
    assertWorksOn("afterwards");
  }

  /** An embedder as it should be: it stops waiting and sets the flag again. */
  private static float[][] waitForInterrupt(CountDownLatch reached) {
    reached.countDown();
    try {
      boolean over = new CountDownLatch(1).await(2 * END_MILLIS, TimeUnit.MILLISECONDS);
      throw new AssertionError("nobody interrupted the embedder: " + over);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private void assertWorksOn(String when) {
    String text = embedding.textAt(0.9);
    index(text);
    assertThat(contents(query(theQuery().topK(1)))).as(when).containsExactly(text);
    service.deleteBySourceId(DOCS, "default");
    assertThat(contents(everything(DOCS))).as(when).containsExactly("there before");
  }

  private static void assertEnded(String call, Outcome outcome) {
    assertThat(outcome.thread().isAlive()).as(call + " still running").isFalse();
    assertThat(outcome.interrupted()).as(call + ": interrupt flag afterwards").isTrue();
    assertExpected(call, outcome.failure().get());
  }

  private static void assertExpected(String call, @Nullable Throwable failure) {
    if (failure != null) {
      assertThat(failure).as(call).isInstanceOf(RagException.class);
    }
  }

  private static Outcome inThread(Runnable call) {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread thread =
        new Thread(
            () -> {
              try {
                call.run();
              } catch (RuntimeException | Error e) {
                failure.set(e);
              } finally {
                interrupted.set(Thread.currentThread().isInterrupted());
              }
            },
            "conformance-interrupted");
    thread.setDaemon(true); // one that hangs fails its test, not the run
    thread.start();
    return new Outcome(thread, failure, interrupted);
  }

  /** How a call in a thread of its own ended, to be looked at once the thread has. */
  private record Outcome(
      Thread thread, AtomicReference<@Nullable Throwable> failure, AtomicBoolean interrupted) {}
}
