package io.ragport.store.qdrant;

import com.google.protobuf.CodedOutputStream;
import io.qdrant.client.grpc.Points.DeletePoints;
import io.qdrant.client.grpc.Points.PointStruct;
import io.qdrant.client.grpc.Points.PointsOperationResponse;
import io.qdrant.client.grpc.Points.UpsertPoints;
import io.qdrant.client.grpc.Points.WriteOrdering;
import io.qdrant.client.grpc.Points.WriteOrderingType;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.Selection;
import io.ragport.api.store.VectorRecord;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** Writes and deletes points; what it returns from is visible to every reader (IDX-12). */
final class PointWriter {
  private final QdrantOptions options;
  private final QdrantNodes nodes;

  PointWriter(QdrantOptions options, QdrantNodes nodes) {
    this.options = options;
    this.nodes = nodes;
  }

  /**
   * Writes records in requests of {@code batchBytes}, {@code pipelining} at a time. After a failure
   * some may be there, and none comes later.
   *
   * @throws RagStoreException also if the collection is not there any more, or another is
   */
  void upsert(QdrantCollection collection, List<VectorRecord> records) {
    String what = collection.place();
    PointBuilder points = new PointBuilder(collection);
    Upserts upserts = new Upserts(collection.id(), what);
    try {
      for (VectorRecord entry : records) {
        upserts.add(points.build(entry));
      }
      upserts.finish();
    } catch (RagStoreException e) {
      throw Failures.isMissing(e) || Failures.isOtherVector(e) ? gone(what, e) : e;
    } finally {
      upserts.awaitEnd();
    }
  }

  private static RagStoreException gone(String what, RagStoreException failure) {
    return new RagStoreException(
        QdrantErrors.BACKEND,
        what + ": was dropped or replaced while it was written to (index again)",
        failure);
  }

  /** Deletes what is selected, in one request; a missing collection is no error. */
  void delete(String collectionId, String what, Selection selection) {
    DeletePoints request =
        DeletePoints.newBuilder()
            .setCollectionName(collectionId)
            .setPoints(SelectionFilter.of(selection, options.filterableKeys()))
            .setOrdering(ordering())
            .setWait(true)
            .build();
    nodes.callOr(
        PointsOperationResponse.getDefaultInstance(),
        what,
        stubs -> stubs.points().delete(request));
  }

  private WriteOrdering ordering() {
    return WriteOrdering.newBuilder()
        .setType(
            switch (options.writeOrdering()) {
              case WEAK -> WriteOrderingType.Weak;
              case MEDIUM -> WriteOrderingType.Medium;
              case STRONG -> WriteOrderingType.Strong;
            })
        .build();
  }

  /** The requests of one call, and the next one while it grows. */
  private final class Upserts {
    private final String what;
    private final UpsertPoints empty;
    private final Queue<QdrantNodes.Pending<PointsOperationResponse>> underWay = new ArrayDeque<>();
    private UpsertPoints.Builder next;
    private long bytes;

    Upserts(String collectionId, String what) {
      this.what = what;
      empty =
          UpsertPoints.newBuilder()
              .setCollectionName(collectionId)
              .setOrdering(ordering())
              .setWait(true)
              .build();
      next = empty.toBuilder();
      bytes = empty.getSerializedSize();
    }

    void add(PointStruct point) {
      int size = CodedOutputStream.computeMessageSize(UpsertPoints.POINTS_FIELD_NUMBER, point);
      if (next.getPointsCount() > 0 && bytes + size > options.get(QdrantOptions.BATCH_BYTES)) {
        send();
      }
      next.addPoints(point);
      bytes += size;
    }

    private void send() {
      if (underWay.size() == options.get(QdrantOptions.PIPELINING)) {
        awaitOldest();
      }
      UpsertPoints request = next.build();
      next = empty.toBuilder();
      bytes = empty.getSerializedSize();
      underWay.add(nodes.start(what, stubs -> stubs.points().upsert(request)));
    }

    /** Sends the last request, and waits until all are done. */
    void finish() {
      if (next.getPointsCount() > 0) {
        send();
      }
      while (!underWay.isEmpty()) {
        awaitOldest();
      }
    }

    private void awaitOldest() {
      QdrantNodes.Pending<PointsOperationResponse> oldest = underWay.remove();
      // An interrupt would cancel it, and the server might still do it after all is taken back.
      oldest.awaitEnd();
      oldest.await();
    }

    /** Waits for the end of all that was sent, also if it fails or the thread is interrupted. */
    void awaitEnd() {
      underWay.forEach(QdrantNodes.Pending::awaitEnd);
    }
  }
}
