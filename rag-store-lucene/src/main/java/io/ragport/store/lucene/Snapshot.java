package io.ragport.store.lucene;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;

/** The state after one commit, for as long as somebody reads it; for any number of threads. */
final class Snapshot {
  private final DirectoryReader reader;
  private final IndexSearcher searcher;
  private final int withoutGraph;

  private Snapshot(DirectoryReader reader) {
    this.reader = reader;
    searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null); // one per process by default, and of no use for single look-ups
    int vectors = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      if (leaf.reader() instanceof SegmentReader segment
          && !GraphVectorsFormat.hasGraph(segment.getSegmentInfo().info)) {
        vectors += segment.maxDoc();
      }
    }
    withoutGraph = vectors;
  }

  static Snapshot ofLastCommit(Directory directory) throws IOException {
    return new Snapshot(DirectoryReader.open(directory));
  }

  /** The state after a later commit, sharing what did not change; empty if there is none. */
  Optional<Snapshot> next() throws IOException {
    DirectoryReader newer = DirectoryReader.openIfChanged(reader);
    return newer == null ? Optional.empty() : Optional.of(new Snapshot(newer));
  }

  DirectoryReader reader() {
    return reader;
  }

  IndexSearcher searcher() {
    return searcher;
  }

  /** Vectors in segments that have no graph yet. */
  int withoutGraph() {
    return withoutGraph;
  }

  /** False if it was released by its last user meanwhile; else it stays until released. */
  boolean acquire() {
    return reader.tryIncRef();
  }

  void release() throws IOException {
    reader.decRef();
  }
}
