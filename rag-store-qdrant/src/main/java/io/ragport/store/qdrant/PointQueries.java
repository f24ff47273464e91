package io.ragport.store.qdrant;

import io.qdrant.client.WithPayloadSelectorFactory;
import io.qdrant.client.WithVectorsSelectorFactory;
import io.qdrant.client.grpc.Common.PointId;
import io.qdrant.client.grpc.Points.BatchResult;
import io.qdrant.client.grpc.Points.PointGroup;
import io.qdrant.client.grpc.Points.QueryBatchPoints;
import io.qdrant.client.grpc.Points.QueryBatchResponse;
import io.qdrant.client.grpc.Points.QueryGroupsResponse;
import io.qdrant.client.grpc.Points.QueryPointGroups;
import io.qdrant.client.grpc.Points.QueryPoints;
import io.qdrant.client.grpc.Points.QueryResponse;
import io.qdrant.client.grpc.Points.RetrievedPoint;
import io.qdrant.client.grpc.Points.ScoredPoint;
import io.ragport.api.RagStoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs queries. Where an answer is larger than {@code maxInboundBytes}, ids and scores come first,
 * and the rest in pages. A missing collection has no points (COL-9). Safe for use from many
 * threads.
 */
final class PointQueries {
  /** Bounds the time and the memory that the server needs for one request. */
  private static final int BATCH = 100;

  private final QdrantOptions options;
  private final QdrantNodes nodes;
  private final PointPages pages;

  PointQueries(QdrantOptions options, QdrantNodes nodes) {
    this.options = options;
    this.nodes = nodes;
    pages = new PointPages(options, nodes);
  }

  /** The points that each query finds, in order; one request for all, or for each hundred. */
  List<List<ScoredPoint>> points(QdrantCollection collection, List<QueryPoints> queries) {
    List<List<ScoredPoint>> found = new ArrayList<>(queries.size());
    for (int from = 0; from < queries.size(); from += BATCH) {
      List<QueryPoints> some = queries.subList(from, Math.min(from + BATCH, queries.size()));
      found.addAll(
          some.size() == 1
              ? List.of(pointsOf(collection, some.get(0)))
              : orIfTooLarge(
                  () -> batchOnce(collection, some),
                  () -> some.stream().map(query -> pointsOf(collection, query)).toList()));
    }
    return found;
  }

  private List<List<ScoredPoint>> batchOnce(
      QdrantCollection collection, List<QueryPoints> queries) {
    QueryBatchPoints.Builder request =
        QueryBatchPoints.newBuilder().setCollectionName(collection.id()).addAllQueryPoints(queries);
    Consistency.of(options).ifPresent(request::setReadConsistency);
    List<BatchResult> answers =
        nodes
            .callOr(
                QueryBatchResponse.getDefaultInstance(),
                collection.place(),
                stubs -> stubs.points().queryBatch(request.build()))
            .getResultList();
    return answers.isEmpty()
        ? queries.stream().map(query -> List.<ScoredPoint>of()).toList()
        : answers.stream().map(BatchResult::getResultList).toList();
  }

  private List<ScoredPoint> pointsOf(QdrantCollection collection, QueryPoints query) {
    return orIfTooLarge(
        () -> pointsOnce(collection, query),
        () -> {
          List<ScoredPoint> hits =
              pointsOnce(
                  collection,
                  query.toBuilder()
                      .setWithPayload(WithPayloadSelectorFactory.enable(false))
                      .setWithVectors(WithVectorsSelectorFactory.enable(false))
                      .build());
          Map<PointId, RetrievedPoint> read =
              read(
                  collection,
                  hits,
                  new PointPages.Part(query.getWithPayload(), query.getWithVectors()));
          return completed(hits, read);
        });
  }

  private List<ScoredPoint> pointsOnce(QdrantCollection collection, QueryPoints query) {
    return nodes
        .callOr(
            QueryResponse.getDefaultInstance(),
            collection.place(),
            stubs -> stubs.points().query(query))
        .getResultList();
  }

  /** The groups that a query finds, each with its id and hits. */
  List<PointGroup> groups(QdrantCollection collection, QueryPointGroups query) {
    return orIfTooLarge(
        () -> groupsOnce(collection, query),
        () -> {
          List<PointGroup> groups =
              groupsOnce(
                  collection,
                  query.toBuilder()
                      .setWithPayload(WithPayloadSelectorFactory.enable(false))
                      .build());
          Map<PointId, RetrievedPoint> read =
              read(
                  collection,
                  groups.stream().flatMap(group -> group.getHitsList().stream()).toList(),
                  new PointPages.Part(query.getWithPayload(), query.getWithVectors()));
          return groups.stream()
              .map(
                  group ->
                      group.toBuilder()
                          .clearHits()
                          .addAllHits(completed(group.getHitsList(), read))
                          .build())
              .filter(group -> group.getHitsCount() > 0)
              .toList();
        });
  }

  private List<PointGroup> groupsOnce(QdrantCollection collection, QueryPointGroups query) {
    return nodes
        .callOr(
            QueryGroupsResponse.getDefaultInstance(),
            collection.place(),
            stubs -> stubs.points().queryGroups(query))
        .getResult()
        .getGroupsList();
  }

  private static <T> T orIfTooLarge(Supplier<T> atOnce, Supplier<T> inParts) {
    try {
      return atOnce.get();
    } catch (RagStoreException e) {
      if (Failures.isTooLarge(e)) {
        return inParts.get();
      }
      throw e;
    }
  }

  /** What is to be known of those hits, by id. */
  private Map<PointId, RetrievedPoint> read(
      QdrantCollection collection, List<ScoredPoint> hits, PointPages.Part part) {
    Map<PointId, RetrievedPoint> points = new HashMap<>();
    List<PointId> ids = hits.stream().map(ScoredPoint::getId).toList();
    pages.byId(collection, ids, part).forEach(point -> points.put(point.getId(), point));
    return points;
  }

  /** Without those that were deleted since they were found. */
  private static List<ScoredPoint> completed(
      List<ScoredPoint> hits, Map<PointId, RetrievedPoint> read) {
    List<ScoredPoint> completed = new ArrayList<>(hits.size());
    for (ScoredPoint hit : hits) {
      @Nullable RetrievedPoint point = read.get(hit.getId());
      if (point != null) {
        completed.add(
            hit.toBuilder()
                .putAllPayload(point.getPayloadMap())
                .setVectors(point.getVectors())
                .build());
      }
    }
    return completed;
  }
}
