package io.ragport.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.StreamSupport;

/**
 * A Qdrant server, or a cluster, as the environment names it; asked by its REST interface, so that
 * the suite needs no client. Immutable.
 *
 * @param port for gRPC, where the backend connects
 * @param httpPort for REST
 * @param apiKey empty if the server asks for none
 * @param nodes the further nodes of a cluster, host:port for gRPC
 */
record QdrantServer(
    String host, int port, int httpPort, Optional<String> apiKey, List<String> nodes) {
  static final String HOST = "RAG_QDRANT_HOST";
  static final String PORT = "RAG_QDRANT_PORT";
  static final String API_KEY = "RAG_QDRANT_API_KEY";
  static final String NODES = "RAG_QDRANT_NODES";
  static final String HTTP_PORT = "RAG_TEST_QDRANT_HTTP_PORT";

  private static final String USUAL_PORT = "6334";
  private static final Duration TIME_TO_SHOW_UP = Duration.ofSeconds(5);
  private static final Duration TIME_TO_ANSWER = Duration.ofSeconds(60);
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(50);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(TIME_TO_SHOW_UP)
          .build();

  /**
   * The server that is named.
   *
   * @throws IllegalArgumentException if none is, or a port is no number
   */
  static QdrantServer in(Map<String, String> environment) {
    String host = environment.get(HOST);
    if (host == null) {
      throw new IllegalArgumentException(HOST + " is not set");
    }
    int port = number(PORT, environment.getOrDefault(PORT, USUAL_PORT));
    return new QdrantServer(
        host,
        port,
        number(HTTP_PORT, environment.getOrDefault(HTTP_PORT, String.valueOf(port - 1))),
        Optional.ofNullable(environment.get(API_KEY)),
        Arrays.stream(environment.getOrDefault(NODES, "").split(","))
            .map(String::strip)
            .filter(node -> !node.isEmpty())
            .toList());
  }

  private static int number(String variable, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(variable + ": " + value + " is not a port", e);
    }
  }

  boolean isCluster() {
    return !nodes.isEmpty();
  }

  /** Fails unless it answers soon, and takes the key. */
  void check() throws IOException {
    send("GET", "/collections", "", TIME_TO_SHOW_UP);
  }

  /** The versions of server and client, and how many nodes there are. */
  Map<String, String> versions() {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("Qdrant", call("GET", "/").path("version").asText());
    versions.put("Qdrant Java client", Versions.ofClass("io.qdrant.client.QdrantClient"));
    if (isCluster()) {
      int peers = call("GET", "/cluster").at("/result/peers").size();
      versions.put("Qdrant cluster", peers + " nodes");
    }
    return versions;
  }

  /** The names of all collections. */
  List<String> collections() {
    return StreamSupport.stream(
            call("GET", "/collections").at("/result/collections").spliterator(), false)
        .map(collection -> collection.path("name").asText())
        .toList();
  }

  /** Removes collections; returns when they are gone. */
  void drop(List<String> collections) {
    for (String collection : collections) {
      call("DELETE", pathOf(collection));
    }
    long deadline = System.nanoTime() + TIME_TO_ANSWER.toNanos();
    while (collections().stream().anyMatch(collections::contains)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("Qdrant: collections that were dropped are still there");
      }
      LockSupport.parkNanos(BETWEEN_ATTEMPTS.toNanos()); // it tells nobody when they are gone
    }
  }

  /** The path of a collection. */
  static String pathOf(String collection) {
    return "/collections/" + URLEncoder.encode(collection, StandardCharsets.UTF_8);
  }

  /** What a request is answered, which has to be a success. */
  JsonNode call(String method, String path) {
    return call(method, path, "");
  }

  /** The same, for a request with a body. */
  JsonNode call(String method, String path, String body) {
    try {
      return send(method, path, body, TIME_TO_ANSWER);
    } catch (IOException e) {
      throw new IllegalStateException("Qdrant: " + method + " " + path + ": " + e.getMessage(), e);
    }
  }

  private JsonNode send(String method, String path, String body, Duration timeout)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + host + ":" + httpPort + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .timeout(timeout);
    apiKey.ifPresent(key -> request.header("api-key", key));
    try {
      HttpResponse<String> response =
          HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IOException(response.statusCode() + " " + response.body());
      }
      return JSON.readTree(response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while Qdrant was asked", e);
    }
  }

  /** Returns when the server answers. */
  void await(Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        check();
        return;
      } catch (IOException e) {
        if (System.nanoTime() - deadline > 0) {
          throw new IllegalStateException("no answer after a restart within " + patience, e);
        }
        LockSupport.parkNanos(BETWEEN_ATTEMPTS.toNanos()); // it tells nobody when it is ready
      }
    }
  }

  /** Leaves the key out. */
  @Override
  public String toString() {
    return "QdrantServer[" + host + ":" + port + ", HTTP " + httpPort + ", nodes " + nodes + "]";
  }
}
