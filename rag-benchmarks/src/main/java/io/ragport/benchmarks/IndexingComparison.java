package io.ragport.benchmarks;

import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.embedding.EmbeddingPurpose;
import io.ragport.core.HashingEmbeddingProvider;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
 * How many chunks a second does the embedded store take with the hashing embedder, and how many
 * does a bare Lucene HNSW writer take with the same vectors, on one thread, merges included? The
 * service commits every batch of 1,000 and keeps text, keywords and metadata; the bare writer keeps
 * id, text and vector, with Lucene's default settings. It is measured twice: committing every batch
 * as the service does, so that nothing acknowledged is lost, and committing once at the end. Run
 * with {@code -Xmx1g}.
 */
final class IndexingComparison {
  private static final int DIMENSION = 384;
  private static final int WORDS = 60;
  private static final int VOCABULARY = 20_000;

  private IndexingComparison() {}

  /** Prints the three rates and their ratios. */
  static void run(int size, PrintStream out) throws IOException {
    double service = service(size);
    double bare = bare(size, true);
    double bulk = bare(size, false);
    out.println(
        "| chunks | Ragport lucene chunks/s | bare Lucene, commit per batch | ratio"
            + " | bare Lucene, one commit | ratio | max heap MB |");
    out.println("|---|---|---|---|---|---|---|");
    out.println(
        "| "
            + size
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

  private static double service(int size) throws IOException {
    Random random = new Random(3);
    long start = System.nanoTime();
    try (Embedded embedded = Embedded.open(new HashingEmbeddingProvider(DIMENSION))) {
      for (int done = 0; done < size; done += Embedded.BATCH) {
        IndexBatchRequest.Builder batch =
            IndexBatchRequest.builder().collectionName(Embedded.COLLECTION);
        for (String text : texts(random, Math.min(Embedded.BATCH, size - done))) {
          batch.add(IndexItem.of(text, Map.of("length", text.length())));
        }
        embedded.service().indexBatch(batch.build());
      }
      long count = embedded.service().countEntries(Embedded.COLLECTION);
      if (count != size) {
        throw new IllegalStateException(count + " entries after indexing " + size);
      }
    }
    return size * 1e9 / (System.nanoTime() - start); // closing waits for the running merge
  }

  private static double bare(int size, boolean commitEveryBatch) throws IOException {
    Random random = new Random(3);
    Path folder = Files.createTempDirectory("bare-lucene");
    HashingEmbeddingProvider embedder = new HashingEmbeddingProvider(DIMENSION);
    long start = System.nanoTime();
    try (Directory directory = new MMapDirectory(folder);
        IndexWriter writer =
            new IndexWriter(
                directory, new IndexWriterConfig().setMergeScheduler(new SerialMergeScheduler()))) {
      for (int done = 0; done < size; done += Embedded.BATCH) {
        List<String> texts = texts(random, Math.min(Embedded.BATCH, size - done));
        float[][] vectors = embedder.embed(texts, EmbeddingPurpose.DOCUMENT);
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

  /** Texts of made-up words, frequent ones more often. */
  private static List<String> texts(Random random, int count) {
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = 0; j < WORDS; j++) {
        text.append('w').append((int) (VOCABULARY * Math.pow(random.nextDouble(), 3))).append(' ');
      }
      texts.add(text.toString().strip());
    }
    return texts;
  }
}
