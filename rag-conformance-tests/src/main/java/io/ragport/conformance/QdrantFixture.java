package io.ragport.conformance;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Qdrant, each sandbox in collections of its own. The environment says where: {@code
 * RAG_QDRANT_HOST}, {@code RAG_QDRANT_PORT} (gRPC; 6334), {@code RAG_QDRANT_API_KEY} (none), and
 * {@code RAG_TEST_QDRANT_HTTP_PORT} for REST, which is the port before that for gRPC unless said.
 *
 * <p>{@code RAG_QDRANT_NODES} names the further nodes of a cluster, host:port for gRPC, separated
 * by commas. Every collection is then spread over the cluster: three shards, each on two nodes.
 *
 * <p>{@code RAG_TEST_RESTART_QDRANT} is a command of the shell that restarts the server, in a
 * cluster all nodes. {@code RAG_TEST_MISSING_QDRANT} says why there is no server.
 */
public final class QdrantFixture implements BackendFixture {
  static final String RESTART = "RAG_TEST_RESTART_QDRANT";
  static final String MISSING = "RAG_TEST_MISSING_QDRANT";

  /** For {@link java.util.ServiceLoader}. */
  public QdrantFixture() {}

  @Override
  public String backend() {
    return "qdrant";
  }

  @Override
  public Optional<String> missing(Map<String, String> environment) {
    if (!environment.containsKey(QdrantServer.HOST)) {
      return Optional.of(environment.getOrDefault(MISSING, QdrantServer.HOST + " is not set"));
    }
    QdrantServer server = QdrantServer.in(environment);
    try {
      server.check();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          QdrantServer.HOST + ": no answer from HTTP port " + server.httpPort() + ": " + e);
    }
  }

  @Override
  public Sandbox open(Map<String, String> environment) {
    return new QdrantSandbox(QdrantServer.in(environment), RestartCommand.in(environment, RESTART));
  }

  @Override
  public Map<Means, String> impossible(Map<String, String> environment) {
    Map<Means, String> impossible = new LinkedHashMap<>();
    if (!environment.containsKey(RESTART)) {
      impossible.put(Means.RESTART, RESTART + " is not set");
    }
    if (!environment.containsKey(QdrantServer.API_KEY)) {
      impossible.put(Means.WRONG_CREDENTIALS, QdrantServer.API_KEY + " is not set");
    }
    return impossible;
  }

  @Override
  public Map<String, String> versions(Map<String, String> environment) {
    return QdrantServer.in(environment).versions();
  }
}
