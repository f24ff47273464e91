package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.Retries;
import io.ragport.testing.InThread;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of work when the server dies, comes back, or lets nobody in. */
class PrivateServerTest {
  private static PrivateServer server;

  private PgConnections connections;

  @BeforeAll
  static void startServer() {
    server = PrivateServer.start();
  }

  @BeforeEach
  void openOnAnEmptyTable() {
    connections = PgConnections.withOwnPool(server.options(Map.of("poolSize", 3)));
    server.execute("DROP TABLE IF EXISTS numbers");
    server.execute("CREATE TABLE numbers (number integer)");
  }

  @AfterEach
  void close() {
    connections.close();
  }

  @AfterAll
  static void endServer() {
    if (server != null) { // not where it could not be started
      server.close();
    }
  }

  private PgConnections as(String role, Map<String, ?> more) {
    Map<String, Object> settings = server.settings();
    settings.put("user", role);
    settings.putAll(more);
    connections.close();
    connections = PgConnections.withOwnPool(PgVectorOptions.of(settings));
    return connections;
  }

  @Test
  void aTransactionWhoseServerIsKilledAndComesBackIsRepeated() {
    int[] attempts = {0};

    connections.transaction(
        "the batch",
        connection -> {
          Queries.run(connection, "INSERT INTO numbers VALUES (" + attempts[0] + ")");
          if (++attempts[0] == 1) {
            server.kill();
            server.restart();
          }
          return Queries.run(connection, "INSERT INTO numbers VALUES (7)");
        });

    assertThat(rows()).isEqualTo("1,7");
  }

  @Test
  void everyConnectionOfThePoolIsMadeAnewAfterTheServerWasKilled() throws Exception {
    CountDownLatch enough = new CountDownLatch(1);
    InThread[] holders = {
      Held.by(connections, enough), Held.by(connections, enough), Held.by(connections, enough)
    };
    enough.countDown();
    for (InThread holder : holders) {
      assertThat(holder.join()).isNull();
    }

    server.kill();
    server.restart();

    for (int i = 0; i < 3; i++) {
      assertThat(rows()).isEmpty();
    }
  }

  @Test
  void aServerThatIsGoneIsAnErrorWithinTheConnectTimeoutAndWorksAgainWhenBack() {
    assertThat(rows()).isEmpty();
    server.kill();
    long start = System.nanoTime();

    assertThatThrownBy(this::rows)
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageStartingWith("pgvector at " + connections.endpoint());

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    server.restart();
    assertThat(rows()).isEmpty();
  }

  @Test
  void aServerShutDownByAnAdministratorIsAnUnavailableBackend() {
    assertThat(rows()).isEmpty();
    server.stop();

    assertThatThrownBy(this::rows).isInstanceOf(BackendUnavailableException.class);

    server.restart();
  }

  @Test
  void tooManyConnectionsAreAnUnavailableBackendThatSaysWhatToDo() throws Exception {
    server.execute(
        "CREATE ROLE narrow LOGIN CONNECTION LIMIT 1 PASSWORD '" + PrivateServer.PASSWORD + "'");
    PgConnections narrow = as("narrow", Map.of("connectTimeout", "1s"));
    CountDownLatch enough = new CountDownLatch(1);
    InThread holder = Held.by(narrow, enough);

    assertThatThrownBy(() -> narrow.read("test", Queries.of("SELECT 1")))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining(
            "the server has no connection left for this role (lower rag.pgvector.poolSize, or raise"
                + " the server's max_connections)");

    enough.countDown();
    assertThat(holder.join()).isNull();
  }

  @Test
  void aRoleWithoutRightsIsToldWhichItNeeds() {
    server.execute("CREATE ROLE guest LOGIN PASSWORD '" + PrivateServer.PASSWORD + "'");
    PgConnections guest = as("guest", Map.of("schema", "shelf"));

    assertThatThrownBy(
            () -> guest.read("collection \"docs\"", Queries.of("SELECT * FROM public.numbers")))
        .isInstanceOf(RagStoreException.class)
        .hasMessageStartingWith("pgvector: collection \"docs\": the role lacks a right (it needs")
        .hasMessageContaining("in schema shelf");
  }

  @Test
  void aRoleThatMayNotConnectIsToldSo() {
    server.execute("CREATE ROLE stranger LOGIN PASSWORD '" + PrivateServer.PASSWORD + "'");
    server.execute("CREATE DATABASE private");
    server.execute("REVOKE CONNECT ON DATABASE private FROM PUBLIC");
    PgConnections stranger = as("stranger", Map.of("url", server.url("private")));

    assertThatThrownBy(() -> stranger.read("test", Queries.of("SELECT 1")))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("the role may not connect to this database");
  }

  @Test
  void aDatabaseWithoutTheExtensionIsToldHowToGetIt() {
    assertThatThrownBy(() -> connections.read("test", connections::extension))
        .isInstanceOf(RagStoreException.class)
        .hasMessageContaining("the database has no pgvector (CREATE EXTENSION vector");
  }

  @Test
  void anExtensionWhoseCreationWasUndoneIsNotRemembered() {
    String available = "SELECT count(*) FROM pg_available_extensions WHERE name = 'vector'";
    if (connections.read("test", Queries.of(available)).equals("0")) {
      Assumptions.abort("not testable: pgvector is not installed on this machine");
    }

    assertThatThrownBy(
            () ->
                connections.transaction(
                    "test",
                    connection -> {
                      Queries.run(connection, "CREATE EXTENSION vector");
                      connections.extension(connection);
                      throw new IllegalStateException("on purpose");
                    }))
        .isInstanceOf(IllegalStateException.class);

    assertThat(connections.read("test", Extension::find)).isEmpty();
  }

  @Test
  void anInterruptCutsTheConnectionOfAServerThatDoesNotCancel() throws Exception {
    PgConnections.Setup hasty = new PgConnections.Setup(Retries.upTo(2), Duration.ofMillis(100));
    connections.close();
    connections = PgConnections.withOwnPool(server.options(Map.of()), hasty);
    CountDownLatch frozen = new CountDownLatch(1);
    InThread call =
        InThread.start(
            () ->
                connections.read(
                    "the search",
                    connection -> {
                      server.freeze(Queries.text(connection, "SELECT pg_backend_pid()"));
                      frozen.countDown();
                      return Queries.text(connection, "SELECT 1");
                    }));
    InThread.await(frozen);

    call.interrupt();

    assertThat(call.join())
        .isInstanceOf(RagStoreException.class)
        .hasMessage("pgvector: the search: interrupted, nothing was stored");
    assertThat(call.wasInterrupted()).isTrue();
  }

  private String rows() {
    return connections.read(
        "test",
        Queries.of(
            "SELECT coalesce(string_agg(number::text, ',' ORDER BY number), '') FROM numbers"));
  }
}
