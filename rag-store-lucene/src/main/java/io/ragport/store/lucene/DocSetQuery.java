package io.ragport.store.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/** A {@link DocSet} where Lucene wants a query: beside keywords, and to delete by. */
final class DocSetQuery extends Query {
  private final DocSet docs;

  DocSetQuery(DocSet docs) {
    this.docs = docs;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new ConstantScoreWeight(this, boost) {
      @Override
      public Scorer scorer(LeafReaderContext context) throws IOException {
        FixedBitSet bits = docs.in(context.reader());
        return new ConstantScoreScorer(
            this, score(), scoreMode, new BitSetIterator(bits, bits.cardinality()));
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return false;
      }
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public String toString(String field) {
    return "DocSetQuery";
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DocSetQuery that && docs.equals(that.docs);
  }

  @Override
  public int hashCode() {
    return docs.hashCode();
  }
}
