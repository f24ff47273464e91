package io.ragport.api.store;

import io.ragport.api.EntryIds;
import io.ragport.api.FilterEvaluator;
import io.ragport.api.MetadataFilter;
import io.ragport.api.QueryOptions;
import io.ragport.api.ScoreKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One kind of search, made exact and ordered the same on every store. */
final class SearchStep {
  private static final Comparator<VectorHit> BEST_FIRST =
      Comparator.comparingDouble(VectorHit::score)
          .reversed()
          .thenComparing(VectorHit::id, EntryIds.ORDER);

  private static final int FIRST_WINDOW = 100;
  private static final int GROWTH = 4;

  private final VectorStore store;

  SearchStep(VectorStore store) {
    this.store = store;
  }

  /** The nearest entries to each vector, those below the threshold dropped (QRY-8). */
  List<List<RankedHit>> byVector(
      CollectionSpec collection, List<float[]> vectors, int topK, QueryOptions options) {
    List<VectorSearch> searches =
        vectors.stream().map(vector -> search(collection, vector, null, topK, options)).toList();
    double threshold =
        options.minSimilarity() == null ? Double.NEGATIVE_INFINITY : options.minSimilarity();
    return run(searches).stream()
        .map(
            hits ->
                hits.stream()
                    .filter(hit -> hit.score() >= threshold)
                    .map(hit -> new RankedHit(hit, hit.score(), hit.score(), ScoreKind.SIMILARITY))
                    .toList())
        .toList();
  }

  /** The entries that contain the texts' terms, by term score. */
  List<List<RankedHit>> byKeyword(
      CollectionSpec collection, List<String> texts, int topK, QueryOptions options) {
    List<VectorSearch> searches =
        texts.stream().map(text -> search(collection, null, text, topK, options)).toList();
    return run(searches).stream()
        .map(
            hits ->
                hits.stream()
                    .map(hit -> new RankedHit(hit, null, hit.score(), ScoreKind.KEYWORD))
                    .toList())
        .toList();
  }

  private static VectorSearch search(
      CollectionSpec collection,
      float @Nullable [] vector,
      @Nullable String keywords,
      int topK,
      QueryOptions options) {
    return new VectorSearch(
        collection,
        vector,
        keywords,
        topK,
        options.sourceIds(),
        options.condition().orElse(null),
        options.keepBest(),
        options.includeContent(),
        options.exact());
  }

  private List<List<VectorHit>> run(List<VectorSearch> searches) {
    if (searches.isEmpty()) {
      return List.of();
    }
    MetadataFilter filter = searches.get(0).filter();
    List<List<VectorHit>> found =
        filter == null || store.filtersExactly(filter)
            ? store.searchAll(searches)
            : searches.stream().map(search -> widen(search, filter)).toList();
    return found.stream().map(hits -> hits.stream().sorted(BEST_FIRST).toList()).toList();
  }

  /** Checks what the store could only narrow down, and asks for more until there is enough. */
  private List<VectorHit> widen(VectorSearch search, MetadataFilter filter) {
    int window = Math.max(FIRST_WINDOW, saturatedProduct(search.topK()));
    while (true) {
      List<VectorHit> hits =
          store.search(search.widened(window)).stream().sorted(BEST_FIRST).toList();
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
