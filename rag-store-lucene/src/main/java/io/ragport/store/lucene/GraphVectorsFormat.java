package io.ragport.store.lucene;

import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.hnsw.FlatVectorsFormat;
import org.apache.lucene.codecs.hnsw.FlatVectorsWriter;
import org.apache.lucene.codecs.lucene99.Lucene99FlatVectorsFormat;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsReader;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsWriter;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.IOContext;

/**
 * Vectors with an HNSW graph in large segments and without one in small ones, in the files of
 * Lucene's own formats, for up to {@value #MAX_DIMENSION} dimensions.
 *
 * <p>Building the graph is the cost of indexing. Lucene builds one for every segment it flushes and
 * throws most of them away in merges. Here a new segment has none: comparing a query with a
 * thousand vectors one by one takes as long as a walk through a graph of a hundred thousand, so
 * each vector enters a graph when {@link GraphMergePolicy} merges its segment into a large one.
 *
 * <p>Public for {@link java.util.ServiceLoader} alone: Lucene finds a format by the name in the
 * index, so that an index opens with any codec while this module is there.
 */
@SuppressWarnings("exports") // nobody but Lucene calls it
public final class GraphVectorsFormat extends KnnVectorsFormat {
  static final int MAX_DIMENSION = 4096;

  private static final String NAME = "RagportGraph";
  private static final String GRAPH = "ragport.graph";

  private final GraphSettings settings;
  private final FlatVectorsFormat flat;

  /** For reading. */
  public GraphVectorsFormat() {
    this(GraphSettings.DEFAULT, new AbortSignal());
  }

  GraphVectorsFormat(GraphSettings settings, AbortSignal abort) {
    super(NAME);
    this.settings = settings;
    this.flat = new Lucene99FlatVectorsFormat(new UnitVectorsScorer(abort));
  }

  /** Whether a segment has a graph. */
  static boolean hasGraph(SegmentInfo segment) {
    return segment.getAttribute(GRAPH) != null;
  }

  @Override
  public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
    FlatVectorsWriter vectors = flat.fieldsWriter(state);
    if (state.context.context != IOContext.Context.MERGE
        || state.context.mergeInfo.totalMaxDoc < settings.smallestGraph()) {
      return vectors;
    }
    state.segmentInfo.putAttribute(GRAPH, Integer.toString(settings.maxConnections()));
    return new Lucene99HnswVectorsWriter(
        state,
        settings.maxConnections(),
        settings.efConstruction(),
        vectors,
        settings.workers(),
        null);
  }

  @Override
  public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
    return hasGraph(state.segmentInfo)
        ? new Lucene99HnswVectorsReader(state, flat.fieldsReader(state))
        : new ScanningVectorsReader(Objects.requireNonNull(flat.fieldsReader(state)));
  }

  @Override
  public int getMaxDimensions(String fieldName) {
    return MAX_DIMENSION;
  }
}
