package io.ragport.benchmarks;

import io.ragport.api.BaseRagService;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.QueryRequest;
import io.ragport.core.RagServices;
import io.ragport.core.config.RagConfig;
import io.ragport.store.pgvector.PgVectorRagService;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ragport's backend, as an application opens it. */
final class RagportContender implements Contender {
  private static final String SECTION = "rag.pgvector.";
  private static final String COLLECTION = "bench";

  /** No vector index. */
  static final Map<String, Object> UNINDEXED = Map.of("index", "none");

  /** No vector index and no keyword search. */
  static final Map<String, Object> VECTORS_ONLY = Map.of("index", "none", "keywordSearch", false);

  private final String name;
  private final boolean givenIds;
  private final GivenVectors vectors = new GivenVectors();
  private final PgArea area;
  private final BaseRagService service;

  private RagportContender(
      String name, boolean givenIds, PgServer server, Map<String, Object> options, PgArea area) {
    this.name = name;
    this.givenIds = givenIds;
    this.area = area;
    RagConfig.Builder config =
        RagConfig.builder()
            .backend("pgvector")
            .set(SECTION + "url", server.url())
            .set(SECTION + "user", server.user())
            .set(SECTION + "password", server.password())
            .set(SECTION + "schema", area.schema());
    options.forEach((option, value) -> config.set(SECTION + option, value));
    service = RagServices.open(config.build(), vectors);
  }

  /** With ids that Ragport mints. */
  static Opener with(String name, Map<String, Object> options) {
    return opener(name, false, options);
  }

  /** With the documents' own ids, so that each call is an upsert, as at the peers. */
  static Opener withGivenIds(String name, Map<String, Object> options) {
    return opener(name, true, options);
  }

  private static Opener opener(String name, boolean givenIds, Map<String, Object> options) {
    return server ->
        PgArea.create(
            server, "", area -> new RagportContender(name, givenIds, server, options, area));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void load(List<PgDocument> batch) {
    vectors.give(batch);
    IndexBatchRequest.Builder request = IndexBatchRequest.builder().collectionName(COLLECTION);
    for (PgDocument document : batch) {
      request.add(
          new IndexItem(
              document.text(),
              document.metadata(),
              document.sourceId(),
              givenIds ? document.id() : null));
    }
    service.indexBatch(request.build());
  }

  @Override
  public void awaitIndex() {
    if (service instanceof PgVectorRagService pgvector) {
      pgvector.buildIndexes(COLLECTION);
    }
  }

  @Override
  public List<Integer> query(float[] vector, int topK, @Nullable Condition condition) {
    QueryRequest request =
        QueryRequest.builder(vector)
            .collectionName(COLLECTION)
            .topK(topK)
            .match(condition == null ? null : condition.match())
            .build();
    return service.query(request).stream()
        .map(result -> PgDocument.number(result.sourceId()))
        .toList();
  }

  @Override
  public long count() {
    return service.countEntries(COLLECTION);
  }

  @Override
  public PgArea area() {
    return area;
  }

  @Override
  public void close() throws SQLException {
    try (area) {
      service.close();
    }
  }
}
