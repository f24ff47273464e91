package io.ragport.store.qdrant;

import io.qdrant.client.grpc.Common.PointId;
import io.qdrant.client.grpc.Points.GetPoints;
import io.qdrant.client.grpc.Points.GetResponse;
import io.qdrant.client.grpc.Points.RetrievedPoint;
import io.qdrant.client.grpc.Points.ScrollPoints;
import io.qdrant.client.grpc.Points.ScrollResponse;
import io.qdrant.client.grpc.Points.WithPayloadSelector;
import io.qdrant.client.grpc.Points.WithVectorsSelector;
import io.ragport.api.RagStoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads points in pages; a page whose answer is larger than {@code maxInboundBytes} is asked for
 * again in halves. A missing collection has no points (COL-9). Safe for use from many threads.
 */
final class PointPages {
  private static final int MAX_PAGE = 1_000;

  /** For points without vector and content. */
  private static final int MAX_SLIM_PAGE = 10_000;

  /** What a point is taken to need beside its vector. */
  private static final int USUAL_PAYLOAD_BYTES = 2_000;

  private final QdrantOptions options;
  private final QdrantNodes nodes;

  PointPages(QdrantOptions options, QdrantNodes nodes) {
    this.options = options;
    this.nodes = nodes;
  }

  /** What of a point is wanted. */
  record Part(WithPayloadSelector payload, WithVectorsSelector vectors) {
    private boolean isSlim() {
      return payload.hasInclude() && !vectors.hasInclude();
    }
  }

  /** Points by id, in any order; missing ones are left out. */
  List<RetrievedPoint> byId(QdrantCollection collection, List<PointId> ids, Part part) {
    List<RetrievedPoint> points = new ArrayList<>(ids.size());
    int size = firstPage(collection, part);
    for (int from = 0; from < ids.size(); ) {
      List<PointId> page = ids.subList(from, Math.min(from + size, ids.size()));
      Optional<List<RetrievedPoint>> answer = read(page.size(), () -> get(collection, page, part));
      answer.ifPresent(points::addAll);
      from += answer.isPresent() ? page.size() : 0;
      size = answer.isPresent() ? size : page.size() / 2;
    }
    return points;
  }

  private List<RetrievedPoint> get(QdrantCollection collection, List<PointId> ids, Part part) {
    GetPoints.Builder request =
        GetPoints.newBuilder()
            .setCollectionName(collection.id())
            .addAllIds(ids)
            .setWithPayload(part.payload())
            .setWithVectors(part.vectors());
    Consistency.of(options).ifPresent(request::setReadConsistency);
    return nodes
        .callOr(
            GetResponse.getDefaultInstance(),
            collection.place(),
            stubs -> stubs.points().get(request.build()))
        .getResultList();
  }

  /**
   * Points in the order of ids.
   *
   * @param request with filter and the offset to start from, if any
   * @param limit points at most; fewer only at the end
   */
  List<RetrievedPoint> inOrder(
      QdrantCollection collection, ScrollPoints.Builder request, Part part, int limit) {
    request
        .setCollectionName(collection.id())
        .setWithPayload(part.payload())
        .setWithVectors(part.vectors());
    Consistency.of(options).ifPresent(request::setReadConsistency);
    List<RetrievedPoint> points = new ArrayList<>();
    int size = firstPage(collection, part);
    while (points.size() < limit) {
      ScrollPoints page = request.setLimit(Math.min(size, limit - points.size())).build();
      Optional<ScrollResponse> answer = read(page.getLimit(), () -> scroll(collection, page));
      if (answer.isEmpty()) {
        size = page.getLimit() / 2;
        continue;
      }
      points.addAll(answer.get().getResultList());
      if (!answer.get().hasNextPageOffset()) {
        break;
      }
      request.setOffset(answer.get().getNextPageOffset());
    }
    return points;
  }

  private ScrollResponse scroll(QdrantCollection collection, ScrollPoints request) {
    return nodes.callOr(
        ScrollResponse.getDefaultInstance(),
        collection.place(),
        stubs -> stubs.points().scroll(request));
  }

  /** Reads one page. */
  private interface Page<T> {
    T read();
  }

  /** Empty if the answer would be too large and there are fewer points to ask for. */
  private static <T> Optional<T> read(int points, Page<T> page) {
    try {
      return Optional.of(page.read());
    } catch (RagStoreException e) {
      if (points > 1 && Failures.isTooLarge(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private int firstPage(QdrantCollection collection, Part part) {
    if (part.isSlim()) {
      return MAX_SLIM_PAGE;
    }
    int bytes =
        USUAL_PAYLOAD_BYTES
            + (part.vectors().hasInclude() ? collection.spec().dimension() * Float.BYTES : 0);
    return Math.max(1, Math.min(MAX_PAGE, options.get(QdrantOptions.MAX_INBOUND_BYTES) / bytes));
  }
}
