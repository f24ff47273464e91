package io.ragport.store.qdrant;

import io.qdrant.client.QdrantGrpcClient;
import io.qdrant.client.grpc.CollectionsGrpc.CollectionsFutureStub;
import io.qdrant.client.grpc.PointsGrpc.PointsFutureStub;
import io.qdrant.client.grpc.QdrantGrpc.QdrantFutureStub;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * What a request is sent with, to be answered within a time. The client has methods of its own for
 * that, which write every failure to a log, in the server's words and also where it is expected
 * (ERR-2).
 *
 * @param timeout from the call of a method on
 */
record Stubs(QdrantGrpcClient client, Duration timeout) {
  PointsFutureStub points() {
    return client.points().withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  CollectionsFutureStub collections() {
    return client.collections().withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  QdrantFutureStub server() {
    return client.qdrant().withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }
}
