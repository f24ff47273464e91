package io.ragport.api.store;

import io.ragport.api.FilterEvaluator;
import io.ragport.api.MetadataFilter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A store's search with every filter applied exactly, also where the store only narrows down. */
final class FilteredSearch {
  private static final int FIRST_WINDOW = 100;
  private static final int GROWTH = 4;

  private final VectorStore store;

  FilteredSearch(VectorStore store) {
    this.store = store;
  }

  /**
   * The hits of each search, in order.
   *
   * @param searches all with the same filter
   */
  List<List<VectorHit>> find(List<VectorSearch> searches) {
    if (searches.isEmpty()) {
      return List.of();
    }
    MetadataFilter filter = searches.get(0).filter();
    return filter == null || store.filtersExactly(filter)
        ? store.searchAll(searches)
        : searches.stream().map(search -> widen(search, filter)).toList();
  }

  /** Checks what the store could only narrow down, and asks for more until there is enough. */
  private List<VectorHit> widen(VectorSearch search, MetadataFilter filter) {
    int window = Math.max(FIRST_WINDOW, saturatedProduct(search.topK()));
    while (true) {
      List<VectorHit> hits =
          store.search(search.widened(window)).stream().sorted(SearchStep.BEST_FIRST).toList();
      List<VectorHit> matching = matching(hits, filter, search.keepBest());
      if (matching.size() >= search.topK() || hits.size() < window) {
        return matching.subList(0, Math.min(search.topK(), matching.size()));
      }
      window = saturatedProduct(window);
    }
  }

  private static List<VectorHit> matching(
      List<VectorHit> hits, MetadataFilter filter, boolean keepBest) {
    List<VectorHit> matching = new ArrayList<>();
    Set<String> sources = new HashSet<>();
    for (VectorHit hit : hits) {
      if (FilterEvaluator.matches(filter, hit.metadata())
          && (!keepBest || sources.add(hit.sourceId()))) {
        matching.add(hit);
      }
    }
    return matching;
  }

  private static int saturatedProduct(int window) {
    return (int) Math.min(Integer.MAX_VALUE, (long) window * GROWTH);
  }
}
