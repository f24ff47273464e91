package io.ragport.store.lucene;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/**
 * A description of documents by terms, and the bits of those it means in a segment, deleted ones
 * included.
 *
 * <p>In place of Lucene's {@code BooleanQuery}, whose clauses are counted over the whole tree and
 * limited for the whole process (1,024 by default), and which cannot say "all but these" by itself.
 */
sealed interface DocSet {
  /** A new set as long as the segment has documents. */
  FixedBitSet in(LeafReader segment) throws IOException;

  /** Documents with at least one of these terms. */
  static DocSet ofTerms(String field, Collection<BytesRef> terms) {
    return new WithTerm(field, terms.stream().sorted().distinct().toList());
  }

  /** Documents with a term in this range. */
  record Range(
      String field, BytesRef from, boolean fromIncluded, @Nullable BytesRef to, boolean toIncluded)
      implements DocSet {
    @Override
    public FixedBitSet in(LeafReader segment) throws IOException {
      FixedBitSet bits = new FixedBitSet(segment.maxDoc());
      Terms terms = segment.terms(field);
      if (terms == null) {
        return bits;
      }
      TermsEnum cursor = terms.iterator();
      TermsEnum.SeekStatus found = cursor.seekCeil(from);
      if (found == TermsEnum.SeekStatus.END) {
        return bits;
      }
      BytesRef term =
          found == TermsEnum.SeekStatus.FOUND && !fromIncluded ? cursor.next() : cursor.term();
      PostingsEnum postings = null;
      while (term != null && isBeforeEnd(term)) {
        postings = cursor.postings(postings, PostingsEnum.NONE);
        bits.or(postings);
        term = cursor.next();
      }
      return bits;
    }

    private boolean isBeforeEnd(BytesRef term) {
      if (to == null) {
        return true;
      }
      int order = term.compareTo(to);
      return order < 0 || order == 0 && toIncluded;
    }
  }

  /** Documents with at least one of these terms, which are sorted. */
  record WithTerm(String field, List<BytesRef> terms) implements DocSet {
    @Override
    public FixedBitSet in(LeafReader segment) throws IOException {
      FixedBitSet bits = new FixedBitSet(segment.maxDoc());
      Terms indexed = segment.terms(field);
      if (indexed == null) {
        return bits;
      }
      TermsEnum cursor = indexed.iterator();
      PostingsEnum postings = null;
      for (BytesRef term : terms) {
        if (cursor.seekExact(term)) {
          postings = cursor.postings(postings, PostingsEnum.NONE);
          for (int doc = postings.nextDoc();
              doc != DocIdSetIterator.NO_MORE_DOCS;
              doc = postings.nextDoc()) {
            bits.set(doc);
          }
        }
      }
      return bits;
    }
  }

  /** Documents in every part; all of them if there is no part. */
  record All(List<DocSet> parts) implements DocSet {
    @Override
    public FixedBitSet in(LeafReader segment) throws IOException {
      if (parts.isEmpty()) {
        FixedBitSet bits = new FixedBitSet(segment.maxDoc());
        bits.set(0, segment.maxDoc());
        return bits;
      }
      FixedBitSet bits = parts.get(0).in(segment);
      for (DocSet part : parts.subList(1, parts.size())) {
        if (bits.scanIsEmpty()) {
          break;
        }
        bits.and(part.in(segment));
      }
      return bits;
    }
  }

  /** Documents in at least one part; none if there is no part. */
  record Any(List<DocSet> parts) implements DocSet {
    @Override
    public FixedBitSet in(LeafReader segment) throws IOException {
      FixedBitSet bits = new FixedBitSet(segment.maxDoc());
      for (DocSet part : parts) {
        bits.or(part.in(segment));
      }
      return bits;
    }
  }

  /** Every other document. */
  record Not(DocSet inner) implements DocSet {
    @Override
    public FixedBitSet in(LeafReader segment) throws IOException {
      FixedBitSet bits = inner.in(segment);
      bits.flip(0, segment.maxDoc());
      return bits;
    }
  }
}
