package io.ragport.store.qdrant;

import static io.qdrant.client.ConditionFactory.hasId;
import static io.qdrant.client.ConditionFactory.match;
import static io.qdrant.client.ConditionFactory.matchKeyword;
import static io.qdrant.client.PointIdFactory.id;
import static io.qdrant.client.QueryFactory.nearest;
import static io.qdrant.client.VectorFactory.vector;
import static io.qdrant.client.VectorsFactory.namedVectors;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.qdrant.client.grpc.Collections.CreateCollection;
import io.qdrant.client.grpc.Collections.DeleteCollection;
import io.qdrant.client.grpc.Collections.Distance;
import io.qdrant.client.grpc.Collections.PayloadSchemaType;
import io.qdrant.client.grpc.Collections.SparseVectorConfig;
import io.qdrant.client.grpc.Collections.SparseVectorParams;
import io.qdrant.client.grpc.Collections.StrictModeConfig;
import io.qdrant.client.grpc.Collections.StrictModeSparse;
import io.qdrant.client.grpc.Collections.StrictModeSparseConfig;
import io.qdrant.client.grpc.Collections.VectorParams;
import io.qdrant.client.grpc.Collections.VectorParamsMap;
import io.qdrant.client.grpc.Collections.VectorsConfig;
import io.qdrant.client.grpc.Common.Condition;
import io.qdrant.client.grpc.Common.Filter;
import io.qdrant.client.grpc.Points.PointStruct;
import io.qdrant.client.grpc.Points.QuantizationSearchParams;
import io.qdrant.client.grpc.Points.QueryPointGroups;
import io.qdrant.client.grpc.Points.QueryPoints;
import io.qdrant.client.grpc.Points.SearchParams;
import io.qdrant.client.grpc.Points.Vectors;
import io.ragport.api.RagStoreException;
import io.ragport.api.StoreRefusedException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a real server forbids in strict mode. */
class StrictModeTest {
  private static final String EMBEDDING = "e";
  private static final String TERMS = "t";

  private final String collection = TestServer.newPrefix() + "strict";
  private final QdrantNodes nodes = new QdrantNodes(TestServer.options("unused", Map.of()));

  @AfterEach
  void drop() {
    nodes.call(
        "drop",
        stubs ->
            stubs
                .collections()
                .delete(DeleteCollection.newBuilder().setCollectionName(collection).build()));
    nodes.close();
  }

  private void create(StrictModeConfig.Builder strict) {
    nodes.call(
        "create",
        ByClient.request(
            (client, timeout) ->
                client.createCollectionAsync(
                    CreateCollection.newBuilder()
                        .setCollectionName(collection)
                        .setVectorsConfig(
                            VectorsConfig.newBuilder()
                                .setParamsMap(
                                    VectorParamsMap.newBuilder()
                                        .putMap(
                                            EMBEDDING,
                                            VectorParams.newBuilder()
                                                .setSize(3)
                                                .setDistance(Distance.Cosine)
                                                .build())))
                        .setSparseVectorsConfig(
                            SparseVectorConfig.newBuilder()
                                .putMap(TERMS, SparseVectorParams.getDefaultInstance()))
                        .setStrictModeConfig(strict.setEnabled(true))
                        .build(),
                    timeout)));
  }

  private QueryPoints.Builder query() {
    return QueryPoints.newBuilder()
        .setCollectionName(collection)
        .setQuery(nearest(1f, 2f, 3f))
        .setUsing(EMBEDDING)
        .setLimit(5);
  }

  private void run(QueryPoints.Builder query) {
    nodes.call(
        "the search",
        ByClient.request((client, timeout) -> client.queryAsync(query.build(), timeout)));
  }

  private void upsert(Vectors vectors, int count) {
    List<PointStruct> points =
        IntStream.rangeClosed(1, count)
            .mapToObj(i -> PointStruct.newBuilder().setId(id(i)).setVectors(vectors).build())
            .toList();
    nodes.call(
        "the batch",
        ByClient.request((client, timeout) -> client.upsertAsync(collection, points, timeout)));
  }

  private static Vectors embedding(float... values) {
    return namedVectors(Map.of(EMBEDDING, vector(values)));
  }

  private static Filter all(List<Condition> conditions) {
    return Filter.newBuilder().addAllMust(conditions).build();
  }

  private static void assertRefused(Runnable work, String message) {
    assertThatThrownBy(work::run)
        .isInstanceOf(StoreRefusedException.class)
        .hasMessage("qdrant: " + message);
  }

  @Test
  void manyResults() {
    create(StrictModeConfig.newBuilder().setMaxQueryLimit(10));

    assertRefused(
        () -> run(query().setLimit(11)),
        "the search: strict mode allows limit up to 10, not 11 (ask for less at once, or change"
            + " that limit in the collection's strict_mode_config)");
  }

  @Test
  void manyCandidates() {
    create(StrictModeConfig.newBuilder().setSearchMaxHnswEf(50));

    assertRefused(
        () -> run(query().setParams(SearchParams.newBuilder().setHnswEf(51))),
        "the search: strict mode allows hnsw_ef up to 50, not 51 (lower rag.qdrant.efSearch, or"
            + " change that limit in the collection's strict_mode_config)");
  }

  @Test
  void muchOversampling() {
    create(StrictModeConfig.newBuilder().setSearchMaxOversampling(2));

    assertRefused(
        () ->
            run(
                query()
                    .setParams(
                        SearchParams.newBuilder()
                            .setQuantization(
                                QuantizationSearchParams.newBuilder().setOversampling(2.5)))),
        "the search: strict mode allows oversampling up to 2, not 2.5 (lower"
            + " rag.qdrant.oversampling, or change that limit in the collection's"
            + " strict_mode_config)");
  }

  @Test
  void exactSearches() {
    create(StrictModeConfig.newBuilder().setSearchAllowExact(false));

    assertRefused(
        () -> run(query().setParams(SearchParams.newBuilder().setExact(true))),
        "the search: strict mode forbids exact searches (change search_allow_exact in the"
            + " collection's strict_mode_config)");
  }

  @Test
  void manyEntriesInARequest() {
    create(StrictModeConfig.newBuilder().setUpsertMaxBatchsize(2));

    assertRefused(
        () -> upsert(embedding(1, 2, 3), 3),
        "the batch: strict mode allows upsert limit up to 2, not 3 (lower rag.qdrant.batchBytes,"
            + " or change that limit in the collection's strict_mode_config)");
  }

  @Test
  void filtersOnAKeyWithoutAnIndex() {
    create(StrictModeConfig.newBuilder().setUnindexedFilteringRetrieve(false));

    assertRefused(
        () ->
            run(
                query()
                    .setFilter(
                        all(List.of(matchKeyword(MetadataKeys.path("a key"), "their value"))))),
        "the search: strict mode forbids filters on a metadata key without an index (declare \"a"
            + " key:keyword\" in rag.qdrant.filterableKeys, or change unindexed_filtering_retrieve"
            + " and unindexed_filtering_update in the collection's strict_mode_config)");
    assertThatThrownBy(
            () -> run(query().setFilter(all(List.of(match(MetadataKeys.path("year"), 2026L))))))
        .hasMessageContaining("\"year:number\"");
    assertThatThrownBy(
            () -> run(query().setFilter(all(List.of(match(MetadataKeys.path("draft"), true))))))
        .hasMessageContaining("\"draft:boolean\"");
  }

  @Test
  void groupsByAFieldWithoutAnIndex() {
    create(StrictModeConfig.newBuilder().setUnindexedFilteringRetrieve(false));

    assertRefused(
        () ->
            nodes.call(
                "the search",
                ByClient.request(
                    (client, timeout) ->
                        client.queryGroupsAsync(
                            QueryPointGroups.newBuilder()
                                .setCollectionName(collection)
                                .setQuery(nearest(1f, 2f, 3f))
                                .setUsing(EMBEDDING)
                                .setGroupBy(Fields.SOURCE)
                                .setGroupSize(1)
                                .setLimit(1)
                                .build(),
                            timeout))),
        "the search: strict mode asks for an index on the field source (let rag.qdrant.provision:"
            + " true create it)");
  }

  @Test
  void manyConditions() {
    create(StrictModeConfig.newBuilder().setFilterMaxConditions(2));

    assertRefused(
        () -> run(query().setFilter(all(Collections.nCopies(3, hasId(id(1)))))),
        "the search: strict mode allows 2 conditions in a filter, not 3 (ask with a simpler filter,"
            + " or change filter_max_conditions in the collection's strict_mode_config)");
  }

  @Test
  void manyValuesInACondition() {
    create(StrictModeConfig.newBuilder().setConditionMaxSize(2));

    assertRefused(
        () -> run(query().setFilter(all(List.of(hasId(List.of(id(1), id(2), id(3))))))),
        "the search: strict mode allows 2 values in a condition, not 3 (ask for fewer sources, ids"
            + " or values at once, or change condition_max_size in the collection's"
            + " strict_mode_config)");
  }

  @Test
  void manyTerms() {
    create(
        StrictModeConfig.newBuilder()
            .setSparseConfig(
                StrictModeSparseConfig.newBuilder()
                    .putSparseConfig(
                        TERMS, StrictModeSparse.newBuilder().setMaxLength(1).build())));

    assertRefused(
        () -> upsert(namedVectors(Map.of(TERMS, vector(List.of(1f, 2f), List.of(7, 8)))), 1),
        "the batch: strict mode allows 1 different terms in a text, not 2 (index shorter texts, or"
            + " change sparse_config in the collection's strict_mode_config)");
  }

  @Test
  void furtherIndexes() {
    create(StrictModeConfig.newBuilder().setMaxPayloadIndexCount(0));

    assertRefused(
        () ->
            nodes.call(
                "the index",
                ByClient.request(
                    (client, timeout) ->
                        client.createPayloadIndexAsync(
                            collection,
                            "a",
                            PayloadSchemaType.Keyword,
                            null,
                            true,
                            null,
                            timeout))),
        "the index: strict mode allows no further payload index (declare fewer"
            + " rag.qdrant.filterableKeys, or change max_payload_index_count in the collection's"
            + " strict_mode_config)");
  }

  @Test
  void readsAboveTheRate() {
    create(StrictModeConfig.newBuilder().setReadRateLimit(1));
    run(query());

    assertThatThrownBy(() -> run(query()))
        .isExactlyInstanceOf(RagStoreException.class)
        .hasMessageMatching(
            "qdrant: the search: the collection's rate limit is reached \\(repeat the call in \\d+ s,"
                + " or raise the limit in the collection's strict_mode_config\\)");
  }

  @Test
  void aWriteAboveTheRate() {
    create(StrictModeConfig.newBuilder().setWriteRateLimit(1));

    assertRefused(
        () -> upsert(embedding(1, 2, 3), 2),
        "the batch: the request is more than the collection's rate limit allows at once (lower"
            + " rag.qdrant.batchBytes, or raise the limit in the collection's strict_mode_config)");
  }
}
