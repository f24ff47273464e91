package io.ragport.benchmarks;

import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.store.embedding.EmbeddingMatch;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * How long does a top-10 query take in the embedded store and in LangChain4j's in-memory store, on
 * the same vectors in the same run, with and without a filter that 5 % of the entries pass? The
 * in-memory store compares every vector, so its answers are the truth for recall.
 */
final class StoreComparison {
  private static final int DIMENSION = 384;
  private static final int QUERIES = 200;
  private static final int TOP_K = 10;
  private static final int FILTERED_GROUP = 7;

  private StoreComparison() {}

  /** Prints one table row for each size and filter. */
  static void run(List<Integer> sizes, PrintStream out) throws IOException {
    out.println(
        "| entries | filter | Ragport lucene p50 / p95 ms | LangChain4j in-memory p50 / p95 ms"
            + " | p50 ratio | recall@10 |");
    out.println("|---|---|---|---|---|---|");
    for (int size : sizes) {
      Clusters clusters = new Clusters(200, DIMENSION, 42);
      float[][] vectors = clusters.next(size);
      float[][] queries = clusters.next(QUERIES);
      InMemoryEmbeddingStore<TextSegment> peer = fill(vectors);
      try (Embedded embedded = Embedded.open(new NumberedVectors(vectors))) {
        embedded.indexNumbers(size);
        for (boolean filtered : new boolean[] {false, true}) {
          compare(size, queries, filtered, embedded, peer, out);
        }
      }
    }
  }

  private static void compare(
      int size,
      float[][] queries,
      boolean filtered,
      Embedded embedded,
      InMemoryEmbeddingStore<TextSegment> peer,
      PrintStream out) {
    IntFunction<Set<String>> ours = i -> ours(embedded, queries[i], filtered);
    IntFunction<Set<String>> theirs = i -> theirs(peer, queries[i], filtered);
    Timings own = Timings.settled(queries.length, ours);
    Timings other = Timings.settled(queries.length, theirs);
    double found = 0;
    for (int i = 0; i < queries.length; i++) {
      Set<String> common = new HashSet<>(ours.apply(i));
      common.retainAll(theirs.apply(i));
      found += common.size();
    }
    out.println(
        "| "
            + size
            + " | "
            + (filtered ? "5 %" : "none")
            + " | "
            + Timings.shown(own.millis(0.5))
            + " / "
            + Timings.shown(own.millis(0.95))
            + " | "
            + Timings.shown(other.millis(0.5))
            + " / "
            + Timings.shown(other.millis(0.95))
            + " | 1/"
            + Timings.shown(other.millis(0.5) / own.millis(0.5))
            + " | "
            + Timings.shown(found / (queries.length * TOP_K))
            + " |");
  }

  private static InMemoryEmbeddingStore<TextSegment> fill(float[][] vectors) {
    List<String> ids = new ArrayList<>();
    List<Embedding> embeddings = new ArrayList<>();
    List<TextSegment> segments = new ArrayList<>();
    for (int i = 0; i < vectors.length; i++) {
      ids.add("s" + i);
      embeddings.add(Embedding.from(vectors[i]));
      segments.add(
          TextSegment.from(
              Integer.toString(i), Metadata.from(Map.of("group", i % Embedded.GROUPS))));
    }
    InMemoryEmbeddingStore<TextSegment> store = new InMemoryEmbeddingStore<>();
    store.addAll(ids, embeddings, segments);
    return store;
  }

  private static Set<String> ours(Embedded embedded, float[] query, boolean filtered) {
    QueryRequest.Builder request =
        QueryRequest.builder(query).collectionName(Embedded.COLLECTION).topK(TOP_K);
    if (filtered) {
      request.match(Map.of("group", FILTERED_GROUP));
    }
    Set<String> found = new HashSet<>();
    for (RagServiceResult result : embedded.service().query(request.build())) {
      found.add(result.sourceId());
    }
    return found;
  }

  private static Set<String> theirs(
      InMemoryEmbeddingStore<TextSegment> store, float[] query, boolean filtered) {
    EmbeddingSearchRequest.EmbeddingSearchRequestBuilder request =
        EmbeddingSearchRequest.builder().queryEmbedding(Embedding.from(query)).maxResults(TOP_K);
    if (filtered) {
      request.filter(metadataKey("group").isEqualTo(FILTERED_GROUP));
    }
    Set<String> found = new HashSet<>();
    for (EmbeddingMatch<TextSegment> match : store.search(request.build()).matches()) {
      found.add(match.embeddingId());
    }
    return found;
  }
}
