package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.Retries;
import io.ragport.testing.InThread;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** Work on the connections of a pool of our own. */
class PgConnectionsTest {
  private final String schema = TestServer.newSchema();
  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void closeAndDrop() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
    if (System.getenv("RAG_PGVECTOR_URL") != null) {
      TestServer.drop(schema);
    }
  }

  private PgConnections open(Map<String, ?> more) {
    PgConnections connections = PgConnections.withOwnPool(TestServer.options(schema, more));
    opened.add(connections);
    return connections;
  }

  // What options do (CFG-5)

  @Test
  void noUrlIsAMissingSetting() {
    PgVectorOptions options = PgVectorOptions.of(Map.of());

    assertThatThrownBy(() -> PgConnections.withOwnPool(options))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith("rag.pgvector.url: not set");
  }

  @Test
  void theServerShowsTheApplicationName() {
    PgConnections connections = open(Map.of("applicationName", "the librarian"));

    String shown =
        connections.read(
            "test",
            connection ->
                Queries.text(
                    connection,
                    "SELECT application_name FROM pg_stat_activity WHERE pid = pg_backend_pid()"));

    assertThat(shown).isEqualTo("the librarian");
  }

  @Test
  void theUserIsTheRoleLoggedInAs() {
    PgConnections connections = open(Map.of());

    String role =
        connections.read("test", connection -> Queries.text(connection, "SELECT current_user"));

    assertThat(role).isEqualTo(System.getenv("RAG_PGVECTOR_USER"));
  }

  @Test
  void theQueryTimeoutIsTheDriversPatienceWithTheServer() {
    PgConnections connections = open(Map.of("queryTimeout", "7s"));

    int timeout = connections.read("test", Connection::getNetworkTimeout);

    assertThat(timeout).isEqualTo(7_000);
  }

  @Test
  void aQueryThatTakesLongerThanItsTimeoutFailsWithoutBeingRepeated() {
    PgConnections connections = open(Map.of("queryTimeout", "1s"));

    assertThatThrownBy(() -> connections.read("the query", Queries.of("SELECT pg_sleep(30)")))
        .isInstanceOf(RagStoreException.class)
        .hasMessage(
            "pgvector: the query: no answer within 1 s (is the server overloaded? else raise"
                + " rag.pgvector.queryTimeout)");
  }

  @Test
  void patientWorkMayTakeLongerThanTheQueryTimeout() {
    PgConnections connections = open(Map.of("queryTimeout", "1s", "poolSize", 1));

    connections.patiently("an index", Queries.of("SELECT pg_sleep(1.3)"));

    assertThat(connections.<Integer>read("test", Connection::getNetworkTimeout)).isEqualTo(1_000);
  }

  @Test
  void statementsAreKeptByTheServerUnlessAPoolerStandsBetween() {
    PgConnections direct = open(Map.of());
    try (Pooler pooler = Pooler.start()) {
      PgConnections pooled = open(Map.of("url", pooler.url()));

      assertThat(direct.<Integer>read("test", PgConnectionsTest::prepareThreshold)).isEqualTo(5);
      assertThat(pooled.<Integer>read("test", PgConnectionsTest::prepareThreshold)).isZero();
    }
  }

  private static int prepareThreshold(Connection connection) throws SQLException {
    return connection.unwrap(PGConnection.class).getPrepareThreshold();
  }

  @Test
  void settingsInTheUrlWinOverOurs() {
    String url =
        System.getenv("RAG_PGVECTOR_URL")
            + "?ApplicationName=mine&prepareThreshold=3&socketTimeout=11";
    PgConnections connections = open(Map.of("url", url, "applicationName", "ours"));

    String used =
        connections.read(
            "test",
            connection ->
                Queries.text(connection, "SHOW application_name")
                    + ","
                    + connection.unwrap(PGConnection.class).getPrepareThreshold()
                    + ","
                    + connection.getNetworkTimeout());

    assertThat(used).isEqualTo("mine,3,11000");
  }

  @Test
  void aCallWaitsForAFreeConnectionForThePoolTimeoutOnly() throws Exception {
    PgConnections connections = open(Map.of("poolSize", 2, "poolTimeout", "300ms"));
    CountDownLatch enough = new CountDownLatch(1);
    InThread first = Held.by(connections, enough);
    InThread second = Held.by(connections, enough);

    assertThatThrownBy(() -> connections.read("test", Queries.of("SELECT 1")))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining(connections.endpoint())
        .hasMessageEndingWith(
            ": no free connection within 300 ms (2 of 2 in use): raise rag.pgvector.poolSize, or"
                + " rag.pgvector.poolTimeout to wait longer");

    enough.countDown();
    first.join();
    second.join();
    assertThat(connections.<String>read("test", Queries.of("SELECT 1"))).isEqualTo("1");
  }

  // Transactions

  @Test
  void aTransactionIsStoredAsAWholeWhenItReturns() {
    PgConnections connections = withTable(Map.of());

    connections.transaction(
        "test",
        connection -> {
          Queries.run(connection, "INSERT INTO " + table() + " VALUES (1)");
          return Queries.run(connection, "INSERT INTO " + table() + " VALUES (2)");
        });

    assertThat(rows(connections)).isEqualTo("1,2");
  }

  @Test
  void aFailingTransactionStoresNothing() {
    PgConnections connections = withTable(Map.of());

    assertThatThrownBy(
            () ->
                connections.transaction(
                    "test",
                    connection -> {
                      Queries.run(connection, "INSERT INTO " + table() + " VALUES (1)");
                      throw new IllegalStateException("on purpose");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("on purpose");

    assertThat(rows(connections)).isEmpty();
  }

  @Test
  void aTransactionReadsWhatIsCommittedWhateverTheDefault() {
    String url =
        System.getenv("RAG_PGVECTOR_URL")
            + "?options=-c%20default_transaction_isolation=serializable";
    PgConnections connections = open(Map.of("url", url, "poolSize", 1));

    List<String> levels = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      levels.add(connections.transaction("test", Queries.of("SHOW transaction_isolation")));
    }

    assertThat(levels).containsExactly("read committed", "read committed");
    assertThat(connections.<String>read("test", Queries.of("SHOW transaction_isolation")))
        .isEqualTo("serializable");
  }

  @Test
  void nothingOfASessionsStateSurvivesACallThroughAPooler() {
    try (Pooler pooler = Pooler.start()) {
      assertNothingSurvives(withTable(Map.of("poolSize", 1, "url", pooler.url())));
    }
  }

  private void assertNothingSurvives(PgConnections connections) {
    connections.transaction(
        "test",
        connection -> {
          Queries.run(connection, "SET LOCAL work_mem = '8MB'");
          Queries.run(connection, "SELECT pg_advisory_xact_lock(1, 2)");
          return Queries.run(connection, "INSERT INTO " + table() + " VALUES (1)");
        });
    assertThatThrownBy(
            () ->
                connections.transaction(
                    "test",
                    connection -> {
                      Queries.run(connection, "SET LOCAL work_mem = '8MB'");
                      Queries.run(connection, "SELECT pg_advisory_xact_lock(1, 2)");
                      return Queries.run(connection, "SELECT 1 / 0");
                    }))
        .isInstanceOf(RagStoreException.class);
    for (int i = 0; i < 10; i++) {
      int number = i;
      connections.read("test", connection -> count(connection, number));
    }
    connections.patiently("test", Queries.of("SELECT 1"));

    String left =
        connections.read(
            "test",
            connection ->
                Queries.text(
                    connection,
                    """
                    SELECT (SELECT count(*) FROM pg_prepared_statements) || ' prepared, '
                      || (SELECT count(*) FROM pg_settings WHERE source = 'session') || ' set, '
                      || (SELECT count(*) FROM pg_locks
                          WHERE pid = pg_backend_pid() AND locktype = 'advisory') || ' locked'
                    """));

    assertThat(left).isEqualTo("0 prepared, 0 set, 0 locked");
    assertThat(connections.<Boolean>read("test", Connection::getAutoCommit)).isTrue();
  }

  private String count(Connection connection, int value) throws SQLException {
    try (var statement =
            Sql.of("SELECT count(*) FROM " + table() + " WHERE number = ")
                .bind(value)
                .prepare(connection);
        var row = statement.executeQuery()) {
      row.next();
      return row.getString(1);
    }
  }

  // Retries (ERR-3)

  @Test
  void aTransactionRolledBackForAnotherIsRepeated() {
    List<Duration> pauses = new ArrayList<>();
    PgConnections connections = withTable(retrying(2, pauses));
    int[] attempts = {0};

    connections.transaction(
        "test",
        connection -> {
          Queries.run(connection, "INSERT INTO " + table() + " VALUES (" + attempts[0] + ")");
          return ++attempts[0] < 3 ? fail(connection, "40001") : "done";
        });

    assertThat(rows(connections)).isEqualTo("2");
    assertThat(pauses).containsExactly(Duration.ofMillis(15), Duration.ofMillis(30));
  }

  @Test
  void aTransactionIsRepeatedAsOftenAsConfigured() {
    List<Duration> pauses = new ArrayList<>();
    PgConnections connections = withTable(retrying(1, pauses));
    int[] attempts = {0};

    assertThatThrownBy(
            () ->
                connections.transaction(
                    "the batch",
                    connection -> {
                      attempts[0]++;
                      return fail(connection, "40P01");
                    }))
        .isInstanceOf(RagStoreException.class)
        .hasMessage(
            "pgvector: the batch: rolled back again and again for the sake of other transactions"
                + " (repeat the call, or raise rag.pgvector.retries)");

    assertThat(attempts[0]).isEqualTo(2);
  }

  @Test
  void aFailureThatRepeatingDoesNotMendIsNotRepeated() {
    List<Duration> pauses = new ArrayList<>();
    PgConnections connections = withTable(retrying(2, pauses));

    assertThatThrownBy(
            () -> connections.transaction("test", connection -> fail(connection, "22012")))
        .isInstanceOf(RagStoreException.class);

    assertThat(pauses).isEmpty();
  }

  @Test
  void aReadWhoseConnectionIsLostIsRepeatedOnAnother() {
    PgConnections connections = open(Map.of("poolSize", 1));
    int[] attempts = {0};

    String answer =
        connections.read(
            "test",
            connection ->
                ++attempts[0] < 2 ? endSession(connection) : Queries.text(connection, "SELECT 1"));

    assertThat(answer).isEqualTo("1");
  }

  @Test
  void aTransactionLostBeforeItIsToCommitIsRepeated() {
    PgConnections connections = withTable(Map.of("poolSize", 1));
    int[] attempts = {0};

    connections.transaction(
        "test",
        connection -> {
          Queries.run(connection, "INSERT INTO " + table() + " VALUES (" + attempts[0] + ")");
          return ++attempts[0] < 2 ? endSession(connection) : "done";
        });

    assertThat(rows(connections)).isEqualTo("1");
  }

  @Test
  void aTransactionLostWhileCommittingIsNotRepeatedAndItsOutcomeIsUnknown() {
    PgConnections connections = withTable(Map.of("poolSize", 1));
    TestServer.execute(
        """
        CREATE FUNCTION %1$s.ending() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(5); RETURN NULL; END'
        """
            .formatted(Identifiers.quote(schema)));
    TestServer.execute(
        "CREATE CONSTRAINT TRIGGER ends AFTER INSERT ON "
            + table()
            + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "
            + Identifiers.quote(schema, "ending")
            + "()");
    int[] attempts = {0};

    assertThatThrownBy(
            () ->
                connections.transaction(
                    "the batch",
                    connection -> {
                      attempts[0]++;
                      return Queries.run(connection, "INSERT INTO " + table() + " VALUES (1)");
                    }))
        .isInstanceOf(RagStoreException.class)
        .hasMessage(
            "pgvector: the batch: the connection was lost while storing, so this may be stored or"
                + " not (repeating the call is safe when ids were given)");

    assertThat(attempts[0]).isEqualTo(1);
    assertThat(rows(connections)).isEmpty();
  }

  // Closing (LIFE-2)

  @Test
  void closeEndsEveryThread() {
    PgConnections connections = open(Map.of());
    connections.read("test", Queries.of("SELECT 1"));
    List<Thread> threads = InThread.named("ragport-pgvector");

    connections.close();

    assertThat(threads).hasSizeGreaterThan(1).allSatisfy(this::ends);
  }

  @Test
  void closeInAnInterruptedThreadEndsEveryThreadAsWell() {
    PgConnections connections = open(Map.of());
    connections.read("test", Queries.of("SELECT 1"));
    List<Thread> threads = InThread.named("ragport-pgvector");

    Thread.currentThread().interrupt();
    connections.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(threads).hasSizeGreaterThan(1).allSatisfy(this::ends);
  }

  @Test
  void aCallAfterCloseIsRefused() {
    PgConnections connections = open(Map.of());
    connections.close();

    assertThatThrownBy(() -> connections.read("test", Queries.of("SELECT 1")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("pgvector: the service is closed (open a new one)");
  }

  private void ends(Thread thread) throws InterruptedException {
    thread.join(10_000);
    assertThat(thread.isAlive()).as(thread.getName()).isFalse();
  }

  private static String endSession(Connection connection) throws SQLException {
    return Queries.text(connection, "SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(5)");
  }

  private static String fail(Connection connection, String state) throws SQLException {
    return Queries.run(
        connection,
        "DO $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = '" + state + "'; END $$");
  }

  private PgConnections retrying(int max, List<Duration> pauses) {
    Retries retries = new Retries(max, pauses::add, () -> 0.5);
    PgConnections connections =
        PgConnections.withOwnPool(
            TestServer.options(schema, Map.of()),
            new PgConnections.Setup(retries, Duration.ofSeconds(5)));
    opened.add(connections);
    return connections;
  }

  private PgConnections withTable(Map<String, ?> more) {
    return withTable(open(more));
  }

  private PgConnections withTable(PgConnections connections) {
    TestServer.execute("CREATE SCHEMA " + Identifiers.quote(schema));
    TestServer.execute("CREATE TABLE " + table() + " (number integer)");
    return connections;
  }

  private String table() {
    return Identifiers.quote(schema, "numbers");
  }

  private String rows(PgConnections connections) {
    return connections.read(
        "test",
        Queries.of(
            "SELECT coalesce(string_agg(number::text, ',' ORDER BY number), '') FROM " + table()));
  }
}
