package io.ragport.api.store;

import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryOptions;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.embedding.EmbeddingOperation;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Everything that ranks the entries of an existing collection. */
final class QueryStep {
  private final EmbeddingStep embedding;
  private final SearchStep search;
  private final HybridStep hybrid;
  private final Selections selections;

  QueryStep(VectorStore store, EmbeddingStep embedding, Selections selections) {
    this.embedding = embedding;
    this.search = new SearchStep(store);
    this.hybrid = new HybridStep(store, search);
    this.selections = selections;
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
                    ? queryVectors(collection, texts, EmbeddingOperation.QUERY, request.options())
                    : List.of(embedding.givenVector(collection, vector)),
            request.options());
    return results(collection, hits.get(0), null);
  }

  /** The hits of each text, numbered by it; all texts embedded together (QRY-9). */
  List<List<RagServiceResult>> find(CollectionSpec collection, QueryBatchRequest request) {
    List<String> texts = request.texts();
    List<List<RankedHit>> hits =
        rank(
            collection,
            texts,
            () ->
                queryVectors(collection, texts, EmbeddingOperation.QUERY_BATCH, request.options()),
            request.options());
    return IntStream.range(0, hits.size())
        .mapToObj(i -> results(collection, hits.get(i), i))
        .toList();
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

  private List<float[]> queryVectors(
      CollectionSpec collection,
      List<String> texts,
      EmbeddingOperation operation,
      QueryOptions options) {
    return List.of(
        embedding.forCollection(
            collection,
            texts,
            EmbeddingPurpose.QUERY,
            new EmbeddingStep.Call(operation, options.listener())));
  }

  /** The similarity of texts to sources, over all their entries (MAT-2). */
  double[][] matrix(
      CollectionSpec collection,
      List<String> texts,
      List<String> sourceIds,
      SimilarityMethod method) {
    EmbeddingStep.Call embeddingCall =
        new EmbeddingStep.Call(EmbeddingOperation.SIMILARITY_MATRIX, null);
    float[][] vectors =
        embedding.forCollection(collection, texts, EmbeddingPurpose.QUERY, embeddingCall);
    SimilarityMatrix matrix = new SimilarityMatrix(vectors, method);
    selections
        .entries(collection, sourceIds.stream().distinct().toList(), null)
        .forEach(matrix::add);
    return matrix.rows(sourceIds);
  }

  private static List<RagServiceResult> results(
      CollectionSpec collection, List<RankedHit> hits, @Nullable Integer queryIndex) {
    return hits.stream().map(hit -> Entries.found(collection, hit, queryIndex)).toList();
  }
}
