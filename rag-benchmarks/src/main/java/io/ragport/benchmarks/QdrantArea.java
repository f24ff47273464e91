package io.ragport.benchmarks;

import com.google.common.util.concurrent.ListenableFuture;
import io.qdrant.client.QdrantClient;
import io.qdrant.client.QdrantGrpcClient;
import io.qdrant.client.grpc.Collections.CollectionStatus;
import io.qdrant.client.grpc.Collections.Distance;
import io.qdrant.client.grpc.Collections.VectorParams;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** Collections under a prefix of its own, and a client; closing deletes them. */
final class QdrantArea implements Area {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int CALM_POLLS = 20;

  private final String prefix;
  private final QdrantClient client;

  private QdrantArea(String prefix, QdrantClient client) {
    this.prefix = prefix;
    this.client = client;
  }

  /** A prefix that no collection has. */
  static QdrantArea create(QdrantServer server) {
    return new QdrantArea(
        "ragport_bench_" + UUID.randomUUID().toString().substring(0, 8) + "_",
        new QdrantClient(
            QdrantGrpcClient.newBuilder(server.host(), server.port(), false)
                .withApiKey(server.apiKey())
                .build()));
  }

  /** Opens a contender under a prefix of its own. */
  static Contender.Opener<QdrantServer> opener(Function<QdrantArea, Contender> maker) {
    return server -> Area.contender(create(server), maker);
  }

  /** What the names of its collections begin with. */
  String prefix() {
    return prefix;
  }

  /** The collection of those that need one only. */
  String collection() {
    return prefix + ENTRIES;
  }

  /** Its client. */
  QdrantClient client() {
    return client;
  }

  /** Creates {@link #collection} with the server's defaults. */
  void createCollection() {
    answer(
        client.createCollectionAsync(
            collection(),
            VectorParams.newBuilder()
                .setDistance(Distance.Cosine)
                .setSize(DocumentStream.DIMENSION)
                .build()));
  }

  /** The names of its collections. */
  List<String> collections() {
    return answer(client.listCollectionsAsync()).stream()
        .filter(name -> name.startsWith(prefix))
        .toList();
  }

  /** The answer to a request. */
  static <T> T answer(ListenableFuture<T> request) {
    try {
      return request.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for Qdrant", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("Qdrant: a request failed", e);
    }
  }

  @Override
  public long count() {
    return answer(client.countAsync(collection()));
  }

  @Override
  public void awaitIndex() {
    while (!green()) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Waits until nothing has been optimized for a second: one optimization can start the next. */
  @Override
  public void settle() {
    for (int calm = 0; calm < CALM_POLLS; calm = green() ? calm + 1 : 0) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private boolean green() {
    return collections().stream()
        .map(name -> answer(client.getCollectionInfoAsync(name)).getStatus())
        .allMatch(CollectionStatus.Green::equals);
  }

  @Override
  public void close() {
    try (client) {
      for (String name : collections()) {
        answer(client.deleteCollectionAsync(name));
      }
    }
  }
}
