package io.ragport.store.lucene;

import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.UUID;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.BytesRef;

/** Reads entries: those of hits, those with given ids, and page by page in the order of ids. */
final class EntryLookup {
  private EntryLookup() {}

  /** The entries of those documents, in the order given. */
  static List<VectorHit> hits(
      Snapshot snapshot, List<ScoreDoc> documents, boolean includeContent, Scoring scoring)
      throws IOException {
    VectorHit[] hits = new VectorHit[documents.size()];
    Integer[] byDocument = new Integer[hits.length];
    Arrays.setAll(byDocument, i -> i);
    // Doc values are read forwards.
    Arrays.sort(byDocument, (a, b) -> Integer.compare(documents.get(a).doc, documents.get(b).doc));
    int next = 0;
    for (LeafReaderContext segment : snapshot.reader().leaves()) {
      int end = segment.docBase + segment.reader().maxDoc();
      if (next == hits.length || documents.get(byDocument[next]).doc >= end) {
        continue;
      }
      EntryReader entries = new EntryReader(segment.reader());
      while (next < hits.length && documents.get(byDocument[next]).doc < end) {
        int rank = byDocument[next++];
        ScoreDoc document = documents.get(rank);
        hits[rank] =
            entries.hit(document.doc - segment.docBase, scoring.of(document.score), includeContent);
      }
    }
    return List.of(hits);
  }

  /** What a score of Lucene's means to a caller. */
  interface Scoring {
    double of(float score);
  }

  static List<VectorRecord> fetch(Snapshot snapshot, Collection<UUID> ids) throws IOException {
    List<VectorRecord> found = new ArrayList<>();
    forEach(
        snapshot,
        ids,
        (segment, documents) -> {
          EntryReader entries = new EntryReader(segment);
          for (int document : documents) {
            found.add(entries.entry(document));
          }
        });
    return found;
  }

  static Map<UUID, Instant> createdAt(Snapshot snapshot, Collection<UUID> ids) throws IOException {
    Map<UUID, Instant> found = new HashMap<>();
    forEach(
        snapshot,
        ids,
        (segment, documents) -> {
          EntryReader entries = new EntryReader(segment);
          NumericDocValues created = DocValues.getNumeric(segment, Fields.CREATED);
          for (int document : documents) {
            if (created.advanceExact(document)) {
              found.put(entries.id(document), LuceneDocuments.instant(created.longValue()));
            }
          }
        });
    return found;
  }

  private interface InSegment {
    void visit(LeafReader segment, int[] documents) throws IOException;
  }

  /** The living documents with these ids, in their order within each segment. */
  private static void forEach(Snapshot snapshot, Collection<UUID> ids, InSegment visitor)
      throws IOException {
    List<BytesRef> sorted = ids.stream().map(LuceneDocuments::idBytes).sorted().distinct().toList();
    for (LeafReaderContext leaf : snapshot.reader().leaves()) {
      IdCursor cursor = new IdCursor(leaf.reader(), null);
      int[] documents = cursor.documentsOf(sorted).sorted().toArray();
      if (documents.length > 0) {
        visitor.visit(leaf.reader(), documents);
      }
    }
  }

  /** Merges the segments' sorted ids from the one behind {@code after} on. */
  static List<VectorRecord> scan(Snapshot snapshot, VectorScan scan) throws IOException {
    Optional<DocSet> restriction = Candidates.restriction(scan.sourceIds(), scan.filter());
    UUID after = scan.after();
    PriorityQueue<IdCursor> cursors = new PriorityQueue<>();
    for (Candidates candidates : Candidates.in(snapshot.reader(), restriction)) {
      IdCursor cursor = new IdCursor(candidates.segment().reader(), candidates.accepted());
      if (cursor.startAfter(after)) {
        cursors.add(cursor);
      }
    }
    List<VectorRecord> page = new ArrayList<>(Math.min(scan.limit(), snapshot.reader().numDocs()));
    while (page.size() < scan.limit() && !cursors.isEmpty()) {
      IdCursor cursor = cursors.remove();
      // A reader per entry: ids are in no order of documents, and doc values are read forwards.
      page.add(new EntryReader(cursor.segment()).entry(cursor.document()));
      if (cursor.next()) {
        cursors.add(cursor);
      }
    }
    return page;
  }
}
