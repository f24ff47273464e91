package io.ragport.api.store;

import io.ragport.api.EntryIds;
import io.ragport.api.QueryOptions;
import io.ragport.api.ScoreKind;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One kind of search, ordered the same whoever searches. */
final class SearchStep {
  static final Comparator<VectorHit> BEST_FIRST =
      Comparator.comparingDouble(VectorHit::score)
          .reversed()
          .thenComparing(VectorHit::id, EntryIds.ORDER);

  private final Function<List<VectorSearch>, List<List<VectorHit>>> search;

  /**
   * @param search finds the hits of each search, in order of the searches; filters exactly
   */
  SearchStep(Function<List<VectorSearch>, List<List<VectorHit>>> search) {
    this.search = search;
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

  /** One search, by vector or by keyword, under these conditions. */
  static VectorSearch search(
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
    return search.apply(searches).stream()
        .map(hits -> hits.stream().sorted(BEST_FIRST).toList())
        .toList();
  }
}
