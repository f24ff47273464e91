package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.ragport.api.AuthenticationException;
import io.ragport.api.BackendUnavailableException;
import io.ragport.testing.InThread;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** LIFE-4, LIFE-5: no connection is an error in time, and says why. */
class UnreachableServerTest {
  private static PgVectorOptions at(int port) {
    return PgVectorOptions.of(
        Map.of(
            "url",
            "jdbc:postgresql://127.0.0.1:" + port + "/rag",
            "user",
            "somebody",
            "password",
            "secret",
            "connectTimeout",
            "1s"));
  }

  private static ServerSocket listener() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = listener()) {
      return socket.getLocalPort();
    }
  }

  @Test
  void constructingConnectsToNothing() throws IOException {
    try (ServerSocket server = listener()) {
      server.setSoTimeout(1);

      try (PgConnections connections = PgConnections.withOwnPool(at(server.getLocalPort()))) {
        assertThat(connections.endpoint()).isEqualTo("127.0.0.1:" + server.getLocalPort() + "/rag");
        assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
      }
    }
  }

  @Test
  void aRefusedPortIsAnErrorAtOnce() throws IOException {
    try (PgConnections connections = PgConnections.withOwnPool(at(closedPort()))) {
      assertTimeoutPreemptively(
          Duration.ofMillis(900),
          () ->
              assertThatThrownBy(() -> connections.read("test", Queries.of("SELECT 1")))
                  .isInstanceOf(BackendUnavailableException.class)
                  .hasMessage(
                      "pgvector at "
                          + connections.endpoint()
                          + ": cannot connect (is the server running, and is rag.pgvector.url"
                          + " right?)"));
    }
  }

  @Test
  void anAddressThatAcceptsAndNeverAnswersIsAnErrorWithinTheConnectTimeout() throws IOException {
    try (ServerSocket silent = listener();
        PgConnections connections = PgConnections.withOwnPool(at(silent.getLocalPort()))) {
      for (int i = 0; i < 3; i++) {
        assertTimeoutPreemptively(
            Duration.ofSeconds(3),
            () ->
                assertThatThrownBy(() -> connections.read("test", Queries.of("SELECT 1")))
                    .isInstanceOf(BackendUnavailableException.class)
                    .hasMessageStartingWith("pgvector at " + connections.endpoint())
                    .hasMessageContaining("no answer within 1 s"));
      }
    }
  }

  @Test
  void manyCallsAtOnceOnASilentServerAllEndWithinTheConnectTimeout() throws Exception {
    try (ServerSocket silent = listener();
        PgConnections connections = PgConnections.withOwnPool(at(silent.getLocalPort()))) {
      List<InThread> calls = new ArrayList<>();
      long start = System.nanoTime();
      for (int i = 0; i < 8; i++) {
        calls.add(InThread.start(() -> connections.read("test", Queries.of("SELECT 1"))));
      }
      for (InThread call : calls) {
        assertThat(call.join()).isInstanceOf(BackendUnavailableException.class);
      }

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
    }
  }

  @Test
  void aRefusalIsNotRepeatedOnBehalfOfTheSameCall() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    try (ServerSocket rude = listener();
        PgConnections connections = PgConnections.withOwnPool(at(rude.getLocalPort()))) {
      Thread hangingUp = new Thread(() -> hangUp(rude, attempts), "test-rude-server");
      hangingUp.setDaemon(true);
      hangingUp.start();

      assertThatThrownBy(() -> connections.read("test", Queries.of("SELECT 1")))
          .isInstanceOf(BackendUnavailableException.class);

      assertThat(attempts).hasValue(1);
    }
  }

  private static void hangUp(ServerSocket server, AtomicInteger attempts) {
    try {
      while (true) {
        Socket caller = server.accept();
        attempts.incrementAndGet();
        caller.close();
      }
    } catch (IOException e) {
      assertThat(server.isClosed()).isTrue();
    }
  }

  @Test
  void aWrongPasswordIsAnErrorAtOnceAtEveryCall() {
    PgVectorOptions options = TestServer.options("unused", Map.of("password", "not the one"));
    try (PgConnections connections = PgConnections.withOwnPool(options)) {
      for (int i = 0; i < 2; i++) {
        assertTimeoutPreemptively(
            Duration.ofSeconds(2),
            () ->
                assertThatThrownBy(() -> connections.read("test", Queries.of("SELECT 1")))
                    .isInstanceOf(AuthenticationException.class)
                    .hasMessageNotContaining("not the one"));
      }
    }
  }

  @Test
  void noPasswordWhereOneIsNeededIsAnAuthenticationFailure() {
    Map<String, Object> settings = TestServer.settings("unused");
    settings.remove("password");
    try (PgConnections connections = PgConnections.withOwnPool(PgVectorOptions.of(settings))) {
      assertThatThrownBy(() -> connections.read("test", Queries.of("SELECT 1")))
          .isInstanceOf(AuthenticationException.class);
    }
  }

  @Test
  void aDatabaseThatDoesNotExistIsNamedInTheError() {
    String url = System.getenv("RAG_PGVECTOR_URL") + "_that_is_not_there";
    PgVectorOptions options = TestServer.options("unused", Map.of("url", url));
    try (PgConnections connections = PgConnections.withOwnPool(options)) {
      assertThatThrownBy(() -> connections.read("test", Queries.of("SELECT 1")))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageEndingWith(
              "_that_is_not_there: there is no such database (create it, or correct"
                  + " rag.pgvector.url)");
    }
  }
}
