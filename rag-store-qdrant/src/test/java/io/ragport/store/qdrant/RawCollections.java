package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.ManagedChannelBuilder;
import io.qdrant.client.QdrantClient;
import io.qdrant.client.QdrantGrpcClient;
import io.qdrant.client.grpc.Collections.CollectionInfo;
import io.qdrant.client.grpc.Collections.CreateCollection;
import io.qdrant.client.grpc.Collections.Distance;
import io.qdrant.client.grpc.Collections.PayloadSchemaType;
import io.qdrant.client.grpc.Collections.VectorParams;
import io.qdrant.client.grpc.Collections.VectorsConfig;
import io.qdrant.client.grpc.JsonWithInt.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The server's collections whose names begin with a prefix, past our classes; what is left of them
 * is removed at the end.
 */
final class RawCollections implements AutoCloseable {
  private final String prefix;
  private final QdrantClient client;

  private RawCollections(String prefix, QdrantClient client) {
    this.prefix = prefix;
    this.client = client;
  }

  /** In the server of all tests. */
  static RawCollections of(String prefix) {
    QdrantOptions options = TestServer.options(prefix, Map.of());
    QdrantGrpcClient.Builder grpc =
        QdrantGrpcClient.newBuilder(
            ManagedChannelBuilder.forAddress(
                    options.get(QdrantOptions.HOST), options.get(QdrantOptions.PORT))
                .usePlaintext()
                .build(),
            true,
            false);
    options.find(QdrantOptions.API_KEY).ifPresent(grpc::withApiKey);
    return new RawCollections(prefix, new QdrantClient(grpc.build()));
  }

  List<String> ids() {
    return answer(client.listCollectionsAsync()).stream()
        .filter(id -> id.startsWith(prefix))
        .toList();
  }

  CollectionInfo info(String id) {
    return answer(client.getCollectionInfoAsync(id));
  }

  /** A collection as somebody else may make it, for vectors of three components. */
  void create(String id, Map<String, Value> metadata) {
    answer(
        client.createCollectionAsync(
            CreateCollection.newBuilder()
                .setCollectionName(id)
                .setVectorsConfig(
                    VectorsConfig.newBuilder()
                        .setParams(
                            VectorParams.newBuilder().setSize(3).setDistance(Distance.Cosine)))
                .putAllMetadata(metadata)
                .build()));
  }

  void createIndex(String id, String field, PayloadSchemaType type) {
    answer(client.createPayloadIndexAsync(id, field, type, null, true, null, null));
  }

  void drop(String id) {
    answer(client.deleteCollectionAsync(id));
  }

  private static <T> T answer(ListenableFuture<T> future) {
    try {
      return future.get(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    try (client) {
      List<AssertionError> failures = new ArrayList<>();
      for (String id : ids()) {
        try {
          drop(id);
        } catch (AssertionError e) {
          failures.add(e);
        }
      }
      assertThat(failures).as("collections that stay").isEmpty();
    }
  }
}
