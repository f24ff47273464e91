package io.ragport.benchmarks;

import io.ragport.api.BaseRagService;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.core.RagServices;
import io.ragport.core.config.RagConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The embedded store in a temporary folder, as an application opens it. */
record Embedded(BaseRagService service, Path folder) implements AutoCloseable {
  static final String COLLECTION = "bench";
  static final int BATCH = 1000;
  static final int GROUPS = 20;

  /** An empty store. */
  static Embedded open(EmbeddingProvider embedder) throws IOException {
    Path folder = Files.createTempDirectory("ragport-bench");
    RagConfig config =
        RagConfig.builder()
            .backend("lucene")
            .set("rag.lucene.path", folder.resolve("index").toString())
            .build();
    return new Embedded(RagServices.open(config, embedder), folder);
  }

  /** Indexes the texts "0" to "count − 1" in batches; entry n has {@code group = n mod 20}. */
  void indexNumbers(int count) {
    for (int start = 0; start < count; start += BATCH) {
      IndexBatchRequest.Builder batch = IndexBatchRequest.builder().collectionName(COLLECTION);
      IntStream.range(start, Math.min(count, start + BATCH))
          .forEach(
              i ->
                  batch.add(
                      IndexItem.of(Integer.toString(i), Map.of("group", i % GROUPS))
                          .withSourceId("s" + i)));
      service.indexBatch(batch.build());
    }
  }

  @Override
  public void close() throws IOException {
    service.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
