package io.ragport.store.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.jspecify.annotations.Nullable;

/**
 * Which segments become one. Two kinds of merge:
 *
 * <p><em>Small</em>: eight segments of about one size without graphs are copied together, so that
 * many small commits do not leave many segments. Takes milliseconds.
 *
 * <p><em>Graph</em>: when the segments without graphs hold enough vectors, they enter a graph. The
 * merge extends the largest graph taking part in place of building a new one, so a vector costs one
 * insertion, and everything else of that segment one copy. A graph therefore takes part when it is
 * at most {@value #GROWTH} times as large as what joins it; smaller graphs first build up beside
 * it, a handful of segments in all. Lucene cannot extend a graph with deleted entries: such a
 * segment is built anew, and so only when as much joins it, or when too much of it is deleted.
 *
 * <p>One graph merge runs at a time, for it uses all processors.
 */
final class GraphMergePolicy extends MergePolicy {
  private static final int SEGMENTS_PER_SMALL_MERGE = 8;
  private static final int GROWTH = 8;
  private static final double MOST_DELETED = 0.25;

  private final int smallestGraph;

  GraphMergePolicy(int smallestGraph) {
    this.smallestGraph = smallestGraph;
  }

  /** A merge that writes a graph: long, and so not for the thread that indexes. */
  static final class GraphMerge extends OneMerge {
    GraphMerge(List<SegmentCommitInfo> segments) {
      super(segments);
    }
  }

  @Override
  public @Nullable MergeSpecification findMerges(
      MergeTrigger trigger, SegmentInfos index, MergeContext context) throws IOException {
    Set<SegmentCommitInfo> merging = context.getMergingSegments();
    List<SegmentCommitInfo> plain = new ArrayList<>();
    List<SegmentCommitInfo> graphs = new ArrayList<>();
    for (SegmentCommitInfo segment : index) {
      if (!merging.contains(segment)) {
        (GraphVectorsFormat.hasGraph(segment.info) ? graphs : plain).add(segment);
      }
    }
    List<SegmentCommitInfo> graphMerge =
        merging.isEmpty() ? graphMerge(plain, graphs, context) : List.of();
    if (!graphMerge.isEmpty()) {
      return specification(new GraphMerge(graphMerge));
    }
    List<SegmentCommitInfo> smallMerge = smallMerge(plain);
    return smallMerge.isEmpty() ? null : specification(new OneMerge(smallMerge));
  }

  private List<SegmentCommitInfo> graphMerge(
      List<SegmentCommitInfo> plain, List<SegmentCommitInfo> graphs, MergeContext context)
      throws IOException {
    long joining = 0;
    for (SegmentCommitInfo segment : plain) {
      joining += alive(segment, context);
    }
    List<SegmentCommitInfo> chosen = new ArrayList<>();
    if (joining >= smallestGraph) {
      chosen.addAll(plain);
    } else {
      joining = 0;
    }
    graphs.sort(Comparator.comparingInt(segment -> segment.info.maxDoc()));
    for (SegmentCommitInfo graph : graphs) {
      int alive = alive(graph, context);
      int deleted = graph.info.maxDoc() - alive;
      boolean grows = alive <= joining * (deleted == 0 ? GROWTH : 1);
      if (grows || deleted > MOST_DELETED * graph.info.maxDoc()) {
        chosen.add(graph);
        joining += alive;
      }
    }
    return chosen;
  }

  private static int alive(SegmentCommitInfo segment, MergeContext context) throws IOException {
    return segment.info.maxDoc() - context.numDeletesToMerge(segment);
  }

  /** Enough segments of about the same size, so that an entry is copied a few times at most. */
  private List<SegmentCommitInfo> smallMerge(List<SegmentCommitInfo> plain) {
    Map<Integer, List<SegmentCommitInfo>> bySize = new TreeMap<>();
    for (SegmentCommitInfo segment : plain) {
      int size = segment.info.maxDoc();
      if (size * SEGMENTS_PER_SMALL_MERGE < smallestGraph) {
        int magnitude = (int) (Math.log(size) / Math.log(SEGMENTS_PER_SMALL_MERGE));
        bySize.computeIfAbsent(magnitude, key -> new ArrayList<>()).add(segment);
      }
    }
    for (List<SegmentCommitInfo> alike : bySize.values()) {
      if (alike.size() >= SEGMENTS_PER_SMALL_MERGE) {
        return alike.subList(0, SEGMENTS_PER_SMALL_MERGE);
      }
    }
    return List.of();
  }

  private static MergeSpecification specification(OneMerge merge) {
    MergeSpecification specification = new MergeSpecification();
    specification.add(merge);
    return specification;
  }

  @Override
  public @Nullable MergeSpecification findForcedMerges(
      SegmentInfos index,
      int maxSegmentCount,
      Map<SegmentCommitInfo, Boolean> segmentsToMerge,
      MergeContext context) {
    return null;
  }

  @Override
  public @Nullable MergeSpecification findForcedDeletesMerges(
      SegmentInfos index, MergeContext context) {
    return null;
  }
}
