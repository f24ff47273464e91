package io.ragport.store.lucene;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** The ids of one segment in their order, with their documents; for one thread. */
final class IdCursor implements Comparable<IdCursor> {
  private final LeafReader segment;
  private final @Nullable Bits accepted;
  private final TermsEnum ids;
  private @Nullable PostingsEnum postings;
  private BytesRef id = new BytesRef();
  private int document = -1;

  /**
   * @param accepted the documents to see; null for all
   */
  IdCursor(LeafReader segment, @Nullable Bits accepted) throws IOException {
    this.segment = segment;
    this.accepted = accepted;
    Terms terms = Terms.getTerms(segment, Fields.ID);
    this.ids = terms.iterator();
  }

  LeafReader segment() {
    return segment;
  }

  int document() {
    return document;
  }

  /** Goes to the first accepted id behind that one, or to the very first; false if none is left. */
  boolean startAfter(@Nullable UUID after) throws IOException {
    if (after == null) {
      return next();
    }
    BytesRef start = LuceneDocuments.idBytes(after);
    return switch (ids.seekCeil(start)) {
      case END -> false;
      case FOUND -> next();
      case NOT_FOUND -> isAccepted(ids.term()) || next();
    };
  }

  /** Goes to the next accepted id; false if none is left. */
  boolean next() throws IOException {
    for (BytesRef term = ids.next(); term != null; term = ids.next()) {
      if (isAccepted(term)) {
        return true;
      }
    }
    return false;
  }

  private boolean isAccepted(BytesRef term) throws IOException {
    postings = ids.postings(postings, PostingsEnum.NONE);
    // A replaced entry and its successor may be in one segment, so one id may have two documents.
    for (int doc = postings.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = postings.nextDoc()) {
      if (accepted == null || accepted.get(doc)) {
        id = BytesRef.deepCopyOf(term);
        document = doc;
        return true;
      }
    }
    return false;
  }

  /** The living documents of those ids. */
  IntStream documentsOf(List<BytesRef> sortedIds) throws IOException {
    Bits live = segment.getLiveDocs();
    IntStream.Builder documents = IntStream.builder();
    for (BytesRef wanted : sortedIds) {
      if (ids.seekExact(wanted)) {
        postings = ids.postings(postings, PostingsEnum.NONE);
        for (int doc = postings.nextDoc();
            doc != DocIdSetIterator.NO_MORE_DOCS;
            doc = postings.nextDoc()) {
          if (live == null || live.get(doc)) {
            documents.add(doc);
          }
        }
      }
    }
    return documents.build();
  }

  @Override
  public int compareTo(IdCursor other) {
    return id.compareTo(other.id);
  }
}
