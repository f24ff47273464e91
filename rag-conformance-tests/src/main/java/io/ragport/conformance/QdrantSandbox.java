package io.ragport.conformance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Collections of Qdrant's with a name of their own, dropped when the sandbox is closed. */
final class QdrantSandbox implements Sandbox {
  /** What the name of a sandbox begins with; the names of its collections contain that name. */
  static final String NAME_PREFIX = "conformance_";

  private static final int SHARDS = 3;
  private static final int REPLICAS = 2;

  private final QdrantServer server;
  private final RestartCommand restartCommand;
  private final String name = NAME_PREFIX + UUID.randomUUID().toString().replace("-", "");
  private final SilentPorts silentPorts = new SilentPorts();

  QdrantSandbox(QdrantServer server, RestartCommand restartCommand) {
    this.server = server;
    this.restartCommand = restartCommand;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new HashMap<>();
    settings.put("host", server.host());
    settings.put("port", server.port());
    server.apiKey().ifPresent(key -> settings.put("apiKey", key));
    settings.put("collectionPrefix", name + "_");
    if (server.isCluster()) {
      settings.put("nodes", server.nodes());
      settings.put("shardNumber", SHARDS);
      settings.put("replicationFactor", REPLICAS);
    }
    return settings;
  }

  /** A port that takes connections and never says a word. */
  @Override
  public Map<String, Object> unreachable() {
    Map<String, Object> settings = new HashMap<>(settings());
    settings.put("host", SilentPorts.HOST);
    settings.put("port", silentPorts.open());
    settings.remove("nodes"); // they do answer
    settings.put("connectTimeout", "1s");
    return settings;
  }

  @Override
  public Map<String, Object> wrongCredentials() {
    Map<String, Object> settings = new HashMap<>(settings());
    settings.put("apiKey", "wrong-" + UUID.randomUUID());
    return settings;
  }

  @Override
  public void restart() {
    restartCommand.run();
    server.await(RestartCommand.PATIENCE);
  }

  @Override
  public Supplier<List<String>> placeForeignData() {
    for (String collection : foreignCollections()) {
      String path = QdrantServer.pathOf(collection);
      server.call("PUT", path, "{\"vectors\": {\"size\": 2, \"distance\": \"Cosine\"}}");
      server.call(
          "PUT",
          path + "/points?wait=true",
          """
          {"points": [
            {"id": 1, "vector": [1, 0], "payload": {"text": "someone else's"}},
            {"id": 2, "vector": [0, 1], "payload": {"text": "theirs as well"}}]}
          """);
    }
    return this::foreignData;
  }

  /** Of someone else, all but one with the prefix that Ragport's have here. */
  List<String> foreignCollections() {
    return List.of("notes_" + name, name + "_notes", name + "_ragport_notes");
  }

  private List<String> foreignData() {
    List<String> data = new ArrayList<>();
    for (String collection : foreignCollections()) {
      String path = QdrantServer.pathOf(collection);
      data.add(collection);
      data.add(server.call("GET", path).at("/result/config").toString());
      data.add(
          server
              .call("POST", path + "/points/scroll", "{\"with_vector\": true}")
              .at("/result/points")
              .toString());
    }
    return data;
  }

  @Override
  public void close() {
    try {
      silentPorts.close();
    } finally {
      server.drop(
          server.collections().stream().filter(collection -> collection.contains(name)).toList());
    }
  }
}
