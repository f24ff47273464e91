package io.ragport.store.qdrant;

import io.qdrant.client.QueryFactory;
import io.qdrant.client.WithPayloadSelectorFactory;
import io.qdrant.client.WithVectorsSelectorFactory;
import io.qdrant.client.grpc.Common.Filter;
import io.qdrant.client.grpc.Points.PrefetchQuery;
import io.qdrant.client.grpc.Points.QuantizationSearchParams;
import io.qdrant.client.grpc.Points.Query;
import io.qdrant.client.grpc.Points.QueryPointGroups;
import io.qdrant.client.grpc.Points.QueryPoints;
import io.qdrant.client.grpc.Points.Rrf;
import io.qdrant.client.grpc.Points.SearchParams;
import io.qdrant.client.grpc.Points.SparseVector;
import io.qdrant.client.grpc.Points.VectorInput;
import io.qdrant.client.grpc.Points.WithPayloadSelector;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.HybridSearch;
import io.ragport.api.store.VectorSearch;
import java.util.List;
import java.util.Optional;

/** Searches in Qdrant's words. Pure: no I/O. Immutable. */
final class SearchRequests {
  private static final WithPayloadSelector WITHOUT_CONTENT =
      WithPayloadSelectorFactory.exclude(
          List.of(Fields.CONTENT, Fields.NORM, Fields.OTHER_KEYS)); // QRY-7
  private static final WithPayloadSelector WITH_CONTENT =
      WithPayloadSelectorFactory.exclude(List.of(Fields.NORM, Fields.OTHER_KEYS));

  private final QdrantOptions options;

  SearchRequests(QdrantOptions options) {
    this.options = options;
  }

  /** What a search ranks by, how, and which points. */
  private record Ranking(
      Query query, String using, Optional<SearchParams> params, Optional<Filter> filter) {}

  /**
   * The entries that a search finds.
   *
   * @param exact whether to compare all vectors; a search by keyword always does
   * @return empty if there is no term to look for
   * @throws RagStoreException by keyword, if the collection keeps no terms
   */
  Optional<QueryPoints> entries(QdrantCollection collection, VectorSearch search, boolean exact) {
    return ranking(collection, search, exact)
        .map(
            ranking -> {
              QueryPoints.Builder request =
                  QueryPoints.newBuilder()
                      .setCollectionName(collection.id())
                      .setQuery(ranking.query())
                      .setUsing(ranking.using())
                      .setLimit(search.topK())
                      .setWithPayload(payload(search));
              ranking.params().ifPresent(request::setParams);
              ranking.filter().ifPresent(request::setFilter);
              Consistency.of(options).ifPresent(request::setReadConsistency);
              return request.build();
            });
  }

  /**
   * The best entry of each source, the best first; all vectors are compared (QRY-6). How many
   * sources remains to be set.
   *
   * @return empty if there is no term to look for
   * @throws RagStoreException by keyword, if the collection keeps no terms
   */
  Optional<QueryPointGroups> bestOfSources(QdrantCollection collection, VectorSearch search) {
    return ranking(collection, search, true)
        .map(
            ranking -> {
              QueryPointGroups.Builder request =
                  QueryPointGroups.newBuilder()
                      .setCollectionName(collection.id())
                      .setQuery(ranking.query())
                      .setUsing(ranking.using())
                      .setGroupBy(Fields.SOURCE)
                      .setGroupSize(1)
                      .setWithPayload(payload(search));
              ranking.params().ifPresent(request::setParams);
              ranking.filter().ifPresent(request::setFilter);
              Consistency.of(options).ifPresent(request::setReadConsistency);
              return request.build();
            });
  }

  /**
   * Two rankings fused by the server, with the embeddings of what is found. A text without terms
   * leaves one ranking.
   *
   * @throws RagStoreException if the collection keeps no terms
   */
  QueryPoints fused(QdrantCollection collection, HybridSearch search, boolean exact) {
    VectorSearch byVector = search.byVector();
    QueryPoints.Builder request =
        QueryPoints.newBuilder()
            .setCollectionName(collection.id())
            // The server counts ranks from 0.
            .setQuery(QueryFactory.rrf(Rrf.newBuilder().setK(search.k() + 1).build()))
            .setLimit(search.topK())
            .setWithPayload(payload(byVector))
            .setWithVectors(WithVectorsSelectorFactory.include(List.of(collection.embedding())));
    for (VectorSearch half : List.of(byVector, search.byKeyword())) {
      ranking(collection, half, exact)
          .map(ranking -> half(ranking, half))
          .map(
              prefetch ->
                  half.byVector() && search.minSimilarity() != null
                      ? prefetch.setScoreThreshold(below(search.minSimilarity()))
                      : prefetch)
          .ifPresent(request::addPrefetch);
    }
    Consistency.of(options).ifPresent(request::setReadConsistency);
    return request.build();
  }

  private PrefetchQuery.Builder half(Ranking ranking, VectorSearch search) {
    PrefetchQuery.Builder half =
        PrefetchQuery.newBuilder()
            .setQuery(ranking.query())
            .setUsing(ranking.using())
            .setLimit(search.topK());
    ranking.params().ifPresent(half::setParams);
    ranking.filter().ifPresent(half::setFilter);
    return half;
  }

  /** The server leaves out what is not above its threshold, we what is below ours (QRY-8). */
  private static float below(double minSimilarity) {
    float nearest = (float) minSimilarity;
    return nearest < minSimilarity ? nearest : Math.nextDown(nearest);
  }

  private Optional<Ranking> ranking(
      QdrantCollection collection, VectorSearch search, boolean exact) {
    Optional<Filter> filter =
        QdrantFilters.condition(search.sourceIds(), search.filter(), options.filterableKeys());
    if (search.byVector()) {
      float[] unit = UnitVector.of(search.requireVector()).components();
      return Optional.of(
          new Ranking(
              QueryFactory.nearest(unit),
              collection.embedding(),
              Optional.of(params(search.topK(), exact)),
              filter));
    }
    SparseVector terms = terms(collection).ofQuery(search.requireKeywords());
    return terms.getIndicesCount() == 0
        ? Optional.empty()
        : Optional.of(
            new Ranking(
                QueryFactory.nearest(VectorInput.newBuilder().setSparse(terms).build()),
                collection.termWeights(),
                Optional.empty(),
                filter));
  }

  private SparseTerms terms(QdrantCollection collection) {
    return collection
        .terms()
        .map(SparseTerms::new)
        .orElseThrow(
            () ->
                new RagStoreException(
                    QdrantErrors.BACKEND,
                    collection.place()
                        + ": holds no terms for keyword queries, as it was created with "
                        + options.key(QdrantOptions.KEYWORD_SEARCH)
                        + ": false (create it anew with true and index again)",
                    null));
  }

  private SearchParams params(int topK, boolean exact) {
    if (exact) {
      return SearchParams.newBuilder().setExact(true).build();
    }
    QuantizationSearchParams.Builder quantization =
        QuantizationSearchParams.newBuilder().setRescore(true);
    options.find(QdrantOptions.OVERSAMPLING).ifPresent(quantization::setOversampling);
    SearchParams.Builder params = SearchParams.newBuilder().setQuantization(quantization);
    options
        .find(QdrantOptions.EF_SEARCH)
        .ifPresent(candidates -> params.setHnswEf(Math.max(candidates, topK)));
    return params.build();
  }

  private static WithPayloadSelector payload(VectorSearch search) {
    return search.includeContent() ? WITH_CONTENT : WITHOUT_CONTENT;
  }
}
