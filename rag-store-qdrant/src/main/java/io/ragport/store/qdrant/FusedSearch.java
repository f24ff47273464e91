package io.ragport.store.qdrant;

import io.qdrant.client.grpc.Points.ScoredPoint;
import io.ragport.api.store.FusedHit;
import io.ragport.api.store.HybridSearch;
import java.util.ArrayList;
import java.util.List;

/** Ranks entries by vector and by keyword at once. Safe for use from many threads. */
final class FusedSearch {
  private final SearchRequests requests;
  private final PointQueries queries;
  private final SmallCollections small;

  FusedSearch(SearchRequests requests, PointQueries queries, SmallCollections small) {
    this.requests = requests;
    this.queries = queries;
    this.small = small;
  }

  /** The hits of each search, in order. */
  List<List<FusedHit>> find(QdrantCollection collection, List<HybridSearch> searches) {
    boolean isSmall = small.contains(collection);
    List<List<FusedHit>> found =
        Attempt.findAll(
            searches.stream()
                .map(
                    search ->
                        new Attempt<>(
                            search,
                            search.topK(),
                            isSmall || EntrySearch.isExact(search.byVector())))
                .toList(),
            attempts -> run(collection, attempts));
    for (int i = 0; i < found.size(); i++) {
      if (isSmall && found.get(i).size() >= searches.get(i).topK()) {
        small.forget(collection);
      }
    }
    return found;
  }

  private List<List<FusedHit>> run(
      QdrantCollection collection, List<Attempt<HybridSearch>> attempts) {
    List<List<ScoredPoint>> answers =
        queries.points(
            collection,
            attempts.stream()
                .map(attempt -> requests.fused(collection, attempt.search(), attempt.exact()))
                .toList());
    List<List<FusedHit>> found = new ArrayList<>(attempts.size());
    for (int i = 0; i < attempts.size(); i++) {
      float[] query =
          UnitVector.of(attempts.get(i).search().byVector().requireVector()).components();
      found.add(answers.get(i).stream().map(point -> hit(collection, point, query)).toList());
    }
    return found;
  }

  private static FusedHit hit(QdrantCollection collection, ScoredPoint point, float[] query) {
    StoredVector embedding = StoredVector.embedding(collection, point.getVectors());
    return new FusedHit(PointCodec.hit(point), PointCodec.cosine(product(query, embedding)));
  }

  /** Of two vectors of unit length. */
  private static double product(float[] query, StoredVector embedding) {
    double product = 0;
    for (int i = 0; i < query.length; i++) {
      product += (double) query[i] * embedding.component(i);
    }
    return product;
  }
}
