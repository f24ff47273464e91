package io.ragport.store.qdrant;

import io.qdrant.client.ConditionFactory;
import io.qdrant.client.WithPayloadSelectorFactory;
import io.qdrant.client.grpc.Points.PointGroup;
import io.qdrant.client.grpc.Points.QueryPointGroups;
import io.qdrant.client.grpc.Points.ScoredPoint;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorSearch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Ranks sources by their best entries, exactly (QRY-6, MAT-2). Safe for use from many threads. */
final class SourceSearch {
  /** The server sets memory aside for each group that it might find. */
  private static final int MAX_GROUPS = 10_000;

  private final SearchRequests requests;
  private final PointQueries queries;

  SourceSearch(SearchRequests requests, PointQueries queries) {
    this.requests = requests;
    this.queries = queries;
  }

  /** The best entry of each of the best sources. */
  List<VectorHit> find(QdrantCollection collection, VectorSearch search) {
    Optional<QueryPointGroups> request = requests.bestOfSources(collection, search);
    if (request.isEmpty()) {
      return List.of();
    }
    return best(collection, request.get(), search.topK()).values().stream()
        .map(point -> search.byVector() ? PointCodec.nearest(point) : PointCodec.hit(point))
        .toList();
  }

  /** The highest similarity of each vector to each source, 0 for a source without entries. */
  double[][] highest(QdrantCollection collection, List<float[]> vectors, List<String> sourceIds) {
    double[][] matrix = new double[vectors.size()][sourceIds.size()];
    for (int row = 0; row < matrix.length && !sourceIds.isEmpty(); row++) {
      Map<String, ScoredPoint> best = best(collection, vectors.get(row), sourceIds);
      for (int column = 0; column < sourceIds.size(); column++) {
        ScoredPoint point = best.get(sourceIds.get(column));
        matrix[row][column] = point == null ? 0 : PointCodec.cosine(point.getScore());
      }
    }
    return matrix;
  }

  private Map<String, ScoredPoint> best(
      QdrantCollection collection, float[] vector, List<String> sourceIds) {
    VectorSearch search =
        new VectorSearch(
            collection.spec(), vector, null, sourceIds.size(), sourceIds, null, true, false, true);
    QueryPointGroups request = requests.bestOfSources(collection, search).orElseThrow();
    return best(
        collection,
        request.toBuilder().setWithPayload(WithPayloadSelectorFactory.enable(false)).build(),
        sourceIds.size());
  }

  /**
   * The best points by source, in order. The server looks for sources it has not seen yet a few
   * times only, so what it finds may be too few: then it is asked for others than those.
   */
  private Map<String, ScoredPoint> best(
      QdrantCollection collection, QueryPointGroups request, int wanted) {
    Map<String, ScoredPoint> best = new LinkedHashMap<>();
    int before = -1;
    while (best.size() < wanted && best.size() > before) {
      before = best.size();
      for (PointGroup group : queries.groups(collection, further(request, wanted, best))) {
        best.putIfAbsent(group.getId().getStringValue(), group.getHits(0));
      }
    }
    return best;
  }

  private static QueryPointGroups further(
      QueryPointGroups request, int wanted, Map<String, ScoredPoint> found) {
    QueryPointGroups.Builder further =
        request.toBuilder().setLimit(Math.min(MAX_GROUPS, wanted - found.size()));
    if (!found.isEmpty()) {
      further
          .getFilterBuilder()
          .addMustNot(ConditionFactory.matchKeywords(Fields.SOURCE, List.copyOf(found.keySet())));
    }
    return further.build();
  }
}
