package io.ragport.store.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.hnsw.NeighborQueue;

/** Keeps the best of all the documents that a search offers; for one thread. */
interface Ranking {
  /** The documents offered from now on are of this segment. */
  void enter(LeafReaderContext segment) throws IOException;

  /**
   * @param doc its number in the segment; any order
   */
  void offer(int doc, float score) throws IOException;

  /** The best ones over all segments, best first, with their numbers in the index. */
  List<ScoreDoc> best() throws IOException;

  /** The best {@code topK} documents, or the best one of each of the best {@code topK} sources. */
  static Ranking of(int topK, int candidates, boolean keepBest) {
    int most = Math.max(1, Math.min(topK, candidates));
    return keepBest ? new OfSources(most) : new OfDocuments(most);
  }

  /** Documents for themselves. */
  final class OfDocuments implements Ranking {
    private final NeighborQueue queue;
    private int base;

    OfDocuments(int topK) {
      queue = new NeighborQueue(topK, false);
    }

    @Override
    public void enter(LeafReaderContext segment) {
      base = segment.docBase;
    }

    @Override
    public void offer(int doc, float score) {
      queue.insertWithOverflow(base + doc, score);
    }

    @Override
    public List<ScoreDoc> best() {
      ScoreDoc[] hits = new ScoreDoc[queue.size()];
      for (int i = hits.length - 1; i >= 0; i--) {
        float score = queue.topScore();
        hits[i] = new ScoreDoc(queue.pop(), score);
      }
      return Arrays.asList(hits);
    }
  }

  /** The best document of each source (QRY-6). */
  final class OfSources implements Ranking {
    private final int topK;
    private final Map<BytesRef, ScoreDoc> bestBySource = new HashMap<>();
    private int base;
    private SortedDocValues sources = DocValues.emptySorted();
    private ScoreDoc[] bestInSegment = new ScoreDoc[0];

    OfSources(int topK) {
      this.topK = topK;
    }

    @Override
    public void enter(LeafReaderContext segment) throws IOException {
      leave();
      base = segment.docBase;
      sources = DocValues.getSorted(segment.reader(), Fields.SOURCE);
      bestInSegment = new ScoreDoc[sources.getValueCount()];
    }

    @Override
    public void offer(int doc, float score) throws IOException {
      if (sources.advanceExact(doc)) {
        int source = sources.ordValue();
        ScoreDoc best = bestInSegment[source];
        if (best == null) {
          bestInSegment[source] = new ScoreDoc(base + doc, score);
        } else if (score > best.score) {
          best.doc = base + doc;
          best.score = score;
        }
      }
    }

    @Override
    public List<ScoreDoc> best() throws IOException {
      leave();
      List<ScoreDoc> hits = new ArrayList<>(bestBySource.values());
      hits.sort(Comparator.comparingDouble((ScoreDoc hit) -> hit.score).reversed());
      return hits.subList(0, Math.min(topK, hits.size()));
    }

    private void leave() throws IOException {
      for (int source = 0; source < bestInSegment.length; source++) {
        ScoreDoc best = bestInSegment[source];
        if (best != null) {
          bestBySource.merge(
              BytesRef.deepCopyOf(sources.lookupOrd(source)),
              best,
              (a, b) -> a.score >= b.score ? a : b);
        }
      }
      bestInSegment = new ScoreDoc[0];
    }
  }
}
