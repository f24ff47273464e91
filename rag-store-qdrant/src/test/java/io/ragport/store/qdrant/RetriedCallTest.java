package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.grpc.Status.Code;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagException;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.Retries;
import io.ragport.testing.InThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Which failures are repeated (ERR-3), and what interrupts and closing do to calls (CON-4). */
class RetriedCallTest {
  private static final Status WITHOUT_SHARDS =
      Status.INTERNAL.withDescription("Service internal error: 0 of 0 read operations failed");

  private final FakeServer server = FakeServer.start().names(List.of("a", "b"));
  private final List<Duration> pauses = new ArrayList<>();

  @AfterEach
  void close() {
    server.close();
  }

  private QdrantNodes open(Retries retries) {
    return new QdrantNodes(
        server.options(Map.of()), new QdrantNodes.Setup(retries, Duration.ofSeconds(5)));
  }

  private QdrantNodes open(int max) {
    return open(new Retries(max, pauses::add, () -> 0));
  }

  @ParameterizedTest
  @EnumSource(names = {"UNAVAILABLE", "RESOURCE_EXHAUSTED", "ABORTED"})
  void whatMayPassIsRepeatedAfterAPause(Code code) {
    server.failing(code.toStatus(), code.toStatus());

    try (QdrantNodes nodes = open(2)) {
      assertThat(Listing.names(nodes)).containsExactly("a", "b");
    }

    assertThat(pauses).containsExactly(Duration.ofMillis(10), Duration.ofMillis(20));
  }

  @Test
  void aCollectionThatIsBeingCreatedIsWaitedFor() {
    server.failing(Collections.nCopies(8, WITHOUT_SHARDS).toArray(new Status[0]));

    try (QdrantNodes nodes = open(1)) {
      assertThat(Listing.names(nodes)).containsExactly("a", "b");
    }

    assertThat(server.listed()).isEqualTo(9);
  }

  @Test
  void aCollectionThatStaysWithoutShardsIsUnavailable() {
    server.failing(Collections.nCopies(50, WITHOUT_SHARDS).toArray(new Status[0]));

    try (QdrantNodes nodes = new QdrantNodes(server.options(Map.of("connectTimeout", "100ms")))) {
      assertThatThrownBy(() -> Listing.names(nodes))
          .isInstanceOf(BackendUnavailableException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"UNAVAILABLE", "RESOURCE_EXHAUSTED", "ABORTED"})
  void repeatingHasAnEnd(Code code) {
    server.failing(Collections.nCopies(4, code.toStatus()).toArray(new Status[0]));

    try (QdrantNodes nodes = open(3)) {
      assertThatThrownBy(() -> Listing.names(nodes))
          .isInstanceOf(
              code == Code.UNAVAILABLE
                  ? BackendUnavailableException.class
                  : RagStoreException.class);
    }
    assertThat(pauses).hasSize(3);
    assertThat(server.listed()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(names = {"UNAVAILABLE", "RESOURCE_EXHAUSTED", "ABORTED"})
  void repeatingCanBeSwitchedOff(Code code) {
    server.failing(code.toStatus());

    try (QdrantNodes nodes = new QdrantNodes(server.options(Map.of("retries", 0)))) {
      assertThatThrownBy(() -> Listing.names(nodes)).isInstanceOf(RagException.class);
    }
    assertThat(server.listed()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"OK", "UNAVAILABLE", "RESOURCE_EXHAUSTED", "ABORTED"})
  void nothingElseIsRepeated(Code code) {
    server.failing(code.toStatus().withDescription("the text of somebody"));

    try (QdrantNodes nodes = open(3)) {
      assertThatThrownBy(() -> Listing.names(nodes))
          .isInstanceOf(RagException.class)
          .message()
          .doesNotContain("somebody");
    }
    assertThat(pauses).isEmpty();
    assertThat(server.listed()).isEqualTo(1);
  }

  @Test
  void aRateLimitThatOpensInAMinuteIsNotRepeated() {
    server
        .failing(Status.RESOURCE_EXHAUSTED.withDescription("Rate limiting exceeded: …"))
        .retryAfter("60");

    try (QdrantNodes nodes = open(3)) {
      assertThatThrownBy(() -> Listing.names(nodes))
          .isInstanceOf(RagStoreException.class)
          .hasMessageContaining("repeat the call in 60 s");
    }
    assertThat(pauses).isEmpty();
  }

  @Test
  void pipelinedCallsAreOnTheirWayTogether() {
    try (QdrantNodes nodes = open(0)) {
      List<QdrantNodes.Pending<List<String>>> calls =
          List.of(nodes.start("one", Listing.NAMES), nodes.start("two", Listing.NAMES));

      assertThat(calls).allSatisfy(call -> assertThat(call.await()).containsExactly("a", "b"));
    }
  }

  @Test
  void anInterruptCancelsTheRequest() throws InterruptedException {
    server.silent();

    try (QdrantNodes nodes = open(3)) {
      InThread call = InThread.start(() -> nodes.call("the search", Listing.NAMES));
      InThread.await(server.reached());
      call.interrupt();

      assertInterrupted(call);
      InThread.await(server.cancelled());
    }
  }

  @Test
  void aCallOfAnInterruptedThreadSendsNothing() throws InterruptedException {
    try (QdrantNodes nodes = open(3)) {
      nodes.check();
      InThread call =
          InThread.start(
              () -> {
                Thread.currentThread().interrupt();
                nodes.call("the search", Listing.NAMES);
              });

      assertInterrupted(call);
    }
    assertThat(server.listed()).isEqualTo(1);
  }

  @Test
  void anInterruptEndsThePauseBeforeARepetition() throws InterruptedException {
    CountDownLatch pausing = new CountDownLatch(1);
    Retries retries =
        new Retries(
            2,
            pause -> {
              pausing.countDown();
              new CountDownLatch(1).await();
            },
            () -> 0);
    server.failing(Status.ABORTED);

    try (QdrantNodes nodes = open(retries)) {
      InThread call = InThread.start(() -> nodes.call("the search", Listing.NAMES));
      InThread.await(pausing);
      call.interrupt();

      assertInterrupted(call);
    }
  }

  @Test
  void waitingForTheEndOutlastsAnInterrupt() throws InterruptedException {
    server.silent();

    QdrantNodes nodes = open(0);
    InThread call =
        InThread.start(
            () -> {
              QdrantNodes.Pending<?> pending = nodes.start("the batch", Listing.NAMES);
              Thread.currentThread().interrupt();
              pending.awaitEnd();
            });
    InThread.await(server.reached());
    nodes.close();

    assertThat(call.join()).isNull();
    assertThat(call.wasInterrupted()).isTrue();
  }

  @Test
  void closingEndsCallsThatAreOnTheirWay() throws InterruptedException {
    server.silent();

    QdrantNodes nodes = open(3);
    InThread call = InThread.start(() -> nodes.call("the search", Listing.NAMES));
    InThread.await(server.reached());
    nodes.close();

    assertThat(call.join())
        .isInstanceOf(RagStoreException.class)
        .hasMessage("qdrant: the search: the connections are closed");
    assertThat(pauses).isEmpty();
  }

  @Test
  void callsAfterClosingFail() {
    QdrantNodes nodes = open(3);
    QdrantNodes never = open(3);
    nodes.check();

    nodes.close();
    nodes.close();
    never.close();

    for (QdrantNodes closed : List.of(nodes, never)) {
      assertThatThrownBy(() -> Listing.names(closed))
          .isInstanceOf(RagStoreException.class)
          .hasMessageContaining("closed");
      assertThatThrownBy(() -> closed.awaitEverywhere("x", Listing.NAMES, List::isEmpty))
          .isInstanceOf(RagStoreException.class)
          .hasMessageContaining("closed");
    }
    assertThat(server.listed()).isEqualTo(1);
  }

  private static void assertInterrupted(InThread call) throws InterruptedException {
    @Nullable Throwable failure = call.join();

    assertThat(failure)
        .isInstanceOf(RagStoreException.class)
        .hasMessage("qdrant: the search: interrupted before the server had answered");
    assertThat(call.wasInterrupted()).isTrue();
  }
}
