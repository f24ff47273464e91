package io.ragport.store.qdrant;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;

/** The server that {@code dev/servers} started, and places for a test's collections in it. */
final class TestServer {
  private TestServer() {}

  /** Settings of the backend for collections with that prefix; aborts where there is no server. */
  static Map<String, Object> settings(String collectionPrefix) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("host", required("RAG_QDRANT_HOST"));
    settings.put("collectionPrefix", collectionPrefix);
    find("RAG_QDRANT_PORT").ifPresent(port -> settings.put("port", Integer.valueOf(port)));
    find("RAG_QDRANT_API_KEY").ifPresent(key -> settings.put("apiKey", key));
    return settings;
  }

  /** The same with more settings, or other ones. */
  static QdrantOptions options(String collectionPrefix, Map<String, ?> more) {
    Map<String, Object> settings = settings(collectionPrefix);
    settings.putAll(more);
    return QdrantOptions.of(settings);
  }

  /** What the names of one test's collections begin with. */
  static String newPrefix() {
    return "test_" + UUID.randomUUID().toString().replace("-", "") + "_";
  }

  /** The value of a variable of the environment; the test is left out without it. */
  static String required(String variable) {
    return find(variable)
        .orElseGet(
            () ->
                Assumptions.abort(
                    "not testable: " + variable + " is not set (run dev/servers up)"));
  }

  private static Optional<String> find(String variable) {
    return Optional.ofNullable(System.getenv(variable));
  }
}
