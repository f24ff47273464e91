package io.ragport.benchmarks;

import io.ragport.api.BaseRagService;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.QueryRequest;
import io.ragport.core.RagServices;
import io.ragport.core.config.RagConfig;
import io.ragport.store.pgvector.PgVectorRagService;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of Ragport's backends, as an application opens it. Its collection is there before the first
 * document, like the tables and collections of the peers.
 */
final class RagportContender implements Contender {
  private static final String COLLECTION = "bench";

  private final String name;
  private final boolean givenIds;
  private final Area area;
  private final GivenVectors vectors = new GivenVectors();
  private final BaseRagService service;

  private RagportContender(String name, boolean givenIds, RagConfig config, Area area) {
    this.name = name;
    this.givenIds = givenIds;
    this.area = area;
    service = RagServices.open(config, vectors);
    service.createCollection(COLLECTION, DocumentStream.DIMENSION, null);
  }

  /** With ids that Ragport mints. */
  static RagportContender of(String name, RagConfig config, Area area) {
    return new RagportContender(name, false, config, area);
  }

  /** With the documents' own ids, so that each call is an upsert, as at the peers. */
  static RagportContender withGivenIds(String name, RagConfig config, Area area) {
    return new RagportContender(name, true, config, area);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void load(List<NumberedDocument> batch) {
    vectors.give(batch);
    IndexBatchRequest.Builder request = IndexBatchRequest.builder().collectionName(COLLECTION);
    for (NumberedDocument document : batch) {
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
    area.awaitIndex();
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
        .map(result -> NumberedDocument.number(result.sourceId()))
        .toList();
  }

  @Override
  public long count() {
    return service.countEntries(COLLECTION);
  }

  @Override
  public Area area() {
    return area;
  }

  @Override
  public void close() {
    try (area) {
      service.close();
    }
  }
}
