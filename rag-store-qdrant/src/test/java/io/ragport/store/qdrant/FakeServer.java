package io.ragport.store.qdrant;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.qdrant.client.grpc.Collections.CollectionDescription;
import io.qdrant.client.grpc.Collections.ListCollectionsRequest;
import io.qdrant.client.grpc.Collections.ListCollectionsResponse;
import io.qdrant.client.grpc.CollectionsGrpc;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A gRPC server that names collections as Qdrant does, {@link #names}, and fails as it is told to.
 */
final class FakeServer implements AutoCloseable {
  private static final Metadata.Key<String> API_KEY =
      Metadata.Key.of("api-key", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> RETRY_AFTER =
      Metadata.Key.of("retry-after", Metadata.ASCII_STRING_MARSHALLER);

  private final LocalServer server;
  private final Queue<Status> failures = new ArrayDeque<>();
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch cancelled = new CountDownLatch(1);
  private volatile List<String> names = List.of();
  private volatile boolean silent;
  private volatile @Nullable String retryAfter;
  private volatile int listed;

  private FakeServer(int wanted) {
    server = LocalServer.start(new Names(), wanted);
  }

  static FakeServer start() {
    return new FakeServer(0);
  }

  /** Another one, where this one was. */
  FakeServer restart() {
    return new FakeServer(server.port());
  }

  /** Its health check tells this version. */
  FakeServer version(String told) {
    server.version(told);
    return this;
  }

  /** Health checks get no answer until {@link #answerHealthChecks}. */
  void holdHealthChecks() {
    server.holdHealthChecks();
  }

  void answerHealthChecks() {
    server.answerHealthChecks();
  }

  /** The collections that it names. */
  FakeServer names(List<String> told) {
    names = told;
    return this;
  }

  /** The next calls for names fail with these, one each. */
  FakeServer failing(Status... next) {
    synchronized (failures) {
      failures.addAll(List.of(next));
    }
    return this;
  }

  /** With failures it tells to wait so long. */
  FakeServer retryAfter(String seconds) {
    retryAfter = seconds;
    return this;
  }

  /** Calls for names get no answer. */
  FakeServer silent() {
    silent = true;
    return this;
  }

  /** Opens when a call for names has come in. */
  CountDownLatch reached() {
    return reached;
  }

  /** Opens when a call that gets no answer was given up by the client. */
  CountDownLatch cancelled() {
    return cancelled;
  }

  /** How many calls for names have come in. */
  int listed() {
    return listed;
  }

  /** The keys that came with calls, health checks among them. */
  List<@Nullable String> keys() {
    return server.headers().stream().<@Nullable String>map(sent -> sent.get(API_KEY)).toList();
  }

  String endpoint() {
    return server.endpoint();
  }

  /** Settings of the backend for this server. */
  QdrantOptions options(Map<String, ?> more) {
    return server.options(more);
  }

  @Override
  public void close() {
    server.close();
  }

  private final class Names extends CollectionsGrpc.CollectionsImplBase {
    @Override
    public void list(
        ListCollectionsRequest request, StreamObserver<ListCollectionsResponse> answer) {
      @Nullable Status failure;
      synchronized (failures) {
        listed++;
        failure = failures.poll();
      }
      if (silent) {
        ((ServerCallStreamObserver<ListCollectionsResponse>) answer)
            .setOnCancelHandler(cancelled::countDown);
      } else if (failure != null) {
        answer.onError(failure.asRuntimeException(trailers()));
      } else {
        answer.onNext(all());
        answer.onCompleted();
      }
      reached.countDown();
    }

    private Metadata trailers() {
      Metadata trailers = new Metadata();
      @Nullable String wait = retryAfter;
      if (wait != null) {
        trailers.put(RETRY_AFTER, wait);
      }
      return trailers;
    }

    private ListCollectionsResponse all() {
      ListCollectionsResponse.Builder all = ListCollectionsResponse.newBuilder();
      names.forEach(name -> all.addCollections(CollectionDescription.newBuilder().setName(name)));
      return all.build();
    }
  }
}
