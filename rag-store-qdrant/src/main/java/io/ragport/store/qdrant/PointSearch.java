package io.ragport.store.qdrant;

import io.ragport.api.store.FusedHit;
import io.ragport.api.store.HybridSearch;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorSearch;
import java.util.List;

/** Ranks points by vector, by keyword, and by both. Safe for use from many threads. */
final class PointSearch {
  private final EntrySearch entries;
  private final SourceSearch sources;
  private final FusedSearch fused;

  PointSearch(QdrantOptions options, QdrantNodes nodes) {
    SearchRequests requests = new SearchRequests(options);
    PointQueries queries = new PointQueries(options, nodes);
    SmallCollections small = new SmallCollections();
    entries = new EntrySearch(requests, queries, small);
    sources = new SourceSearch(requests, queries);
    fused = new FusedSearch(requests, queries, small);
  }

  /**
   * The hits of each search, in order.
   *
   * @param searches all in that collection
   */
  List<List<VectorHit>> find(QdrantCollection collection, List<VectorSearch> searches) {
    return searches.stream().noneMatch(VectorSearch::keepBest)
        ? entries.find(collection, searches)
        : searches.stream().map(search -> find(collection, search)).toList();
  }

  private List<VectorHit> find(QdrantCollection collection, VectorSearch search) {
    return search.keepBest()
        ? sources.find(collection, search)
        : entries.find(collection, List.of(search)).get(0);
  }

  /** The hits of each fused search, in order, fused by the server. */
  List<List<FusedHit>> fuse(QdrantCollection collection, List<HybridSearch> searches) {
    return fused.find(collection, searches);
  }

  /** The highest similarity of each vector to each source, 0 for a source without entries. */
  double[][] highest(QdrantCollection collection, List<float[]> vectors, List<String> sourceIds) {
    return sources.highest(collection, vectors, sourceIds);
  }
}
