package io.ragport.store.qdrant;

import io.qdrant.client.PointIdFactory;
import io.qdrant.client.WithPayloadSelectorFactory;
import io.qdrant.client.WithVectorsSelectorFactory;
import io.qdrant.client.grpc.Common.PointId;
import io.qdrant.client.grpc.Points.CountPoints;
import io.qdrant.client.grpc.Points.CountResponse;
import io.qdrant.client.grpc.Points.RetrievedPoint;
import io.qdrant.client.grpc.Points.ScrollPoints;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reads points by id and in the order of ids; answers that are too large come in pages. */
final class PointReader {
  private static final PointPages.Part CREATED =
      new PointPages.Part(
          WithPayloadSelectorFactory.include(List.of(Fields.CREATED)),
          WithVectorsSelectorFactory.enable(false));

  private final QdrantOptions options;
  private final QdrantNodes nodes;
  private final PointPages pages;

  PointReader(QdrantOptions options, QdrantNodes nodes) {
    this.options = options;
    this.nodes = nodes;
    pages = new PointPages(options, nodes);
  }

  /** Exact, of any layout; 0 for a missing collection (ENT-1). */
  long count(CollectionSpec collection) {
    CountPoints.Builder request =
        CountPoints.newBuilder().setCollectionName(collection.identifier()).setExact(true);
    Consistency.of(options).ifPresent(request::setReadConsistency);
    return nodes
        .callOr(
            CountResponse.getDefaultInstance(),
            QdrantErrors.place(collection.name()),
            stubs -> stubs.points().count(request.build()))
        .getResult()
        .getCount();
  }

  /** In any order; missing ones are left out. */
  List<VectorRecord> fetch(QdrantCollection collection, Collection<UUID> ids) {
    return entries(collection, pages.byId(collection, points(ids), whole(collection)));
  }

  /** When entries were created; missing ones are left out (IDX-2). */
  Map<UUID, Instant> createdAt(QdrantCollection collection, Collection<UUID> ids) {
    Map<UUID, Instant> created = new HashMap<>();
    for (RetrievedPoint point : pages.byId(collection, points(ids), CREATED)) {
      created.put(PointCodec.id(point.getId()), PayloadCodec.createdAt(point.getPayloadMap()));
    }
    return created;
  }

  /** One page in the order of ids (ENT-2), which is Qdrant's own. */
  List<VectorRecord> scan(QdrantCollection collection, VectorScan scan) {
    ScrollPoints.Builder request = ScrollPoints.newBuilder();
    QdrantFilters.condition(scan.sourceIds(), scan.filter(), options.filterableKeys())
        .ifPresent(request::setFilter);
    if (scan.after() != null) {
      Optional<UUID> next = next(scan.after());
      if (next.isEmpty()) {
        return List.of();
      }
      request.setOffset(PointIdFactory.id(next.get()));
    }
    return entries(collection, pages.inOrder(collection, request, whole(collection), scan.limit()));
  }

  /** The id behind that one; empty behind the last. */
  private static Optional<UUID> next(UUID id) {
    long low = id.getLeastSignificantBits() + 1;
    long high = id.getMostSignificantBits() + (low == 0 ? 1 : 0);
    return low == 0 && high == 0 ? Optional.empty() : Optional.of(new UUID(high, low));
  }

  private static PointPages.Part whole(QdrantCollection collection) {
    return new PointPages.Part(
        WithPayloadSelectorFactory.exclude(List.of(Fields.OTHER_KEYS)),
        WithVectorsSelectorFactory.include(List.of(collection.embedding())));
  }

  private static List<PointId> points(Collection<UUID> ids) {
    return ids.stream().distinct().map(PointIdFactory::id).toList();
  }

  private static List<VectorRecord> entries(
      QdrantCollection collection, List<RetrievedPoint> points) {
    return points.stream().map(point -> PointCodec.entry(collection, point)).toList();
  }
}
