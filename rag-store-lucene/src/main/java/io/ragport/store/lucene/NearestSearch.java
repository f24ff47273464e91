package io.ragport.store.lucene;

import io.ragport.api.store.VectorSearch;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.KnnCollector;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.VectorScorer;
import org.apache.lucene.search.knn.KnnCollectorManager;
import org.apache.lucene.search.knn.TopKnnCollectorManager;
import org.apache.lucene.util.BitSetIterator;

/**
 * Search by vector. The filter is evaluated first, so the walk through a graph meets only what
 * matches (QRY-5); where a walk would see more vectors than match, those are compared one by one.
 */
final class NearestSearch {
  /**
   * Vectors that a walk through a graph compares, roughly, at default settings. With a filter it
   * has to see so many more as the filter lets fewer through.
   */
  private static final long COMPARED_IN_WALK = 2_000;

  /** A walk for so many hits, as a share of all vectors, costs more than comparing all. */
  private static final int WORTHWHILE = 8;

  private final VectorSearch search;
  private final float[] target;
  private final int efSearch;

  NearestSearch(VectorSearch search, int efSearch) {
    this.search = search;
    this.target = UnitVectors.toUnit(search.requireVector());
    this.efSearch = efSearch;
  }

  /** The nearest ones, best first, as many as match but no more than wanted (QRY-2). */
  List<ScoreDoc> in(Snapshot snapshot) throws IOException {
    List<Candidates> candidates =
        Candidates.in(
            snapshot.reader(), Candidates.restriction(search.sourceIds(), search.filter()));
    int matching = candidates.stream().mapToInt(Candidates::count).sum();
    int wanted = Math.min(search.topK(), matching);
    if (wanted == 0) {
      return List.of();
    }
    int walked = Math.max(wanted, efSearch);
    if (search.exact() || search.keepBest() || (long) walked * WORTHWHILE > matching) {
      return compareAll(candidates, matching);
    }
    List<ScoreDoc> hits = walk(snapshot, candidates, walked);
    return hits.size() < wanted ? compareAll(candidates, matching) : hits.subList(0, wanted);
  }

  private List<ScoreDoc> compareAll(List<Candidates> candidates, int matching) throws IOException {
    Ranking ranking = Ranking.of(search.topK(), matching, search.keepBest());
    for (Candidates segment : candidates) {
      compareAll(segment, ranking);
    }
    return ranking.best();
  }

  private List<ScoreDoc> walk(Snapshot snapshot, List<Candidates> candidates, int walked)
      throws IOException {
    KnnCollectorManager collectors = new TopKnnCollectorManager(walked, snapshot.searcher());
    Ranking ranking = Ranking.of(walked, Integer.MAX_VALUE, false);
    for (Candidates segment : candidates) {
      if (isCheaperToCompare(segment) || !walk(segment, collectors, ranking)) {
        compareAll(segment, ranking);
      }
    }
    return ranking.best();
  }

  private static boolean isCheaperToCompare(Candidates candidates) {
    if (candidates.matching() == null) {
      return false;
    }
    long count = candidates.count();
    return count * count < COMPARED_IN_WALK * candidates.segment().reader().maxDoc();
  }

  /** False if the walk met so many vectors that do not match that it gave up. */
  private boolean walk(Candidates candidates, KnnCollectorManager collectors, Ranking ranking)
      throws IOException {
    int limit = candidates.matching() == null ? Integer.MAX_VALUE : candidates.count();
    KnnCollector collector = collectors.newCollector(limit, candidates.segment());
    candidates
        .segment()
        .reader()
        .searchNearestVectors(Fields.VECTOR, target, collector, candidates.accepted());
    if (collector.earlyTerminated()) {
      return false;
    }
    ranking.enter(candidates.segment());
    for (ScoreDoc hit : collector.topDocs().scoreDocs) {
      ranking.offer(hit.doc, hit.score);
    }
    return true;
  }

  private void compareAll(Candidates candidates, Ranking ranking) throws IOException {
    ranking.enter(candidates.segment());
    FloatVectorValues vectors = candidates.segment().reader().getFloatVectorValues(Fields.VECTOR);
    if (vectors == null) {
      return;
    }
    VectorScorer scorer = vectors.scorer(target);
    DocIdSetIterator vector = scorer.iterator();
    DocIdSetIterator docs =
        candidates.matching() == null
            ? DocIdSetIterator.all(candidates.segment().reader().maxDoc())
            : new BitSetIterator(candidates.matching(), candidates.count());
    var accepted = candidates.accepted();
    for (int doc = docs.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = docs.nextDoc()) {
      if ((accepted == null || accepted.get(doc)) && vector.advance(doc) == doc) {
        ranking.offer(doc, scorer.score());
      }
    }
  }
}
