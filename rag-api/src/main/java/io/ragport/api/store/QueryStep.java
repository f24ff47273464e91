package io.ragport.api.store;

import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryOptions;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.embedding.EmbeddingListener;
import io.ragport.api.embedding.EmbeddingOperation;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Everything that ranks the entries of an existing collection. */
final class QueryStep {
  private final VectorStore store;
  private final EmbeddingStep embedding;
  private final SearchStep search;
  private final HybridStep hybrid;

  QueryStep(VectorStore store, EmbeddingStep embedding) {
    this.store = store;
    this.embedding = embedding;
    this.search = new SearchStep(new FilteredSearch(store)::find);
    this.hybrid = new HybridStep(store, search);
  }

  /** The hits of a single query, best first. */
  List<RagServiceResult> find(CollectionSpec collection, QueryRequest request) {
    float[] vector = request.vector();
    List<String> texts = request.text() == null ? List.of() : List.of(request.text());
    List<List<RankedHit>> hits =
        rank(
            collection,
            texts,
            () ->
                vector == null
                    ? queryVectors(
                        collection, texts, EmbeddingOperation.QUERY, request.options().listener())
                    : List.of(embedding.givenVector(collection, vector)),
            request.options());
    return results(collection, hits.get(0), null);
  }

  /** The hits of each text, numbered by it; all texts embedded together (QRY-9). */
  List<List<RagServiceResult>> find(CollectionSpec collection, QueryBatchRequest request) {
    List<List<RankedHit>> hits =
        rank(
            collection,
            request.texts(),
            () -> queryVectors(collection, request),
            request.options());
    return numbered(collection, hits);
  }

  /** The same as another search than the store's own finds them, by vector. */
  List<List<RagServiceResult>> find(
      CollectionSpec collection, QueryBatchRequest request, SearchStep other) {
    QueryOptions options = request.options();
    List<float[]> vectors = queryVectors(collection, request);
    return numbered(collection, other.byVector(collection, vectors, options.topK(), options));
  }

  private List<List<RankedHit>> rank(
      CollectionSpec collection,
      List<String> texts,
      Supplier<List<float[]>> vectors,
      QueryOptions options) {
    return switch (options.mode()) {
      case VECTOR -> search.byVector(collection, vectors.get(), options.topK(), options);
      case KEYWORD -> search.byKeyword(collection, texts, options.topK(), options);
      case HYBRID -> hybrid.run(collection, texts, vectors.get(), options);
    };
  }

  private List<float[]> queryVectors(CollectionSpec collection, QueryBatchRequest request) {
    return queryVectors(
        collection, request.texts(), EmbeddingOperation.QUERY_BATCH, request.options().listener());
  }

  /** The texts as vectors to search with, in order. */
  private List<float[]> queryVectors(
      CollectionSpec collection,
      List<String> texts,
      EmbeddingOperation operation,
      @Nullable EmbeddingListener listener) {
    return List.of(
        embedding.forCollection(
            collection,
            texts,
            EmbeddingPurpose.QUERY,
            new EmbeddingStep.Call(operation, listener)));
  }

  /** The similarity of texts to sources, over all their entries (MAT-1, MAT-2). */
  double[][] matrix(
      CollectionSpec collection,
      List<String> texts,
      List<String> sourceIds,
      SimilarityMethod method) {
    List<String> sources = sourceIds.stream().distinct().toList();
    double[][] distinct =
        store.similarityMatrix(
            collection,
            queryVectors(collection, texts, EmbeddingOperation.SIMILARITY_MATRIX, null),
            sources,
            method);
    int[] columns = sourceIds.stream().mapToInt(sources::indexOf).toArray();
    double[][] matrix = new double[texts.size()][columns.length];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < columns.length; j++) {
        matrix[i][j] = distinct[i][columns[j]];
      }
    }
    return matrix;
  }

  private static List<List<RagServiceResult>> numbered(
      CollectionSpec collection, List<List<RankedHit>> hits) {
    return IntStream.range(0, hits.size())
        .mapToObj(i -> results(collection, hits.get(i), i))
        .toList();
  }

  private static List<RagServiceResult> results(
      CollectionSpec collection, List<RankedHit> hits, @Nullable Integer queryIndex) {
    return hits.stream().map(hit -> Entries.found(collection, hit, queryIndex)).toList();
  }
}
