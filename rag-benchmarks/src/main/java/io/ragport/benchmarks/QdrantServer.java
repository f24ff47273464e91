package io.ragport.benchmarks;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The Qdrant server of a run, as the environment names it.
 *
 * @param port of gRPC
 */
record QdrantServer(String host, int port, String apiKey) {
  private static final String HOST = "RAG_QDRANT_HOST";
  private static final String PORT = "RAG_QDRANT_PORT";
  private static final String API_KEY = "RAG_QDRANT_API_KEY";

  /** What to do when there is none. */
  static final String MISSING =
      "no Qdrant server: set "
          + HOST
          + ", "
          + PORT
          + " (of gRPC) and "
          + API_KEY
          + ", for example with: eval \"$(dev/servers env qdrant)\"";

  /** The server that these variables name; empty if one of them is unset. */
  static Optional<QdrantServer> from(Map<String, String> environment) {
    @Nullable String host = environment.get(HOST);
    @Nullable String port = environment.get(PORT);
    @Nullable String apiKey = environment.get(API_KEY);
    return host == null || port == null || apiKey == null
        ? Optional.empty()
        : Optional.of(new QdrantServer(host, Integer.parseInt(port), apiKey));
  }

  /** Leaves the key out. */
  @Override
  public String toString() {
    return "QdrantServer[" + host + ":" + port + "]";
  }
}
