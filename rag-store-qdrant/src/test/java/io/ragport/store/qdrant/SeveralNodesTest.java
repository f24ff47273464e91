package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.StoreTimeoutException;
import io.ragport.api.store.Retries;
import io.ragport.testing.InThread;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls to more than one node. */
class SeveralNodesTest {
  private static final Duration FOR_LONG = Duration.ofHours(1);

  private static final Status MISSING =
      Status.NOT_FOUND.withDescription("Not found: Collection `notes` doesn't exist!");

  private final FakeServer one = FakeServer.start();
  private final FakeServer two = FakeServer.start();

  @AfterEach
  void close() {
    one.close();
    two.close();
  }

  private QdrantNodes open(String other, Duration passOver, Map<String, ?> more) {
    Map<String, Object> settings =
        new HashMap<>(Map.of("nodes", List.of(other), "retries", 0, "connectTimeout", "1m"));
    settings.putAll(more);
    return new QdrantNodes(one.options(settings), new QdrantNodes.Setup(Retries.upTo(0), passOver));
  }

  private QdrantNodes open(Duration passOver) {
    return open(two.endpoint(), passOver, Map.of());
  }

  /** Until both nodes have answered something. */
  private static void connectBoth(QdrantNodes nodes) {
    nodes.awaitEverywhere("connecting", Listing.NAMES, names -> true);
  }

  @Test
  void callsGoToBothInTurn() {
    try (QdrantNodes nodes = open(FOR_LONG)) {
      connectBoth(nodes);
      for (int i = 0; i < 10; i++) {
        Listing.names(nodes);
      }
    }

    assertThat(List.of(one.listed(), two.listed())).containsExactly(6, 6);
  }

  @Test
  void aCallGoesOnToTheNextNodeAtOnce() {
    try (QdrantNodes nodes = open(FOR_LONG)) {
      connectBoth(nodes);
      one.close();
      for (int i = 0; i < 4; i++) {
        Listing.names(nodes);
      }
    }

    assertThat(two.listed()).isEqualTo(5);
  }

  @Test
  void aNodeThatSaysItIsUnavailableIsPassedOverForAWhile() {
    one.failing(Status.UNAVAILABLE);

    try (QdrantNodes nodes = open(FOR_LONG)) {
      nodes.awaitEverywhere(
          "connecting",
          ByClient.request((client, timeout) -> client.healthCheckAsync(timeout)),
          x -> true);
      for (int i = 0; i < 6; i++) {
        Listing.names(nodes);
      }
    }

    assertThat(one.listed()).isEqualTo(1);
    assertThat(two.listed()).isEqualTo(6);
  }

  /** A collection that was created while the node was away; it learns of it in a moment. */
  @Test
  void aCollectionThatOneNodeDoesNotKnowIsAskedOfTheOther() {
    try (QdrantNodes nodes = open(FOR_LONG)) {
      connectBoth(nodes);
      one.failing(MISSING);
      for (int i = 0; i < 4; i++) {
        assertThat(nodes.callOr(List.of("missing"), "the list", Listing.NAMES)).isEmpty();
      }
    }
  }

  @Test
  void aCollectionThatNoNodeKnowsIsMissing() {
    try (QdrantNodes nodes = open(FOR_LONG)) {
      connectBoth(nodes);
      one.failing(MISSING);
      two.failing(MISSING);

      assertThat(nodes.callOr(List.of("missing"), "the list", Listing.NAMES))
          .containsExactly("missing");
    }
  }

  @Test
  void aNodeThatDoesNotAnswerInTimeIsPassedOver() {
    try (QdrantNodes nodes = open(FOR_LONG)) {
      connectBoth(nodes);
      one.failing(Status.DEADLINE_EXCEEDED);
      two.failing(Status.DEADLINE_EXCEEDED);

      assertThatThrownBy(() -> Listing.names(nodes)).isInstanceOf(StoreTimeoutException.class);
    }

    assertThat(one.listed() + two.listed()).as("two connecting, one that timed out").isEqualTo(3);
  }

  @Test
  void aNodeThatIsBackTakesPartAgain() {
    one.failing(Status.UNAVAILABLE);

    try (QdrantNodes nodes = open(Duration.ZERO)) {
      connectBoth(nodes);
      long start = System.nanoTime();
      while (one.listed() < 3) {
        Listing.names(nodes);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
      }
    }

    assertThat(two.listed()).isPositive();
  }

  @Test
  void aNodeThatCameBackIsLeftAloneUntilItHasHeardWhatItMissed() {
    try (QdrantNodes nodes = open(FOR_LONG)) {
      connectBoth(nodes);
      one.close();
      connectBoth(nodes);
      try (FakeServer back = one.restart()) {
        long start = System.nanoTime();
        while (back.listed() == 0) { // an attempt from before it was back may still be under way
          connectBoth(nodes);
          assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
        }
        int asked = back.listed();
        int others = two.listed();
        for (int i = 0; i < 4; i++) {
          Listing.names(nodes);
        }

        assertThat(back.listed()).isEqualTo(asked);
        assertThat(two.listed()).isEqualTo(others + 4);
      }
    }
  }

  @Test
  void aNodeThatCameBackIsAskedIfNoOtherAnswers() {
    try (QdrantNodes nodes = open(FOR_LONG)) {
      connectBoth(nodes);
      one.close();
      connectBoth(nodes);
      two.close();
      try (FakeServer back = one.restart()) {
        Listing.names(nodes);
        Listing.names(nodes);

        assertThat(back.listed()).isEqualTo(2);
      }
    }
  }

  @Test
  void aSilentNodeCostsNoTime() throws IOException {
    try (ServerSocket blackHole = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        QdrantNodes nodes = open("127.0.0.1:" + blackHole.getLocalPort(), FOR_LONG, Map.of())) {
      long start = System.nanoTime();
      for (int i = 0; i < 4; i++) {
        Listing.names(nodes);
      }

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    }
    assertThat(one.listed()).isEqualTo(4);
  }

  @Test
  void ifNoneAnswersAllAreNamed() {
    try (QdrantNodes nodes = open(FOR_LONG)) {
      one.close();
      two.close();

      assertThatThrownBy(() -> Listing.names(nodes))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessage(
              "qdrant at "
                  + one.endpoint()
                  + ", "
                  + two.endpoint()
                  + ": none of the nodes answers (are they running, and are rag.qdrant.host and"
                  + " .nodes right?)");
    }
  }

  @Test
  void ifAllGoDownAllAreNamed() {
    try (QdrantNodes nodes = open(FOR_LONG)) {
      connectBoth(nodes);
      one.failing(Status.UNAVAILABLE);
      two.failing(Status.UNAVAILABLE);

      assertThatThrownBy(() -> Listing.names(nodes))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageStartingWith("qdrant at " + one.endpoint() + ", " + two.endpoint() + ": ");
    }
  }

  @Test
  void callsGoPastANodeThatIsTooOld() {
    one.version("1.15.0");

    try (QdrantNodes nodes = open(FOR_LONG)) {
      for (int i = 0; i < 4; i++) {
        Listing.names(nodes);
      }
    }

    assertThat(one.listed()).isZero();
    assertThat(two.listed()).isEqualTo(4);
  }

  @Test
  void ifAllThatAnswerAreTooOldThatIsTheFailure() {
    one.version("1.15.0");
    two.close();

    try (QdrantNodes nodes = open(FOR_LONG)) {
      assertThatThrownBy(() -> Listing.names(nodes))
          .isInstanceOf(RagConfigurationException.class)
          .hasMessageContaining("is Qdrant 1.15");
    }
  }

  @Test
  void everywhereMeansEveryNodeThatAnswers() throws InterruptedException {
    one.names(List.of("new"));

    try (QdrantNodes nodes = open(FOR_LONG)) {
      InThread waiting =
          InThread.start(
              () ->
                  nodes.awaitEverywhere(
                      "collection \"new\"", Listing.NAMES, names -> names.contains("new")));
      InThread.await(two.reached());
      two.names(List.of("new"));

      assertThat(waiting.join()).isNull();
    }
  }

  @Test
  void everywhereDoesNotCountNodesThatAreDown() {
    one.names(List.of("new"));
    two.close();

    try (QdrantNodes nodes = open(FOR_LONG)) {
      nodes.awaitEverywhere("collection \"new\"", Listing.NAMES, names -> names.contains("new"));
    }

    assertThat(one.listed()).isEqualTo(1);
  }

  @Test
  void everywhereIsWaitedForAsLongAsTheCallTimeout() {
    one.names(List.of("new"));

    try (QdrantNodes nodes = open(two.endpoint(), FOR_LONG, Map.of("callTimeout", "2s"))) {
      assertThatThrownBy(
              () -> nodes.awaitEverywhere("x", Listing.NAMES, names -> names.contains("new")))
          .isInstanceOf(StoreTimeoutException.class)
          .hasMessageContaining(two.endpoint())
          .hasMessageContaining("rag.qdrant.callTimeout");
    }
  }

  @Test
  void anInterruptEndsWaitingForEveryNode() throws InterruptedException {
    try (QdrantNodes nodes = open(FOR_LONG)) {
      InThread waiting =
          InThread.start(
              () -> nodes.awaitEverywhere("x", Listing.NAMES, names -> names.contains("new")));
      InThread.await(one.reached());
      waiting.interrupt();

      assertThat(waiting.join()).hasMessageContaining("interrupted");
      assertThat(waiting.wasInterrupted()).isTrue();
    }
  }
}
