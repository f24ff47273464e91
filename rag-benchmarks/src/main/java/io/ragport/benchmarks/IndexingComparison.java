package io.ragport.benchmarks;

import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;

/**
 * How many chunks a second does the embedded store take, and how many does a bare Lucene HNSW
 * writer with Lucene's default settings take with the same vectors, on one thread, merges included?
 *
 * <p>The service commits every batch of 1,000 and keeps text, keywords and metadata; its time ends
 * when it is closed, which waits for the running merge. The bare writer keeps id, text and vector.
 * It is measured twice: committing every batch as the service does, so that nothing acknowledged is
 * lost, and committing once at the end. Run with {@code -Xmx1g}.
 */
final class IndexingComparison {
  private static final int DIMENSION = 384;

  private IndexingComparison() {}

  /** Prints a row for hashed texts and one for clustered vectors. */
  static void run(int size, PrintStream out) throws IOException {
    out.println(
        "| chunks | vectors | Ragport lucene chunks/s | bare Lucene, commit per batch | ratio"
            + " | bare Lucene, one commit | ratio | max heap MB |");
    out.println("|---|---|---|---|---|---|---|---|");
    compare(size, "hashed", () -> Chunks.hashed(DIMENSION), out);
    compare(size, "clustered", () -> Chunks.clustered(size, DIMENSION), out);
  }

  private static void compare(int size, String kind, Supplier<Chunks> chunks, PrintStream out)
      throws IOException {
    double service = service(size, chunks.get());
    double bare = bare(size, chunks.get(), true);
    double bulk = bare(size, chunks.get(), false);
    out.println(
        "| "
            + size
            + " | "
            + kind
            + " | "
            + Math.round(service)
            + " | "
            + Math.round(bare)
            + " | "
            + Timings.shown(service / bare)
            + " | "
            + Math.round(bulk)
            + " | "
            + Timings.shown(service / bulk)
            + " | "
            + (Runtime.getRuntime().maxMemory() >> 20)
            + " |");
  }

  private static double service(int size, Chunks chunks) throws IOException {
    long start = System.nanoTime();
    try (Embedded embedded = Embedded.open(chunks.embedder())) {
      for (int done = 0; done < size; done += Embedded.BATCH) {
        IndexBatchRequest.Builder batch =
            IndexBatchRequest.builder().collectionName(Embedded.COLLECTION);
        for (String text : chunks.next(Math.min(Embedded.BATCH, size - done))) {
          batch.add(IndexItem.of(text, Map.of("length", text.length())));
        }
        embedded.service().indexBatch(batch.build());
      }
      long count = embedded.service().countEntries(Embedded.COLLECTION);
      if (count != size) {
        throw new IllegalStateException(count + " entries after indexing " + size);
      }
    }
    return size * 1e9 / (System.nanoTime() - start);
  }

  private static double bare(int size, Chunks chunks, boolean commitEveryBatch) throws IOException {
    Path folder = Files.createTempDirectory("bare-lucene");
    long start = System.nanoTime();
    try (Directory directory = new MMapDirectory(folder);
        IndexWriter writer =
            new IndexWriter(
                directory, new IndexWriterConfig().setMergeScheduler(new SerialMergeScheduler()))) {
      for (int done = 0; done < size; done += Embedded.BATCH) {
        List<String> texts = chunks.next(Math.min(Embedded.BATCH, size - done));
        float[][] vectors = chunks.embedder().embed(texts, EmbeddingPurpose.DOCUMENT);
        for (int i = 0; i < vectors.length; i++) {
          Document document = new Document();
          document.add(new StringField("id", Integer.toString(done + i), Field.Store.YES));
          document.add(new StoredField("content", texts.get(i)));
          document.add(
              new KnnFloatVectorField("v", vectors[i], VectorSimilarityFunction.DOT_PRODUCT));
          writer.addDocument(document);
        }
        if (commitEveryBatch) {
          writer.commit();
        }
      }
      writer.commit();
    }
    double rate = size * 1e9 / (System.nanoTime() - start);
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
    return rate;
  }
}
