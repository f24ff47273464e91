package io.ragport.store.lucene;

import io.ragport.api.store.VectorSearch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;

/**
 * Search by keyword: BM25 over the terms of the text, each as often as it occurs. The text is
 * analysed, never parsed, so nothing in it is an operator (QRY-13).
 */
final class KeywordSearch {
  /** Below the number of clauses that Lucene allows in one query, 1,024 by default. */
  private static final int TERMS_AT_ONCE = 500;

  private final VectorSearch search;
  private final TextAnalysis analysis;

  KeywordSearch(VectorSearch search, TextAnalysis analysis) {
    this.search = search;
    this.analysis = analysis;
  }

  /** Those that contain most, best first. */
  List<ScoreDoc> in(Snapshot snapshot) throws IOException {
    List<Query> queries = queries(snapshot);
    IndexSearcher searcher = snapshot.searcher();
    int entries = snapshot.reader().maxDoc();
    if (queries.isEmpty() || entries == 0) {
      return List.of();
    }
    if (queries.size() == 1 && !search.keepBest()) {
      int topK = Math.min(search.topK(), entries);
      return List.of(searcher.search(queries.get(0), topK).scoreDocs);
    }
    Sum sum = new Sum();
    for (Query query : queries) {
      searcher.search(query, new OneByOne(sum));
    }
    return sum.best(Ranking.of(search.topK(), entries, search.keepBest()));
  }

  /** One query, or several for a text of very many words, whose scores add up. */
  private List<Query> queries(Snapshot snapshot) throws IOException {
    Optional<DocSet> restriction = Candidates.restriction(search.sourceIds(), search.filter());
    List<Query> terms = new ArrayList<>();
    NavigableMap<BytesRef, Integer> counts = analysis.terms(search.requireKeywords());
    if (counts.size() > TERMS_AT_ONCE) {
      counts.keySet().retainAll(present(snapshot, counts.navigableKeySet()));
    }
    for (Map.Entry<BytesRef, Integer> term : counts.entrySet()) {
      Query one = new TermQuery(new Term(Fields.TEXT, term.getKey()));
      terms.add(term.getValue() == 1 ? one : new BoostQuery(one, term.getValue()));
    }
    List<Query> queries = new ArrayList<>();
    for (int from = 0; from < terms.size(); from += TERMS_AT_ONCE) {
      BooleanQuery.Builder query = new BooleanQuery.Builder();
      query.setMinimumNumberShouldMatch(1);
      for (Query term : terms.subList(from, Math.min(terms.size(), from + TERMS_AT_ONCE))) {
        query.add(term, BooleanClause.Occur.SHOULD);
      }
      restriction.ifPresent(docs -> query.add(new DocSetQuery(docs), BooleanClause.Occur.FILTER));
      queries.add(query.build());
    }
    return queries;
  }

  /** Those that occur at all: one walk through each segment's terms in place of a query each. */
  private static Set<BytesRef> present(Snapshot snapshot, NavigableSet<BytesRef> sortedTerms)
      throws IOException {
    Set<BytesRef> present = new HashSet<>();
    for (LeafReaderContext segment : snapshot.reader().leaves()) {
      TermsEnum indexed = Terms.getTerms(segment.reader(), Fields.TEXT).iterator();
      for (BytesRef term : sortedTerms) {
        if (indexed.seekExact(term)) {
          present.add(term);
        }
      }
    }
    return present;
  }

  /** Adds up the scores of several queries. */
  private static final class Sum extends SimpleCollector {
    private final Map<LeafReaderContext, float[]> scores = new HashMap<>();
    private float[] current = new float[0];
    private Scorable scorer = new NothingYet();

    @Override
    public ScoreMode scoreMode() {
      return ScoreMode.COMPLETE;
    }

    @Override
    protected void doSetNextReader(LeafReaderContext segment) {
      current = scores.computeIfAbsent(segment, key -> new float[segment.reader().maxDoc()]);
    }

    @Override
    public void setScorer(Scorable newScorer) {
      scorer = newScorer;
    }

    @Override
    public void collect(int doc) throws IOException {
      current[doc] += scorer.score();
    }

    List<ScoreDoc> best(Ranking ranking) throws IOException {
      for (Map.Entry<LeafReaderContext, float[]> segment : scores.entrySet()) {
        ranking.enter(segment.getKey());
        float[] ofDoc = segment.getValue();
        for (int doc = 0; doc < ofDoc.length; doc++) {
          if (ofDoc[doc] > 0) {
            ranking.offer(doc, ofDoc[doc]);
          }
        }
      }
      return ranking.best();
    }
  }

  /** Collects into the same sum query after query, which a searcher without threads allows. */
  private record OneByOne(Sum sum) implements CollectorManager<Sum, Sum> {
    @Override
    public Sum newCollector() {
      return sum;
    }

    @Override
    public Sum reduce(Collection<Sum> collectors) {
      return sum;
    }
  }

  private static final class NothingYet extends Scorable {
    @Override
    public float score() {
      return 0;
    }

    @Override
    public int docID() {
      return -1;
    }
  }
}
