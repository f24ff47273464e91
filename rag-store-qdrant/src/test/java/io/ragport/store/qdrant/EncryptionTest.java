package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A real server that speaks TLS only. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EncryptionTest {
  private final Path folder;
  private final OwnCertificate own;
  private final PrivateServer server;

  EncryptionTest(@TempDir Path folder) throws Exception {
    PrivateServer.program(); // else no key is needed
    this.folder = folder;
    own = OwnCertificate.in(folder);
    server =
        PrivateServer.start(
            Map.of(
                "QDRANT__SERVICE__API_KEY",
                PrivateServer.API_KEY,
                PrivateServer.TLS,
                "true",
                "QDRANT__TLS__CERT",
                own.certificate().toString(),
                "QDRANT__TLS__KEY",
                own.key().toString()),
            List.of());
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private QdrantNodes open(Map<String, ?> more) {
    return new QdrantNodes(server.options(more));
  }

  @Test
  void aCertificateThatTheSettingTrustsConnects() {
    try (QdrantNodes nodes =
        open(Map.of("tls", true, "caCertificate", own.certificate().toString()))) {
      nodes.check();

      assertThat(Listing.names(nodes)).isEmpty();
    }
  }

  @Test
  void aCertificateThatNobodyTrustsDoesNot() {
    try (QdrantNodes nodes = open(Map.of("tls", true))) {
      assertNoHandshake(nodes);
    }
  }

  @Test
  void aCertificateOfAnotherAuthorityDoesNot() throws Exception {
    OwnCertificate another = OwnCertificate.in(folder);

    try (QdrantNodes nodes =
        open(Map.of("tls", true, "caCertificate", another.certificate().toString()))) {
      assertNoHandshake(nodes);
    }
  }

  @Test
  void aCertificateForAnotherHostDoesNot() {
    try (QdrantNodes nodes =
        open(
            Map.of(
                "tls", true, "caCertificate", own.certificate().toString(), "host", "localhost"))) {
      assertNoHandshake(nodes);
    }
  }

  private static void assertNoHandshake(QdrantNodes nodes) {
    assertThatThrownBy(nodes::check)
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("no encrypted connection (")
        .hasMessageContaining("rag.qdrant.caCertificate");
  }

  @Test
  void withoutEncryptionThereIsNoConnection() {
    try (QdrantNodes nodes = open(Map.of())) {
      assertThatThrownBy(nodes::check)
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageStartingWith("qdrant at 127.0.0.1:" + server.grpcPort() + ": ");
    }
  }

  @Test
  void aFileThatIsNotThereIsNamedAtFirstUse() {
    Path missing = folder.resolve("none.pem");

    try (QdrantNodes nodes = open(Map.of("tls", true, "caCertificate", missing.toString()))) {
      assertUnusable(nodes);
    }
  }

  @Test
  void aFileWithoutCertificatesIsNamedAtFirstUse() throws Exception {
    Path text = Files.writeString(folder.resolve("text.pem"), "no certificate");

    try (QdrantNodes nodes = open(Map.of("tls", true, "caCertificate", text.toString()))) {
      assertUnusable(nodes);
    }
  }

  private static void assertUnusable(QdrantNodes nodes) {
    assertThatThrownBy(nodes::check)
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith("rag.qdrant.caCertificate: ")
        .hasMessageContaining("cannot be read as certificates");
  }
}
