package io.ragport.store.lucene;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeScheduler;
import org.apache.lucene.index.MergeTrigger;

/** Merges that build a graph run in a thread of their own, others in the one that indexes. */
final class GraphMergeScheduler extends MergeScheduler {
  private final Executor builders;
  private final Listener listener;

  /** Is told how merges in the background end. */
  interface Listener {
    /** Segments became one; the next commit makes that visible. */
    void merged();

    /** A merge failed; the segments it would have made one are still there. */
    void failed(Throwable failure);
  }

  GraphMergeScheduler(Executor builders, Listener listener) {
    this.builders = builders;
    this.listener = listener;
  }

  @Override
  public void merge(MergeSource source, MergeTrigger trigger) throws IOException {
    MergePolicy.OneMerge merge = source.getNextMerge();
    while (merge != null) {
      if (merge instanceof GraphMergePolicy.GraphMerge graphMerge) {
        builders.execute(() -> build(source, graphMerge));
      } else {
        source.merge(merge);
      }
      merge = source.getNextMerge();
    }
  }

  @Override
  public Executor getIntraMergeExecutor(MergePolicy.OneMerge merge) {
    return merge instanceof GraphMergePolicy.GraphMerge
        ? builders
        : super.getIntraMergeExecutor(merge);
  }

  private void build(MergeSource source, MergePolicy.OneMerge merge) {
    try {
      source.merge(merge);
      listener.merged();
      merge(source, MergeTrigger.MERGE_FINISHED);
    } catch (Throwable e) {
      if (!merge.isAborted()) {
        listener.failed(e);
      }
    }
  }
}
