package io.ragport.benchmarks;

import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.pgvector.PgVectorEmbeddingStore;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * LangChain4j's store without an index, for it offers ivfflat only. It gets a pool and is spared
 * the {@code CREATE EXTENSION} that it runs on each connection unless told otherwise.
 */
final class LangChain4jContender implements Contender {
  private static final String TABLE = "entries";

  private final PgArea area;
  private final PgVectorEmbeddingStore store;

  private LangChain4jContender(PgArea area) {
    this.area = area;
    store =
        PgVectorEmbeddingStore.datasourceBuilder()
            .datasource(area.pool())
            .table(TABLE)
            .dimension(PgDocuments.DIMENSION)
            .createTable(true)
            .skipCreateVectorExtension(true)
            .build();
  }

  /** An empty one. */
  static Contender open(PgServer server) throws SQLException {
    return PgArea.create(server, "", LangChain4jContender::new);
  }

  @Override
  public String name() {
    return "LangChain4j";
  }

  @Override
  public void load(List<PgDocument> batch) {
    List<String> ids = new ArrayList<>(batch.size());
    List<Embedding> embeddings = new ArrayList<>(batch.size());
    List<TextSegment> segments = new ArrayList<>(batch.size());
    for (PgDocument document : batch) {
      ids.add(document.id().toString());
      embeddings.add(Embedding.from(document.vector()));
      segments.add(
          TextSegment.from(
              document.text(),
              Metadata.from(document.metadata()).put("source", document.sourceId())));
    }
    store.addAll(ids, embeddings, segments);
  }

  @Override
  public List<Integer> query(float[] vector, int topK, @Nullable Condition condition) {
    EmbeddingSearchRequest.EmbeddingSearchRequestBuilder request =
        EmbeddingSearchRequest.builder().queryEmbedding(Embedding.from(vector)).maxResults(topK);
    if (condition != null) {
      request.filter(metadataKey(condition.key()).isEqualTo(condition.value()));
    }
    return store.search(request.build()).matches().stream()
        .map(match -> match.embedded().metadata().getInteger(PgDocument.NUMBER))
        .map(Objects::requireNonNull)
        .toList();
  }

  @Override
  public long count() throws SQLException {
    return Long.parseLong(area.strings("SELECT count(*) FROM " + TABLE).get(0));
  }

  @Override
  public PgArea area() {
    return area;
  }

  @Override
  public void close() throws SQLException {
    area.close();
  }
}
