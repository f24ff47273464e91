package io.ragport.conformance;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.MetadataFilter;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryRequest;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.StoredEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The calls of a service on one collection that reach the store, by name. Those of capabilities
 * that are not declared are left out. Immutable.
 *
 * @param declared whether a capability is
 * @param collectionName what they are about
 */
record Calls(Predicate<Capability> declared, String collectionName) {
  private static final String TEXT = RecordingEmbedding.QUERY;
  private static final UUID ID = new UUID(0x1234_5678_9abc_4defL, 0x8123_4567_89ab_cdefL);

  /** All of them; {@code check} and {@code learnNormalizer} included. */
  Map<String, Consumer<BaseRagService>> all() {
    Map<String, Consumer<BaseRagService>> calls = new LinkedHashMap<>();
    calls.put("check", BaseRagService::check);
    calls.putAll(reading());
    add(
        calls,
        Capability.ITER_ENTRIES,
        "learnNormalizer",
        service -> service.learnNormalizer(collectionName));
    calls.putAll(writing());
    calls.putAll(removing());
    return calls;
  }

  /** Those that only look. */
  Map<String, Consumer<BaseRagService>> reading() {
    Map<String, Consumer<BaseRagService>> calls = new LinkedHashMap<>();
    calls.put("query", service -> service.query(query().build()));
    calls.put(
        "queryBatch",
        service ->
            service.queryBatch(
                QueryBatchRequest.builder(List.of(TEXT, "another text"))
                    .collectionName(collectionName)
                    .build()));
    calls.put(
        "computeSimilarityMatrix",
        service ->
            service.computeSimilarityMatrix(List.of(TEXT), List.of("default"), collectionName));
    calls.put(
        "computeSimilarityMatrix of means",
        service ->
            service.computeSimilarityMatrix(
                List.of(TEXT), List.of("default"), SimilarityMethod.AVG, collectionName));
    add(
        calls,
        Capability.FILTER,
        "query with a filter",
        service -> service.query(query().filter(MetadataFilter.exists("key")).build()));
    add(
        calls,
        Capability.QUERY_BY_VECTOR,
        "query by vector",
        service ->
            service.query(
                QueryRequest.builder(new float[] {1, 0, 0, 0, 0, 0, 0, 0})
                    .collectionName(collectionName)
                    .build()));
    add(
        calls,
        Capability.KEYWORD_QUERY,
        "keyword query",
        service -> service.query(query().mode(QueryMode.KEYWORD).build()));
    add(
        calls,
        Capability.HYBRID_QUERY,
        "hybrid query",
        service -> service.query(query().mode(QueryMode.HYBRID).build()));
    add(
        calls,
        Capability.COUNT_ENTRIES,
        "countEntries",
        service -> service.countEntries(collectionName));
    add(
        calls,
        Capability.ITER_ENTRIES,
        "iterEntries",
        service -> drain(service.iterEntries(collectionName)));
    add(
        calls,
        Capability.GET_ENTRIES,
        "getEntries",
        service -> service.getEntries(collectionName, List.of(ID)));
    add(calls, Capability.MANAGE_COLLECTIONS, "listCollections", BaseRagService::listCollections);
    return calls;
  }

  /** Those that put something there. */
  Map<String, Consumer<BaseRagService>> writing() {
    Map<String, Consumer<BaseRagService>> calls = new LinkedHashMap<>();
    calls.put(
        "index",
        service ->
            service.index(IndexRequest.builder(TEXT).collectionName(collectionName).build()));
    calls.put(
        "indexBatch",
        service ->
            service.indexBatch(
                IndexBatchRequest.builder()
                    .collectionName(collectionName)
                    .add(IndexItem.of(TEXT))
                    .add(IndexItem.of("another text"))
                    .build()));
    add(
        calls,
        Capability.REPLACE,
        "replace",
        service ->
            service.replace(
                ReplaceRequest.builder(collectionName)
                    .sourceId("default")
                    .add(IndexItem.of(TEXT))
                    .build()));
    add(
        calls,
        Capability.MANAGE_COLLECTIONS,
        "createCollection",
        service -> service.createCollection(collectionName, RecordingEmbedding.DIMENSION, null));
    return calls;
  }

  /** Those that take something away. */
  Map<String, Consumer<BaseRagService>> removing() {
    Map<String, Consumer<BaseRagService>> calls = new LinkedHashMap<>();
    calls.put("delete", service -> service.delete(ID, collectionName));
    calls.put("delete everywhere", service -> service.delete(ID, null));
    calls.put("deleteMany", service -> service.deleteMany(List.of(ID), collectionName));
    calls.put(
        "deleteBySourceId", service -> service.deleteBySourceId(collectionName, "no such source"));
    calls.put(
        "deleteBySourceId of several",
        service -> service.deleteBySourceId(collectionName, List.of("none", "neither")));
    add(
        calls,
        Capability.DELETE_BY_METADATA,
        "deleteByMetadata",
        service -> service.deleteByMetadata(collectionName, Map.of("key", "value")));
    add(
        calls,
        Capability.REPLACE,
        "replace by nothing",
        service ->
            service.replace(
                ReplaceRequest.builder(collectionName).sourceId("no such source").build()));
    add(
        calls,
        Capability.MANAGE_COLLECTIONS,
        "dropCollection",
        service -> service.dropCollection(collectionName));
    return calls;
  }

  private QueryRequest.Builder query() {
    return QueryRequest.builder(TEXT).collectionName(collectionName);
  }

  private void add(
      Map<String, Consumer<BaseRagService>> calls,
      Capability needed,
      String name,
      Consumer<BaseRagService> call) {
    if (declared.test(needed)) {
      calls.put(name, call);
    }
  }

  private static void drain(Stream<StoredEntry> entries) {
    try (entries) {
      entries.forEach(StoredEntry::id);
    }
  }
}
