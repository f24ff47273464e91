package io.ragport.store.lucene;

import io.ragport.api.MetadataFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/**
 * The documents of one segment that a search may return.
 *
 * @param matching those that are not deleted and satisfy the restrictions; null if there are none
 * @param count how many
 */
record Candidates(LeafReaderContext segment, @Nullable FixedBitSet matching, int count) {
  /** The restriction of a search or scan; empty if it has none. */
  static Optional<DocSet> restriction(
      @Nullable List<String> sourceIds, @Nullable MetadataFilter filter) {
    List<DocSet> parts = new ArrayList<>(2);
    if (sourceIds != null) {
      parts.add(ofSources(sourceIds));
    }
    if (filter != null) {
      parts.add(LuceneFilters.toDocSet(filter));
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(new DocSet.All(parts));
  }

  static DocSet ofSources(List<String> sourceIds) {
    return DocSet.ofTerms(Fields.SOURCE, sourceIds.stream().map(BytesRef::new).toList());
  }

  /** Segment by segment, without those that have none. */
  static List<Candidates> in(IndexReader index, Optional<DocSet> restriction) throws IOException {
    List<Candidates> all = new ArrayList<>(index.leaves().size());
    for (LeafReaderContext segment : index.leaves()) {
      Candidates candidates = of(segment, restriction);
      if (candidates.count() > 0) {
        all.add(candidates);
      }
    }
    return all;
  }

  static Candidates of(LeafReaderContext segment, Optional<DocSet> restriction) throws IOException {
    LeafReader reader = segment.reader();
    if (restriction.isEmpty()) {
      return new Candidates(segment, null, reader.numDocs());
    }
    FixedBitSet matching = restriction.get().in(reader);
    Bits live = reader.getLiveDocs();
    if (live != null) {
      DocIdSetIterator docs = new BitSetIterator(matching, 0);
      for (int doc = docs.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = docs.nextDoc()) {
        if (!live.get(doc)) {
          matching.clear(doc);
        }
      }
    }
    return new Candidates(segment, matching, matching.cardinality());
  }

  /** Which documents to accept; null means all. */
  @Nullable Bits accepted() {
    return matching == null ? segment.reader().getLiveDocs() : matching;
  }
}
