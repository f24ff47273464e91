package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What the fixture says of its environment, and what its sandboxes are on a real server. */
class QdrantFixtureTest extends ServerFixtureTest {
  private final QdrantFixture fixture = new QdrantFixture();

  QdrantFixtureTest() {
    super(new QdrantFixture(), "RAG_QDRANT_HOST", "RAG_QDRANT_API_KEY");
  }

  @Override
  Map<String, String> at(int httpPort) {
    return Map.of("RAG_QDRANT_HOST", "127.0.0.1", "RAG_QDRANT_PORT", "" + (httpPort + 1));
  }

  @Override
  String refusal(int httpPort) {
    return "RAG_QDRANT_HOST: no answer from HTTP port " + httpPort + ": ";
  }

  @Nested
  class WithoutAServer {
    @Test
    void aServerDoesNotTellItsKey() {
      QdrantServer server =
          QdrantServer.in(Map.of("RAG_QDRANT_HOST", "qdrant", "RAG_QDRANT_API_KEY", "hunter2"));

      assertThat(server.toString()).contains("qdrant").doesNotContain("hunter2");
    }

    @Test
    void aServerHasTheUsualPortsUnlessTheEnvironmentNamesOthers() {
      QdrantServer usual = QdrantServer.in(Map.of("RAG_QDRANT_HOST", "qdrant"));

      assertThat(usual.port()).isEqualTo(6334);
      assertThat(usual.httpPort()).isEqualTo(6333);
    }

    @Test
    void thePortForHttpIsTheOneBeforeTheOtherUnlessTheEnvironmentNamesIt() {
      Map<String, String> environment =
          new HashMap<>(Map.of("RAG_QDRANT_HOST", "qdrant", "RAG_QDRANT_PORT", "1001"));
      int derived = QdrantServer.in(environment).httpPort();

      environment.put("RAG_TEST_QDRANT_HTTP_PORT", "8080");

      assertThat(derived).isEqualTo(1000);
      assertThat(QdrantServer.in(environment).httpPort()).isEqualTo(8080);
    }

    @Test
    void aPortThatIsNoNumberIsNamedWithItsVariable() {
      Map<String, String> environment =
          Map.of("RAG_QDRANT_HOST", "qdrant", "RAG_QDRANT_PORT", "grpc");

      assertThatThrownBy(() -> QdrantServer.in(environment))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("RAG_QDRANT_PORT: grpc is not a port");
    }

    @Test
    void aServerThatRefusesTheKeyIsMissing() throws IOException {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            byte[] refusal = "Invalid API key".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(401, refusal.length);
            exchange.getResponseBody().write(refusal);
            exchange.close();
          });
      server.start();
      try {
        assertThat(fixture.missing(at(server.getAddress().getPort())))
            .hasValueSatisfying(reason -> assertThat(reason).contains("401 Invalid API key"));
      } finally {
        server.stop(0);
      }
    }

    @Test
    void aSingleServerIsLeftToItsDefaults() {
      Sandbox sandbox = fixture.open(at(6333));

      assertThat(sandbox.settings())
          .containsOnlyKeys("host", "port", "collectionPrefix")
          .containsEntry("port", 6334);
    }

    @Test
    void collectionsAreSpreadOverTheNodesOfACluster() {
      Map<String, String> environment = new HashMap<>(at(6333));
      environment.put("RAG_QDRANT_NODES", "second:6334, third:6334");

      Sandbox sandbox = fixture.open(environment);

      assertThat(sandbox.settings())
          .containsEntry("nodes", List.of("second:6334", "third:6334"))
          .containsEntry("shardNumber", 3)
          .containsEntry("replicationFactor", 2);
    }

    @Test
    void noNodeOfAClusterStandsInForTheOneThatDoesNotAnswer() throws IOException {
      Map<String, String> environment = new HashMap<>(at(6333));
      environment.put("RAG_QDRANT_NODES", "second:6334,third:6334");

      Map<String, Object> settings = fixture.open(environment).unreachable();

      assertThat(settings).doesNotContainKey("nodes");
    }
  }

  @Nested
  class OnTheServer {
    private final Map<String, String> environment = serverEnvironment();
    private final QdrantServer server = QdrantServer.in(environment);

    @Test
    void theReportNamesServerAndClient() {
      assertThat(fixture.versions(environment))
          .containsKeys("Qdrant", "Qdrant Java client")
          .allSatisfy((part, version) -> assertThat(version).matches("\\d+[. ].*"));
    }

    @Test
    void eachSandboxHasAPrefixOfItsOwn() {
      try (Sandbox one = fixture.open(environment);
          Sandbox other = fixture.open(environment)) {
        assertThat(prefix(one)).startsWith("conformance_").isNotEqualTo(prefix(other));
      }
    }

    @Test
    void aClosedSandboxLeavesNothing() {
      try (Sandbox other = fixture.open(environment)) {
        Sandbox sandbox = fixture.open(environment);
        other.placeForeignData();
        sandbox.placeForeignData();
        server.call("PUT", "/collections/" + prefix(sandbox) + "docs", "{\"vectors\": {}}");

        sandbox.close();

        assertThat(server.collections())
            .noneMatch(name -> name.contains(name(sandbox)))
            .anyMatch(name -> name.contains(name(other)));
      }
    }

    @Test
    void foreignDataLooksTheSameUntilSomeoneTouchesIt() {
      try (Sandbox sandbox = fixture.open(environment)) {
        Supplier<?> foreign = sandbox.placeForeignData();
        Object before = foreign.get();
        assertThat(foreign.get()).isEqualTo(before);

        server.call(
            "POST",
            "/collections/" + prefix(sandbox) + "notes/points/delete?wait=true",
            "{\"points\": [2]}");

        assertThat(foreign.get()).isNotEqualTo(before);
      }
    }

    @Test
    void foreignDataHaveTextsAndVectors() {
      try (Sandbox sandbox = fixture.open(environment)) {
        Supplier<?> foreign = sandbox.placeForeignData();

        assertThat(foreign.get().toString()).contains("theirs as well").contains("[0.0,1.0]");
      }
    }

    @Test
    void someForeignCollectionsHaveThePrefixAndSomeHaveNot() {
      try (Sandbox sandbox = fixture.open(environment)) {
        sandbox.placeForeignData();

        assertThat(server.collections())
            .filteredOn(collection -> collection.contains(name(sandbox)))
            .anyMatch(collection -> collection.startsWith(prefix(sandbox)))
            .anyMatch(collection -> !collection.startsWith(prefix(sandbox)));
      }
    }

    @Test
    void aDroppedForeignCollectionIsNoticed() {
      try (Sandbox sandbox = fixture.open(environment)) {
        Supplier<?> foreign = sandbox.placeForeignData();

        server.drop(List.of("notes_" + name(sandbox)));

        assertThatThrownBy(foreign::get).hasMessageContaining("notes_" + name(sandbox));
      }
    }

    @Test
    void theUnreachableServerNeitherRefusesNorAnswers() throws IOException {
      try (Sandbox sandbox = fixture.open(environment)) {
        Map<String, Object> settings = sandbox.unreachable();

        assertThat(settings).containsEntry("connectTimeout", "1s");
        int port = Integer.parseInt(String.valueOf(settings.get("port")));
        try (Socket connection = new Socket(String.valueOf(settings.get("host")), port)) {
          connection.setSoTimeout(100);
          assertThatThrownBy(() -> connection.getInputStream().read())
              .isInstanceOf(SocketTimeoutException.class);
        }
      }
    }

    @Test
    void wrongCredentialsAreRefused() {
      try (Sandbox sandbox = fixture.open(environment)) {
        environment.put(
            "RAG_QDRANT_API_KEY", String.valueOf(sandbox.wrongCredentials().get("apiKey")));

        assertThat(fixture.missing(environment))
            .hasValueSatisfying(reason -> assertThat(reason).contains("401"));
      }
    }

    private String prefix(Sandbox sandbox) {
      return String.valueOf(sandbox.settings().get("collectionPrefix"));
    }

    /** The prefix without the underscore at its end. */
    private String name(Sandbox sandbox) {
      return prefix(sandbox).substring(0, prefix(sandbox).length() - 1);
    }
  }
}
