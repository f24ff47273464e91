package io.ragport.api.store;

import io.ragport.api.EntryIds;
import io.ragport.api.QueryOptions;
import io.ragport.api.ScoreKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Fuses a search by vector and one by keyword by reciprocal rank (QRY-13): an entry scores the sum
 * of 1 / (60 + rank) over the rankings it is in, ranks from 1. See Cormack, Clarke and Büttcher,
 * "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009.
 */
final class HybridStep {
  private static final int K = 60;
  private static final int MIN_DEPTH = 200;
  private static final Comparator<RankedHit> BEST_FIRST =
      Comparator.comparingDouble(RankedHit::score)
          .reversed()
          .thenComparing(hit -> hit.hit().id(), EntryIds.ORDER);

  private final VectorStore store;
  private final SearchStep search;

  HybridStep(VectorStore store, SearchStep search) {
    this.store = store;
    this.search = search;
  }

  /** One fused ranking per text; {@code vectors} are the texts' embeddings, in order. */
  List<List<RankedHit>> run(
      CollectionSpec collection, List<String> texts, List<float[]> vectors, QueryOptions options) {
    int depth = Math.max(MIN_DEPTH, options.topK());
    return fusedInStore(collection, texts, vectors, depth, options)
        .orElseGet(() -> fusedHere(collection, texts, vectors, depth, options));
  }

  /** Spares the way of two deep rankings from the store to here. */
  private Optional<List<List<RankedHit>>> fusedInStore(
      CollectionSpec collection,
      List<String> texts,
      List<float[]> vectors,
      int depth,
      QueryOptions options) {
    if (options.keepBest() || !options.condition().map(store::filtersExactly).orElse(true)) {
      return Optional.empty();
    }
    List<HybridSearch> searches = new ArrayList<>(texts.size());
    for (int i = 0; i < texts.size(); i++) {
      searches.add(
          new HybridSearch(
              SearchStep.search(collection, vectors.get(i), null, depth, options),
              SearchStep.search(collection, null, texts.get(i), depth, options),
              options.minSimilarity(),
              K,
              options.topK()));
    }
    return store
        .searchFused(searches)
        .map(found -> found.stream().map(HybridStep::ranked).toList());
  }

  private static List<RankedHit> ranked(List<FusedHit> hits) {
    return hits.stream()
        .map(
            fused ->
                new RankedHit(
                    fused.hit(),
                    fused.similarity(),
                    fused.hit().score(),
                    ScoreKind.RECIPROCAL_RANK))
        .sorted(BEST_FIRST)
        .toList();
  }

  private List<List<RankedHit>> fusedHere(
      CollectionSpec collection,
      List<String> texts,
      List<float[]> vectors,
      int depth,
      QueryOptions options) {
    List<List<RankedHit>> byVector = search.byVector(collection, vectors, depth, options);
    List<List<RankedHit>> byKeyword = search.byKeyword(collection, texts, depth, options);
    List<List<RankedHit>> fused = new ArrayList<>(texts.size());
    for (int i = 0; i < texts.size(); i++) {
      List<RankedHit> ranking = fuse(byVector.get(i), byKeyword.get(i), options);
      fused.add(withSimilarities(collection, ranking, vectors.get(i)));
    }
    return fused;
  }

  private static List<RankedHit> fuse(
      List<RankedHit> byVector, List<RankedHit> byKeyword, QueryOptions options) {
    Map<UUID, Double> scores = new HashMap<>();
    Map<UUID, RankedHit> hits = new LinkedHashMap<>();
    for (List<RankedHit> ranking : List.of(byVector, byKeyword)) {
      for (int i = 0; i < ranking.size(); i++) {
        RankedHit hit = ranking.get(i);
        scores.merge(hit.hit().id(), 1.0 / (K + i + 1), Double::sum);
        hits.putIfAbsent(hit.hit().id(), hit); // the vector's first: it knows the similarity
      }
    }
    Set<String> sources = new HashSet<>();
    return hits.values().stream()
        .map(
            hit ->
                new RankedHit(
                    hit.hit(),
                    hit.similarity(),
                    scores.getOrDefault(hit.hit().id(), 0.0),
                    ScoreKind.RECIPROCAL_RANK))
        .sorted(BEST_FIRST)
        .filter(hit -> !options.keepBest() || sources.add(hit.hit().sourceId()))
        .limit(options.topK())
        .toList();
  }

  /** Entries that only the keywords found get their similarity from their stored vector. */
  private List<RankedHit> withSimilarities(
      CollectionSpec collection, List<RankedHit> ranking, float[] vector) {
    List<UUID> unknown =
        ranking.stream()
            .filter(hit -> hit.similarity() == null)
            .map(hit -> hit.hit().id())
            .toList();
    if (unknown.isEmpty()) {
      return ranking;
    }
    Map<UUID, Double> similarities = new HashMap<>();
    for (VectorRecord record : store.fetch(collection, unknown)) {
      similarities.put(record.id(), Cosine.similarity(vector, record.vector()));
    }
    return ranking.stream()
        .map(
            hit ->
                hit.similarity() != null
                    ? hit
                    : new RankedHit(
                        hit.hit(), similarities.get(hit.hit().id()), hit.score(), hit.kind()))
        .toList();
  }
}
