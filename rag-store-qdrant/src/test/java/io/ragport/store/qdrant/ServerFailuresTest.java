package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.AuthenticationException;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagStoreException;
import io.ragport.api.StoreTimeoutException;
import io.ragport.testing.InThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A real server that refuses, goes away, hangs and comes back. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerFailuresTest {
  private final PrivateServer server =
      PrivateServer.start(
          Map.of(
              "QDRANT__SERVICE__API_KEY",
              PrivateServer.API_KEY,
              "QDRANT__SERVICE__READ_ONLY_API_KEY",
              "look only"),
          List.of());

  @AfterAll
  void stop() {
    server.close();
  }

  private QdrantNodes open(Map<String, ?> more) {
    return new QdrantNodes(server.options(more));
  }

  private QdrantNodes openWithoutKey() {
    Map<String, Object> settings = server.settings();
    settings.remove("apiKey");
    return new QdrantNodes(QdrantOptions.of(settings));
  }

  private String endpoint() {
    return "127.0.0.1:" + server.grpcPort();
  }

  @Test
  void theRightKeyOpens() {
    try (QdrantNodes nodes = open(Map.of())) {
      nodes.check();

      assertThat(Listing.names(nodes)).isEmpty();
    }
  }

  @Test
  void aWrongKeyIsRefusedAndNeverReadAsMissing() {
    try (QdrantNodes nodes = open(Map.of("apiKey", "guessed"))) {
      assertRefused(nodes, "rag.qdrant.apiKey");
    }
  }

  @Test
  void noKeyIsRefusedAndNeverReadAsMissing() {
    try (QdrantNodes nodes = openWithoutKey()) {
      assertRefused(nodes, "rag.qdrant.apiKey");
    }
  }

  private void assertRefused(QdrantNodes nodes, String settings) {
    String message = "qdrant at " + endpoint() + ": credentials refused (check " + settings + ")";
    assertThatThrownBy(nodes::check)
        .isInstanceOf(AuthenticationException.class)
        .hasMessage(message);
    assertThatThrownBy(
            () ->
                nodes.callOr(
                    0L,
                    "x",
                    ByClient.request((client, timeout) -> client.countAsync("missing", timeout))))
        .isInstanceOf(AuthenticationException.class)
        .hasMessage(message);
  }

  @Test
  void aKeyForReadingDoesNotCreate() {
    try (QdrantNodes nodes = open(Map.of("apiKey", "look only"))) {
      nodes.check();

      assertThatThrownBy(
              () ->
                  nodes.call(
                      "x",
                      ByClient.request(
                          (client, timeout) -> client.deleteCollectionAsync("a", timeout))))
          .isInstanceOf(AuthenticationException.class)
          .hasMessageContaining("rag.qdrant.apiKey, which does not allow this");
    }
  }

  @Test
  void aMissingCollectionIsTheAnswerGivenForIt() {
    try (QdrantNodes nodes = open(Map.of())) {
      long count =
          nodes.callOr(
              -1L,
              "x",
              ByClient.request((client, timeout) -> client.countAsync("missing", timeout)));

      assertThat(count).isEqualTo(-1);
    }
  }

  @Test
  void aMissingCollectionIsAFailureWhereItMustBeThere() {
    try (QdrantNodes nodes = open(Map.of())) {
      assertThatThrownBy(
              () ->
                  nodes.call(
                      QdrantErrors.place("notes"),
                      ByClient.request((client, timeout) -> client.countAsync("missing", timeout))))
          .isInstanceOf(RagStoreException.class)
          .hasMessageStartingWith("qdrant: collection \"notes\": it is not there")
          .matches(Failures::isMissing);
    }
  }

  @Test
  void thePortOfTheRestInterfaceIsNotTakenForTheServer() {
    try (QdrantNodes nodes = open(Map.of("port", server.httpPort()))) {
      assertThatThrownBy(nodes::check)
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("rag.qdrant.port the gRPC port");
    }
  }

  @Test
  void encryptionThatTheServerDoesNotSpeakIsNamed() {
    try (QdrantNodes nodes = open(Map.of("tls", true))) {
      assertThatThrownBy(nodes::check)
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("rag.qdrant.tls");
    }
  }

  @Test
  void aServerStartedAgainBetweenCallsIsNotNoticed() {
    try (QdrantNodes nodes = open(Map.of())) {
      nodes.check();
      server.stop();
      server.restart();

      nodes.check();
    }
  }

  @Test
  void aKilledServerIsUnavailableUntilItIsBack() {
    try (QdrantNodes nodes = open(Map.of())) {
      nodes.check();
      server.kill();

      assertThatThrownBy(nodes::check)
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageStartingWith("qdrant at " + endpoint() + ": ");

      server.restart();
      nodes.check();
    }
  }

  @Test
  void aServerThatStopsWhereItIsTimesOutAndThenAnswers() {
    try (QdrantNodes nodes = open(Map.of("callTimeout", "2s"))) {
      nodes.check();
      server.pause();
      try {
        assertThatThrownBy(nodes::check)
            .isInstanceOf(StoreTimeoutException.class)
            .hasMessageContaining("2 s");
      } finally {
        server.resume();
      }
      checkUntilAnswered(nodes);
    }
  }

  /** What was waiting for it comes first. */
  private static void checkUntilAnswered(QdrantNodes nodes) {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (true) {
      try {
        nodes.check();
        return;
      } catch (StoreTimeoutException e) {
        assertThat(System.nanoTime()).as("it answers within a minute").isLessThan(deadline);
      }
    }
  }

  @Test
  void aServerThatStopsBeforeItIsConnectedIsUnavailableWithinTheConnectTimeout() {
    try (QdrantNodes nodes = open(Map.of("connectTimeout", "500ms"))) {
      server.pause();
      try {
        long start = System.nanoTime();
        assertThatThrownBy(nodes::check)
            .isInstanceOf(BackendUnavailableException.class)
            .hasMessageContaining(endpoint())
            .hasMessageContaining("500 ms");
        assertThat(Duration.ofNanos(System.nanoTime() - start))
            .as("less than the default")
            .isLessThan(Duration.ofSeconds(5));
      } finally {
        server.resume();
      }
    }
    try (QdrantNodes nodes = open(Map.of())) {
      nodes.check();
    }
  }

  @Test
  void ofTwoServersOneMayBeKilled() {
    try (PrivateServer other = PrivateServer.start();
        QdrantNodes nodes =
            open(Map.of("nodes", List.of("127.0.0.1:" + other.grpcPort()), "retries", 0))) {
      for (int i = 0; i < 4; i++) {
        nodes.check();
      }
      other.kill();
      for (int i = 0; i < 20; i++) {
        nodes.check();
      }
    }
  }

  @Test
  void closingEndsTheThreadsOfTheConnection() throws InterruptedException {
    // Connections share threads, which end a moment after the last of them.
    awaitEnd(InThread.named("grpc-"));
    List<Thread> others = InThread.named("grpc-");
    QdrantNodes nodes = open(Map.of());
    nodes.check();
    List<Thread> own = new ArrayList<>(InThread.named("grpc-"));
    own.removeAll(others);

    nodes.close();

    assertThat(own).isNotEmpty().allMatch(Thread::isDaemon);
    awaitEnd(own);
    assertThat(own).noneMatch(Thread::isAlive);
  }

  /** Not for ever. */
  private static void awaitEnd(List<Thread> threads) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    for (Thread thread : threads) {
      TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
    }
  }

  @Test
  void closingDuringCallsEndsThemAll() throws InterruptedException {
    QdrantNodes nodes = open(Map.of("callTimeout", "60m"));
    nodes.check();
    server.pause();
    try {
      List<InThread> calls =
          List.of(InThread.start(nodes::check), InThread.start(() -> Listing.names(nodes)));
      calls.forEach(InThread::awaitParked);
      nodes.close();

      for (InThread call : calls) {
        assertThat(call.join())
            .isInstanceOf(RagStoreException.class)
            .hasMessageContaining("the connections are closed");
      }
    } finally {
      server.resume();
    }
  }
}
