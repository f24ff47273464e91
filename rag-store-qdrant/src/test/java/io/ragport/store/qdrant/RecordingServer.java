package io.ragport.store.qdrant;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.qdrant.client.grpc.Points.DeletePoints;
import io.qdrant.client.grpc.Points.PointsOperationResponse;
import io.qdrant.client.grpc.Points.UpsertPoints;
import io.qdrant.client.grpc.PointsGrpc;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Takes writes as Qdrant does, keeps the requests, and answers when the test says so. */
final class RecordingServer implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 30;

  private final boolean holds;
  private final LocalServer server = LocalServer.start(new Points());
  private final List<UpsertPoints> upserts = new CopyOnWriteArrayList<>();
  private final List<DeletePoints> deletes = new CopyOnWriteArrayList<>();
  private final Map<String, CompletableFuture<Held>> held = new ConcurrentHashMap<>();

  /** A write that waits for its answer. */
  record Held(StreamObserver<PointsOperationResponse> answer) {
    void succeed() {
      answer.onNext(PointsOperationResponse.getDefaultInstance());
      answer.onCompleted();
    }

    void fail(Status status) {
      answer.onError(status.asRuntimeException());
    }
  }

  private RecordingServer(boolean holds) {
    this.holds = holds;
  }

  /** One that answers at once. */
  static RecordingServer answering() {
    return new RecordingServer(false);
  }

  /** One that answers writes when it is told to. */
  static RecordingServer holding() {
    return new RecordingServer(true);
  }

  /** The request that writes an entry and waits for its answer; waits for it. */
  Held writeOf(UUID id) {
    try {
      return writeOf(id.toString()).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("no such request came", e);
    }
  }

  private CompletableFuture<Held> writeOf(String id) {
    return held.computeIfAbsent(id, key -> new CompletableFuture<>());
  }

  /** All that came, in order. */
  List<UpsertPoints> upserts() {
    return upserts;
  }

  /** All that came, in order. */
  List<DeletePoints> deletes() {
    return deletes;
  }

  /** Settings of the backend for this server. */
  QdrantOptions options(Map<String, ?> more) {
    return server.options(more);
  }

  @Override
  public void close() {
    server.close();
  }

  private final class Points extends PointsGrpc.PointsImplBase {
    @Override
    public void upsert(UpsertPoints request, StreamObserver<PointsOperationResponse> answer) {
      upserts.add(request);
      Held write = new Held(answer);
      if (holds) {
        request.getPointsList().forEach(point -> writeOf(point.getId().getUuid()).complete(write));
      } else {
        write.succeed();
      }
    }

    @Override
    public void delete(DeletePoints request, StreamObserver<PointsOperationResponse> answer) {
      deletes.add(request);
      new Held(answer).succeed();
    }
  }
}
