package io.ragport.store.lucene;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.lucene912.Lucene912Codec;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;

/** Opens Lucene's writer the way a collection needs it. */
final class CollectionWriter {
  private CollectionWriter() {}

  static IndexWriter open(
      Directory directory,
      Analyzer analyzer,
      WriteSettings settings,
      Executor builders,
      GraphMergeScheduler.Listener merges,
      AbortSignal abort,
      IndexWriterConfig.OpenMode mode)
      throws IOException {
    KnnVectorsFormat vectors = new GraphVectorsFormat(settings.graph(), abort);
    IndexWriterConfig config = new IndexWriterConfig(analyzer);
    config.setOpenMode(mode);
    config.setCodec(
        new Lucene912Codec() {
          @Override
          public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
            return vectors;
          }
        });
    config.setRAMBufferSizeMB(settings.bufferMegabytes());
    config.setMergePolicy(new GraphMergePolicy(settings.graph().smallestGraph()));
    config.setMergeScheduler(new GraphMergeScheduler(builders, merges));
    config.setCommitOnClose(false);
    return new IndexWriter(directory, config);
  }
}
