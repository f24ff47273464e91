package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What the fixture says of its environment, and what its sandboxes are on a real server. */
class PgvectorFixtureTest extends ServerFixtureTest {
  private final PgvectorFixture fixture = new PgvectorFixture();

  PgvectorFixtureTest() {
    super(new PgvectorFixture(), "RAG_PGVECTOR_URL", "RAG_PGVECTOR_PASSWORD");
  }

  @Override
  Map<String, String> at(int port) {
    return Map.of("RAG_PGVECTOR_URL", url(port));
  }

  @Override
  String refusal(int port) {
    return "RAG_PGVECTOR_URL: no connection: ";
  }

  private static String url(int port) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/rag";
  }

  @Nested
  class WithoutAServer {
    @Test
    void aServerDoesNotTellItsPassword() {
      PgvectorServer server =
          PgvectorServer.in(
              Map.of("RAG_PGVECTOR_URL", url(5432), "RAG_PGVECTOR_PASSWORD", "hunter2"));

      assertThat(server.toString()).contains("5432").doesNotContain("hunter2");
    }
  }

  @Nested
  class OnTheServer {
    private final Map<String, String> environment = serverEnvironment();
    private final PgvectorServer server = PgvectorServer.in(environment);

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
  }
}
