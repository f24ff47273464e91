package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the fixture says of its environment, and what its sandboxes are on a real server. */
class PgvectorFixtureTest {
  private final PgvectorFixture fixture = new PgvectorFixture();

  @Nested
  class WithoutAServer {
    @Test
    void anEnvironmentWithoutAnAddressSaysWhichVariableIsMissing() {
      assertThat(fixture.missing(Map.of())).contains("RAG_PGVECTOR_URL is not set");
    }

    @Test
    void aServerDoesNotTellItsPassword() {
      PgvectorServer server =
          PgvectorServer.in(
              Map.of("RAG_PGVECTOR_URL", url(5432), "RAG_PGVECTOR_PASSWORD", "hunter2"));

      assertThat(server.toString()).contains("5432").doesNotContain("hunter2");
    }

    @Test
    void theReasonWhyThereIsNoServerIsPassedOn() {
      Map<String, String> environment = Map.of("RAG_TEST_MISSING_PGVECTOR", "no network");

      assertThat(fixture.missing(environment)).contains("no network");
    }

    @Test
    void aServerThatRefusesIsMissingWithTheReason() throws IOException {
      int port;
      try (ServerSocket closed = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
        port = closed.getLocalPort();
      }

      assertThat(fixture.missing(Map.of("RAG_PGVECTOR_URL", url(port))))
          .hasValueSatisfying(
              reason -> assertThat(reason).startsWith("RAG_PGVECTOR_URL: no connection: "));
    }

    @Test
    void aServerThatNeverAnswersIsMissing() throws IOException {
      try (ServerSocket silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
        assertThat(fixture.missing(Map.of("RAG_PGVECTOR_URL", url(silent.getLocalPort()))))
            .isPresent();
      }
    }

    @Test
    void aRestartIsImpossibleWithoutACommandForIt() {
      Map<String, String> environment = Map.of("RAG_PGVECTOR_PASSWORD", "a password");

      assertThat(fixture.impossible(environment))
          .containsExactly(Map.entry(Means.RESTART, "RAG_TEST_RESTART_PGVECTOR is not set"));
    }

    @Test
    void everythingIsPossibleWithACommandAndAPassword() {
      Map<String, String> environment =
          Map.of("RAG_PGVECTOR_PASSWORD", "a password", "RAG_TEST_RESTART_PGVECTOR", "true");

      assertThat(fixture.impossible(environment)).isEmpty();
    }

    @Test
    void aPasswordIsNotWrongWhereNoneIsNeeded() {
      assertThat(fixture.impossible(Map.of())).containsKey(Means.WRONG_CREDENTIALS);
    }

    private String url(int port) {
      return "jdbc:postgresql://127.0.0.1:" + port + "/rag";
    }
  }

  @Nested
  class OnTheServer {
    private final Map<String, String> environment = environment();
    private final PgvectorServer server = PgvectorServer.in(environment);

    @TempDir Path folder;

    @Test
    void theServerIsNotMissing() {
      assertThat(fixture.missing(environment)).isEmpty();
    }

    @Test
    void theReportNamesServerAndExtensionAndDriver() {
      assertThat(fixture.versions(environment))
          .containsOnlyKeys("PostgreSQL", "pgvector", "PostgreSQL JDBC Driver")
          .allSatisfy((part, version) -> assertThat(version).matches("\\d+\\.\\d+.*"));
    }

    @Test
    void eachSandboxHasASchemaOfItsOwn() throws SQLException {
      try (Sandbox one = fixture.open(environment);
          Sandbox other = fixture.open(environment)) {
        assertThat(schema(one)).isNotEqualTo(schema(other));
        assertThat(schemas()).contains(schema(one), schema(other));
      }
    }

    @Test
    void aClosedSandboxLeavesNothing() throws SQLException {
      Sandbox sandbox = fixture.open(environment);
      sandbox.placeForeignData();

      sandbox.close();

      assertThat(schemas()).doesNotContain(schema(sandbox));
    }

    @Test
    void theSettingsReachTheServer() throws SQLException {
      try (Sandbox sandbox = fixture.open(environment);
          Connection connection = connect(sandbox.settings())) {
        assertThat(connection.isValid(5)).isTrue();
      }
    }

    @Test
    void theExtensionOutlivesTheSandbox() throws SQLException {
      fixture.open(environment).close();

      assertThat(server.rows("SELECT 1 FROM pg_extension WHERE extname = 'vector'")).hasSize(1);
    }

    @Test
    void foreignDataLooksTheSameUntilSomeoneTouchesIt() {
      try (Sandbox sandbox = fixture.open(environment)) {
        Supplier<?> foreign = sandbox.placeForeignData();
        Object before = foreign.get();
        assertThat(foreign.get()).isEqualTo(before);

        server.run("DELETE FROM " + schema(sandbox) + ".ragport_notes WHERE id = 2");

        assertThat(foreign.get()).isNotEqualTo(before);
      }
    }

    @Test
    void aDroppedForeignTableIsNoticed() {
      try (Sandbox sandbox = fixture.open(environment)) {
        Supplier<?> foreign = sandbox.placeForeignData();

        server.run("DROP TABLE " + schema(sandbox) + ".rag_notes");

        assertThatThrownBy(foreign::get).hasMessageContaining("rag_notes");
      }
    }

    @Test
    void theUnreachableServerNeitherRefusesNorAnswers() {
      try (Sandbox sandbox = fixture.open(environment)) {
        Map<String, Object> settings = new HashMap<>(sandbox.unreachable());

        assertThat(settings).containsEntry("connectTimeout", "1s");
        assertThatThrownBy(() -> connect(settings, "loginTimeout", "1"))
            .isInstanceOf(SQLException.class)
            .hasMessageNotContaining("refused");
      }
    }

    @Test
    void wrongCredentialsAreRefused() {
      try (Sandbox sandbox = fixture.open(environment)) {
        assertThatThrownBy(() -> connect(sandbox.wrongCredentials()))
            .isInstanceOfSatisfying(
                SQLException.class,
                refusal -> assertThat(refusal.getSQLState()).isEqualTo("28P01"));
      }
    }

    @Test
    void aRestartRunsTheCommandInAShell() {
      Path mark = folder.resolve("restarted");
      environment.put("RAG_TEST_RESTART_PGVECTOR", "true && echo done >'" + mark + "'");
      try (Sandbox sandbox = fixture.open(environment)) {
        sandbox.restart();
      }

      assertThat(mark).content().isEqualTo("done\n");
    }

    @Test
    void aRestartThatFailsSaysWhatTheCommandSaid() {
      environment.put("RAG_TEST_RESTART_PGVECTOR", "echo 'no such server' >&2; exit 3");
      try (Sandbox sandbox = fixture.open(environment)) {
        assertThatThrownBy(sandbox::restart)
            .hasMessageContaining("RAG_TEST_RESTART_PGVECTOR")
            .hasMessageContaining("no such server");
      }
    }

    private List<String> schemas() throws SQLException {
      return server.rows("SELECT nspname FROM pg_namespace");
    }

    private String schema(Sandbox sandbox) {
      return String.valueOf(sandbox.settings().get("schema"));
    }

    private Connection connect(Map<String, Object> settings, String... more) throws SQLException {
      Properties properties = new Properties();
      settings.forEach((name, value) -> properties.setProperty(name, String.valueOf(value)));
      properties.remove("url");
      properties.remove("schema");
      properties.remove("connectTimeout"); // of ours, with a unit
      for (int i = 0; i < more.length; i += 2) {
        properties.setProperty(more[i], more[i + 1]);
      }
      return DriverManager.getConnection(String.valueOf(settings.get("url")), properties);
    }

    private static Map<String, String> environment() {
      Map<String, String> environment = new HashMap<>(System.getenv());
      if (!environment.containsKey("RAG_PGVECTOR_URL")) {
        Assumptions.abort(Rules.NOT_TESTABLE + "RAG_PGVECTOR_URL is not set");
      }
      return environment;
    }
  }
}
