package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.store.CollectionIdentifiers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Three servers of a test's own that are one cluster, to be killed and started again. */
final class PrivateCluster implements AutoCloseable {
  static final int SHARDS = 3;
  static final int REPLICAS = 2;

  private static final int NODES = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final List<PrivateServer> nodes = new ArrayList<>();

  private PrivateCluster() {}

  /** Three nodes that know each other. */
  static PrivateCluster start() {
    PrivateCluster cluster = new PrivateCluster();
    try {
      String first = freeUri();
      cluster.startNode(first, List.of("--uri", first));
      for (int number = 2; number <= NODES; number++) {
        String uri = freeUri();
        cluster.startNode(uri, List.of("--bootstrap", first, "--uri", uri));
      }
      return cluster;
    } catch (RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
  }

  private static String freeUri() {
    try {
      return "http://127.0.0.1:" + PrivateServer.freePort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A node that the others reach at that address. */
  private void startNode(String uri, List<String> arguments) {
    Map<String, String> environment =
        Map.of(
            "QDRANT__SERVICE__API_KEY",
            PrivateServer.API_KEY,
            "QDRANT__CLUSTER__ENABLED",
            "true",
            "QDRANT__CLUSTER__P2P__PORT",
            uri.substring(uri.lastIndexOf(':') + 1));
    nodes.add(PrivateServer.start(environment, arguments));
  }

  /** One of the nodes. */
  PrivateServer node(int number) {
    return nodes.get(number - 1);
  }

  /** The other nodes. */
  List<PrivateServer> nodesBut(int number) {
    return nodes.stream().filter(node -> node != node(number)).toList();
  }

  /**
   * Settings of the backend that name these nodes, for collections that are all over the cluster.
   */
  Map<String, Object> settings(int... numbers) {
    Map<String, Object> settings = new HashMap<>(node(numbers[0]).settings());
    settings.put(
        "nodes",
        Arrays.stream(numbers).skip(1).mapToObj(n -> "127.0.0.1:" + node(n).grpcPort()).toList());
    settings.put("shardNumber", SHARDS);
    settings.put("replicationFactor", REPLICAS);
    return settings;
  }

  /** Returns when every node says that every replica of the collection has all that it should. */
  void awaitReplicas(String collectionName) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (PrivateServer node : nodes) {
      while (!replicasAreActive(node, collectionName)) {
        if (System.nanoTime() - deadline > 0) {
          throw new AssertionError("replicas do not catch up: " + replicas(node, collectionName));
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50)); // it tells nobody when they have
      }
    }
  }

  private static boolean replicasAreActive(PrivateServer node, String collectionName) {
    String replicas = replicas(node, collectionName);
    return replicas.split("\"state\":\"Active\"", -1).length - 1 == SHARDS * REPLICAS
        && replicas.contains("\"shard_transfers\":[]");
  }

  private static String replicas(PrivateServer node, String collectionName) {
    try {
      return node.get(
              "/collections/ragport_" + CollectionIdentifiers.of(collectionName) + "/cluster")
          .body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the nodes again that have ended. */
  void restartEnded() {
    nodes.stream().filter(node -> !node.isAlive()).forEach(PrivateServer::restart);
  }

  @Override
  public void close() {
    List<RuntimeException> failures = new ArrayList<>();
    for (PrivateServer node : nodes) {
      try {
        node.close();
      } catch (RuntimeException e) {
        failures.add(e);
      }
    }
    assertThat(failures).as("nodes that did not end").isEmpty();
  }
}
