package io.ragport.store.qdrant;

import io.grpc.BindableService;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.stub.StreamObserver;
import io.qdrant.client.grpc.QdrantGrpc;
import io.qdrant.client.grpc.QdrantOuterClass.HealthCheckReply;
import io.qdrant.client.grpc.QdrantOuterClass.HealthCheckRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A gRPC server on this machine that answers health checks as Qdrant does; the rest is up to the
 * service given. It takes the requests of a connection in order, one after the other.
 */
final class LocalServer implements AutoCloseable {
  private final Server server;
  private final int port;
  private final List<Metadata> headers = new CopyOnWriteArrayList<>();
  private volatile String version = "1.16.3";
  private volatile CompletableFuture<Void> healthKnown = CompletableFuture.completedFuture(null);

  private LocalServer(BindableService service, int wanted) {
    try {
      server =
          Grpc.newServerBuilderForPort(wanted, InsecureServerCredentials.create())
              .directExecutor()
              .addService(new Health())
              .addService(service)
              .intercept(new Headers())
              .build()
              .start();
      port = server.getPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static LocalServer start(BindableService service) {
    return start(service, 0);
  }

  /**
   * The same on that port.
   *
   * @param port 0 for any
   */
  static LocalServer start(BindableService service, int port) {
    return new LocalServer(service, port);
  }

  /** Its health check tells this version. */
  void version(String told) {
    version = told;
  }

  /** Health checks get no answer until {@link #answerHealthChecks}. */
  void holdHealthChecks() {
    healthKnown = new CompletableFuture<>();
  }

  void answerHealthChecks() {
    healthKnown.complete(null);
  }

  /** What came with calls, health checks among them. */
  List<Metadata> headers() {
    return headers;
  }

  int port() {
    return port;
  }

  String endpoint() {
    return "127.0.0.1:" + port;
  }

  /** Settings of the backend for this server. */
  QdrantOptions options(Map<String, ?> more) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("host", "127.0.0.1");
    settings.put("port", port);
    settings.putAll(more);
    return QdrantOptions.of(settings);
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Headers implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata sent, ServerCallHandler<Q, A> next) {
      headers.add(sent);
      return next.startCall(call, sent);
    }
  }

  private final class Health extends QdrantGrpc.QdrantImplBase {
    @Override
    public void healthCheck(HealthCheckRequest request, StreamObserver<HealthCheckReply> answer) {
      healthKnown.thenRun(
          () -> {
            answer.onNext(HealthCheckReply.newBuilder().setVersion(version).build());
            answer.onCompleted();
          });
    }
  }
}
