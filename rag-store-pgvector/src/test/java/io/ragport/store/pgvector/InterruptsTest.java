package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.RagStoreException;
import io.ragport.api.store.Retries;
import io.ragport.testing.InThread;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** CON-4: an interrupt ends a call that waits, wherever it waits. */
class InterruptsTest {
  private final String schema = TestServer.newSchema();
  private PgConnections connections = open();

  private PgConnections open() {
    return PgConnections.withOwnPool(
        TestServer.options(schema, Map.of("poolSize", 2, "retries", 2)));
  }

  @BeforeEach
  void createTable() {
    TestServer.execute("CREATE SCHEMA " + Identifiers.quote(schema));
    TestServer.execute("CREATE TABLE " + table() + " (number integer)");
  }

  @AfterEach
  void closeAndDrop() {
    connections.close();
    TestServer.drop(schema);
  }

  private String table() {
    return Identifiers.quote(schema, "numbers");
  }

  private String insert() {
    return "INSERT INTO " + table() + " VALUES (1)";
  }

  @Test
  void anInterruptEndsAStatementThatTheServerWorksOn() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    InThread call =
        InThread.start(
            () ->
                connections.read(
                    "the search",
                    connection -> {
                      reached.countDown();
                      return Queries.text(connection, "SELECT pg_sleep(600)");
                    }));
    InThread.await(reached);

    call.interrupt();

    assertInterrupted(call, "the search");
    assertThat(connections.<String>read("afterwards", Queries.of("SELECT 1"))).isEqualTo("1");
  }

  @Test
  void anInterruptEndsATransactionWithNothingStored() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    InThread call =
        InThread.start(
            () ->
                connections.transaction(
                    "the batch",
                    connection -> {
                      Queries.run(connection, insert());
                      reached.countDown();
                      return Queries.text(connection, "SELECT pg_sleep(600)");
                    }));
    InThread.await(reached);

    call.interrupt();

    assertInterrupted(call, "the batch");
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void anInterruptEndsStatementsWithoutATimeoutAsWell() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    InThread call =
        InThread.start(
            () ->
                connections.patiently(
                    "the index",
                    connection -> {
                      reached.countDown();
                      return Queries.text(connection, "SELECT pg_sleep(600)");
                    }));
    InThread.await(reached);

    call.interrupt();

    assertInterrupted(call, "the index");
  }

  @Test
  void aCallOfAnInterruptedThreadDoesNothing() throws Exception {
    InThread call =
        InThread.start(
            () -> {
              Thread.currentThread().interrupt();
              connections.transaction("the batch", connection -> Queries.run(connection, insert()));
            });

    assertInterrupted(call, "the batch");
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void anInterruptBetweenTheLastStatementAndCommitStoresNothing() throws Exception {
    InThread call =
        InThread.start(
            () ->
                connections.transaction(
                    "the batch",
                    connection -> {
                      Queries.run(connection, insert());
                      Thread.currentThread().interrupt();
                      return "done";
                    }));

    assertInterrupted(call, "the batch");
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void anInterruptWhileCommittingDoesNotDisturbIt() throws Exception {
    TestServer.execute(
        """
        CREATE FUNCTION %1$s.slow() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock(20261130); RETURN NULL; END'
        """
            .formatted(Identifiers.quote(schema)));
    TestServer.execute(
        "CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON "
            + table()
            + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "
            + Identifiers.quote(schema, "slow")
            + "()");

    InThread call;
    try (Connection blocker = TestServer.connect()) {
      Queries.run(blocker, "SELECT pg_advisory_lock(20261130)");
      call =
          InThread.start(
              () ->
                  connections.transaction(
                      "the batch", connection -> Queries.run(connection, insert())));
      waitUntilSomebodyWaitsForTheLock(blocker);
      call.interrupt();
      interruptOthers();
      Queries.run(blocker, "SELECT pg_advisory_unlock(20261130)");
    }

    assertThat(call.join()).isNull();
    assertThat(call.wasInterrupted()).isTrue();
    assertThat(count()).isEqualTo("1");
  }

  /** The watch has looked at every call several times when these have ended. */
  private void interruptOthers() throws Exception {
    for (int i = 0; i < 3; i++) {
      CountDownLatch reached = new CountDownLatch(1);
      InThread other =
          InThread.start(
              () ->
                  connections.read(
                      "another",
                      connection -> {
                        reached.countDown();
                        return Queries.text(connection, "SELECT pg_sleep(600)");
                      }));
      InThread.await(reached);
      other.interrupt().join();
    }
  }

  private static void waitUntilSomebodyWaitsForTheLock(Connection connection) throws SQLException {
    while (Queries.text(
            connection,
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 20261130 AND NOT"
                + " granted")
        .equals("0")) {
      Thread.onSpinWait();
    }
  }

  @Test
  void anInterruptEndsWaitingForAFreeConnection() throws Exception {
    CountDownLatch enough = new CountDownLatch(1);
    InThread holder = Held.by(connections, enough);
    InThread another = Held.by(connections, enough);
    InThread call = InThread.start(() -> connections.read("the search", Queries.of("SELECT 1")));
    call.awaitParked();

    call.interrupt();

    assertInterrupted(call, "the search");
    enough.countDown();
    assertThat(holder.join()).isNull();
    assertThat(another.join()).isNull();
  }

  @Test
  void anInterruptEndsThePauseBeforeARepetition() throws Exception {
    CountDownLatch pausing = new CountDownLatch(1);
    Retries retries =
        new Retries(
            2,
            pause -> {
              pausing.countDown();
              new CountDownLatch(1).await();
            },
            () -> 0);
    connections.close();
    connections =
        PgConnections.withOwnPool(
            TestServer.options(schema, Map.of()),
            new PgConnections.Setup(retries, Duration.ofSeconds(5)));
    InThread call =
        InThread.start(
            () ->
                connections.transaction(
                    "the batch",
                    connection -> {
                      throw new SQLException("deadlock", "40P01");
                    }));
    InThread.await(pausing);

    call.interrupt();

    assertInterrupted(call, "the batch");
  }

  @Test
  void theWatchingThreadEndsWithItsOwner() throws Exception {
    connections.read("test", Queries.of("SELECT 1"));
    List<Thread> watching = InThread.named(InterruptWatch.THREAD_NAME);

    connections.close();

    assertThat(watching).isNotEmpty();
    for (Thread thread : watching) {
      thread.join(Duration.ofSeconds(10).toMillis());
      assertThat(thread.isAlive()).isFalse();
    }
  }

  private String count() {
    return connections.read("test", Queries.of("SELECT count(*) FROM " + table()));
  }

  private static void assertInterrupted(InThread call, String what) throws InterruptedException {
    @Nullable Throwable failure = call.join();

    assertThat(failure)
        .isInstanceOf(RagStoreException.class)
        .hasMessage("pgvector: " + what + ": interrupted, nothing was stored");
    assertThat(call.wasInterrupted()).isTrue();
  }
}
