package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SecretsTest {
  private final Secrets secrets =
      new Secrets(
          Map.of(
              "RAG_PGVECTOR_PASSWORD", "hunter2",
              "RAG_QDRANT_API_KEY", "hunter2-and-more",
              "SOME_TOKEN", "a",
              "RAG_PGVECTOR_URL", "jdbc:postgresql://localhost/test"));

  @Test
  void valuesOfSecretVariablesAreMasked() {
    assertThat(
            secrets.masked("login hunter2-and-more or hunter2 at jdbc:postgresql://localhost/test"))
        .isEqualTo("login *** or *** at jdbc:postgresql://localhost/test");
  }

  @Test
  void passwordsInUrlsAreMasked() {
    assertThat(secrets.masked("no answer from http://me:s3cret@host:80/a"))
        .isEqualTo("no answer from http://me:***@host:80/a");
  }

  @Test
  void theTextIsOneLineOfAtMost300Characters() {
    assertThat(secrets.masked("\n[what]\r\n  Expecting\u0000\t\uD800: "))
        .isEqualTo("[what] Expecting\uFFFD \uFFFD:");
    assertThat(secrets.masked("x".repeat(300))).hasSize(300).doesNotContain("…");
    assertThat(secrets.masked("x".repeat(301))).hasSize(300).endsWith("x…");
    assertThat(secrets.masked("x".repeat(298) + "😀😀")).hasSize(299).endsWith("x…");
  }
}
