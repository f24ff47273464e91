package io.ragport.store.lucene;

import org.apache.lucene.index.MergePolicy;

/** Stops the building of graphs, which Lucene itself lets run to its end, maybe for minutes. */
final class AbortSignal {
  private volatile boolean aborted;

  void abort() {
    aborted = true;
  }

  /**
   * @throws MergePolicy.MergeAbortedException which Lucene takes as the orderly end of a merge
   */
  void check() throws MergePolicy.MergeAbortedException {
    if (aborted) {
      throw new MergePolicy.MergeAbortedException("the collection is being closed");
    }
  }
}
