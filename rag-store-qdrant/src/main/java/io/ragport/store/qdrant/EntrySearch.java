package io.ragport.store.qdrant;

import io.qdrant.client.grpc.Points.QueryPoints;
import io.qdrant.client.grpc.Points.ScoredPoint;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Ranks single entries by vector or by keyword. Safe for use from many threads. */
final class EntrySearch {
  /** More candidates are no faster found by an index, and only widened searches ask for more. */
  static final int MAX_BY_INDEX = 10_000;

  private final SearchRequests requests;
  private final PointQueries queries;
  private final SmallCollections small;

  EntrySearch(SearchRequests requests, PointQueries queries, SmallCollections small) {
    this.requests = requests;
    this.queries = queries;
    this.small = small;
  }

  /** Whether a search compares all vectors wherever it searches; by keyword there is no choice. */
  static boolean isExact(VectorSearch search) {
    return search.exact() || !search.byVector() || search.topK() > MAX_BY_INDEX;
  }

  /**
   * The hits of each search, in order.
   *
   * @param searches none with keepBest
   */
  List<List<VectorHit>> find(QdrantCollection collection, List<VectorSearch> searches) {
    boolean isSmall = small.contains(collection);
    List<List<VectorHit>> found =
        Attempt.findAll(
            searches.stream()
                .map(search -> new Attempt<>(search, search.topK(), isSmall || isExact(search)))
                .toList(),
            attempts -> run(collection, attempts));
    for (int i = 0; i < found.size(); i++) {
      small.learn(collection, searches.get(i), found.get(i).size());
    }
    return found;
  }

  private List<List<VectorHit>> run(
      QdrantCollection collection, List<Attempt<VectorSearch>> attempts) {
    List<Optional<QueryPoints>> asked =
        attempts.stream()
            .map(attempt -> requests.entries(collection, attempt.search(), attempt.exact()))
            .toList();
    List<List<ScoredPoint>> answers =
        queries.points(collection, asked.stream().flatMap(Optional::stream).toList());
    List<List<VectorHit>> found = new ArrayList<>(attempts.size());
    int next = 0;
    for (int i = 0; i < attempts.size(); i++) {
      boolean byVector = attempts.get(i).search().byVector();
      found.add(asked.get(i).isEmpty() ? List.of() : hits(answers.get(next++), byVector));
    }
    return found;
  }

  private static List<VectorHit> hits(List<ScoredPoint> points, boolean byVector) {
    return points.stream()
        .map(point -> byVector ? PointCodec.nearest(point) : PointCodec.hit(point))
        .toList();
  }
}
