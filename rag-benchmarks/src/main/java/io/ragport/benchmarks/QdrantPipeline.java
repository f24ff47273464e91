package io.ragport.benchmarks;

import com.google.common.util.concurrent.ListenableFuture;
import io.qdrant.client.ValueFactory;
import io.qdrant.client.grpc.JsonWithInt.Value;
import io.qdrant.client.grpc.Points.PointStruct;
import io.qdrant.client.grpc.Points.UpdateResult;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;

/** Makes and sends points by hand: a few hundred a request, a few requests at once. */
final class QdrantPipeline {
  private static final int POINTS = 250;
  private static final int IN_FLIGHT = 4;

  private QdrantPipeline() {}

  /** A value of a document's metadata: a whole number or a text. */
  static Value scalar(Object value) {
    return value instanceof Number number
        ? ValueFactory.value(number.longValue())
        : ValueFactory.value(value.toString());
  }

  /** Returns when every point is stored. */
  static void load(
      QdrantArea area,
      List<NumberedDocument> batch,
      Function<NumberedDocument, PointStruct> point) {
    Queue<ListenableFuture<UpdateResult>> requests = new ArrayDeque<>();
    for (int start = 0; start < batch.size(); start += POINTS) {
      if (requests.size() == IN_FLIGHT) {
        QdrantArea.answer(requests.remove());
      }
      List<PointStruct> points =
          batch.subList(start, Math.min(start + POINTS, batch.size())).stream().map(point).toList();
      requests.add(area.client().upsertAsync(area.collection(), points));
    }
    requests.forEach(QdrantArea::answer);
  }
}
