package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.StoreRefusedException;
import io.ragport.api.StoreTimeoutException;
import io.ragport.testing.InThread;
import io.ragport.testing.Warnings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a connection comes about, or does not, and what the settings have to do with it. */
class ConnectingTest {
  private static final int KIB = 1_024;

  private final FakeServer server = FakeServer.start();

  @AfterEach
  void close() {
    server.close();
  }

  private QdrantNodes open(Map<String, ?> settings) {
    return new QdrantNodes(server.options(settings));
  }

  @Test
  void constructingConnectsToNobody() {
    open(Map.of()).close();

    assertThat(server.keys()).isEmpty();
  }

  @Test
  void anOldServerIsRefusedNamingBothVersions() {
    server.version("1.9.0");

    try (QdrantNodes nodes = open(Map.of())) {
      assertThatThrownBy(nodes::check)
          .isInstanceOf(RagConfigurationException.class)
          .hasMessage(
              "rag.qdrant.host: the server at "
                  + server.endpoint()
                  + " is Qdrant 1.9; Ragport needs 1.16 or newer (upgrade it, or name another"
                  + " server)");
    }
    assertThat(server.listed()).isZero();
  }

  @Test
  void anUpgradedServerIsTaken() {
    server.version("1.15.5");

    try (QdrantNodes nodes = open(Map.of())) {
      assertThatThrownBy(nodes::check).isInstanceOf(RagConfigurationException.class);
      server.version("1.16.0");
      nodes.check();
    }

    assertThat(server.listed()).isEqualTo(1);
  }

  @Test
  void aServerOfUnknownVersionIsTaken() {
    server.version("of our own");

    try (QdrantNodes nodes = open(Map.of())) {
      nodes.check();
    }

    assertThat(server.listed()).isEqualTo(1);
  }

  @Test
  void theKeyGoesWithEveryCall() {
    try (QdrantNodes nodes = open(Map.of("apiKey", "a b~1"))) {
      nodes.check();
    }

    assertThat(server.keys()).containsExactly("a b~1", "a b~1");
  }

  @Test
  void withoutAKeyNoneIsSent() {
    try (QdrantNodes nodes = open(Map.of())) {
      nodes.check();
    }

    assertThat(server.keys()).containsOnlyNulls();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mine\n", "schlüssel", "a\u0000b"})
  void aKeyThatNoHeaderCanCarryIsRefusedWithoutShowingIt(String key) {
    assertThatThrownBy(() -> open(Map.of("apiKey", key)))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith("rag.qdrant.apiKey: ")
        .message()
        .doesNotContain(key.substring(0, 1) + key.substring(1).strip());
  }

  @Test
  void aKeyWithoutEncryptionIsWarnedOfOnce() {
    try (Warnings warnings = Warnings.of(Channels.class);
        QdrantNodes nodes =
            new QdrantNodes(
                QdrantOptions.of(
                    Map.of("host", "qdrant", "apiKey", "secret", "nodes", List.of("another"))))) {
      assertThat(nodes.size()).isEqualTo(2);
      assertThat(warnings.messages())
          .containsExactly(
              "qdrant at qdrant:6334: rag.qdrant.apiKey is sent without encryption (set"
                  + " rag.qdrant.tls: true)");
    }
  }

  @Test
  void aKeyOnThisMachineOrWithEncryptionIsNotWarnedOf() {
    try (Warnings warnings = Warnings.of(Channels.class);
        QdrantNodes here = open(Map.of("apiKey", "secret"));
        QdrantNodes encrypted =
            new QdrantNodes(
                QdrantOptions.of(Map.of("host", "qdrant", "apiKey", "secret", "tls", true)))) {
      assertThat(List.of(here, encrypted)).hasSize(2);
      assertThat(warnings.messages()).isEmpty();
    }
  }

  @Test
  void anAnswerLargerThanSetIsRefused() {
    server.names(Collections.nCopies(KIB, "n".repeat(KIB)));

    try (QdrantNodes nodes = open(Map.of("maxInboundBytes", KIB * KIB))) {
      assertThatThrownBy(() -> Listing.names(nodes))
          .isInstanceOf(StoreRefusedException.class)
          .hasMessage("qdrant: the list: an answer is too large (raise rag.qdrant.maxInboundBytes)")
          .matches(Failures::isTooLarge);
    }
    assertThat(server.listed()).isEqualTo(1);
  }

  @Test
  void anAnswerAsLargeAsSetIsTaken() {
    server.names(Collections.nCopies(8 * KIB, "n".repeat(KIB)));

    try (QdrantNodes nodes = open(Map.of("maxInboundBytes", 16 * KIB * KIB))) {
      assertThat(Listing.names(nodes)).hasSize(8 * KIB);
    }
  }

  @Test
  void aSilentCallTimesOutNamingTheSetting() {
    server.silent();

    try (QdrantNodes nodes = open(Map.of("callTimeout", "1s"))) {
      assertThatThrownBy(() -> Listing.names(nodes))
          .isInstanceOf(StoreTimeoutException.class)
          .hasMessage(
              "qdrant: the list: no answer within 1 s (is the server overloaded? else raise"
                  + " rag.qdrant.callTimeout)");
    }
    assertThat(server.listed()).isEqualTo(1);
  }

  @Test
  void nobodyListeningIsUnavailableAtOnce() throws IOException {
    int port = PrivateServer.freePort();

    try (QdrantNodes nodes =
        new QdrantNodes(
            QdrantOptions.of(Map.of("host", "127.0.0.1", "port", port, "connectTimeout", "1m")))) {
      assertWithin(
          Duration.ofSeconds(20),
          () ->
              assertThatThrownBy(() -> Listing.names(nodes))
                  .isInstanceOf(BackendUnavailableException.class)
                  .hasMessage(
                      "qdrant at 127.0.0.1:"
                          + port
                          + ": cannot connect (is the server running, and are rag.qdrant.host and"
                          + " .port right?)"));
    }
  }

  @Test
  void aHostThatNobodyKnowsIsUnavailable() {
    try (QdrantNodes nodes = new QdrantNodes(QdrantOptions.of(Map.of("host", "nobody.invalid")))) {
      assertThatThrownBy(() -> Listing.names(nodes))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageStartingWith("qdrant at nobody.invalid:6334: ");
    }
  }

  @Test
  void whoAcceptsAndSaysNothingIsUnavailableWithinTheConnectTimeout() throws IOException {
    try (ServerSocket blackHole = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        QdrantNodes nodes =
            new QdrantNodes(
                QdrantOptions.of(
                    Map.of(
                        "host",
                        "127.0.0.1",
                        "port",
                        blackHole.getLocalPort(),
                        "connectTimeout",
                        "500ms",
                        "retries",
                        10)))) {
      // A second call, or one of another thread, waits no longer than the first.
      for (int i = 0; i < 2; i++) {
        assertWithin(
            QdrantOptions.CONNECT_TIMEOUT.defaultValue().orElseThrow(),
            () ->
                assertThatThrownBy(() -> Listing.names(nodes))
                    .isInstanceOf(BackendUnavailableException.class)
                    .hasMessage(
                        "qdrant at 127.0.0.1:"
                            + blackHole.getLocalPort()
                            + ": no answer within 500 ms (is the server running, and is it"
                            + " reachable from here?)"));
      }
    }
  }

  @Test
  void threadsThatConnectTogetherAskOnce() throws InterruptedException {
    server.holdHealthChecks();

    try (QdrantNodes nodes = open(Map.of("apiKey", "k"))) {
      List<InThread> calls =
          Collections.nCopies(8, nodes).stream()
              .map(shared -> InThread.start(() -> Listing.names(shared)))
              .toList();
      calls.forEach(call -> call.awaitParked(Future.class::isInstance));
      server.answerHealthChecks();

      for (InThread call : calls) {
        assertThat(call.join()).isNull();
      }
    }

    assertThat(server.listed()).isEqualTo(8);
    assertThat(server.keys()).as("one health check and the lists").hasSize(9);
  }

  private static void assertWithin(Duration limit, ThrowingCallable work) {
    long start = System.nanoTime();
    assertThatCode(work).doesNotThrowAnyException();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(limit);
  }
}
