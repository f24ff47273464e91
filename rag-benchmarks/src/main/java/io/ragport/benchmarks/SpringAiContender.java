package io.ragport.benchmarks;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.document.Document;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.filter.FilterExpressionBuilder;
import org.springframework.ai.vectorstore.pgvector.PgVectorStore;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Spring AI's store on Spring JDBC with a pool. It is spared the counting of tokens that its
 * default batching does. Its table is made here, as it makes it by itself but for the default of
 * the id, because its own way creates extensions, which belong to the whole database.
 */
final class SpringAiContender implements Contender {
  private static final String TABLE = "entries";
  private static final String CREATE =
      "CREATE TABLE "
          + TABLE
          + " (id uuid PRIMARY KEY, content text, metadata json, embedding vector(384))";
  private static final String INDEX =
      "CREATE INDEX ON " + TABLE + " USING hnsw (embedding vector_cosine_ops)";
  private static final String QUERY = "query";

  private final String name;
  private final Index index;
  private final GivenVectors vectors = new GivenVectors();
  private final PgArea area;
  private final PgVectorStore store;

  private SpringAiContender(String name, Index index, PgArea area) throws SQLException {
    this.name = name;
    this.index = index;
    this.area = area;
    area.execute(CREATE);
    if (index == Index.BEFORE) {
      area.execute(INDEX);
    }
    store =
        PgVectorStore.builder(new JdbcTemplate(area.pool()), new SpringAiVectors(vectors))
            .schemaName(area.schema())
            .vectorTableName(TABLE)
            .dimensions(PgDocuments.DIMENSION)
            .initializeSchema(false)
            .batchingStrategy(List::of)
            .build();
  }

  /** Without an index. */
  static Opener unindexed() {
    return server ->
        PgArea.create(server, "", area -> new SpringAiContender("Spring AI", Index.NONE, area));
  }

  /** With HNSW made with the table, as it does by itself. */
  static Opener indexed() {
    return server ->
        PgArea.create(server, "", area -> new SpringAiContender("Spring AI", Index.BEFORE, area));
  }

  /**
   * With HNSW made by hand after the load: the same table and queries, many times sooner.
   *
   * @param settings what each connection runs first, or empty
   */
  static Opener indexedAfterwards(String settings) {
    return server ->
        PgArea.create(
            server, settings, area -> new SpringAiContender("Spring AI", Index.AFTER, area));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void load(List<PgDocument> batch) {
    vectors.give(batch);
    store.add(batch.stream().map(SpringAiContender::document).toList());
  }

  @Override
  public void awaitIndex() throws SQLException {
    if (index == Index.AFTER) {
      area.execute(INDEX);
    }
  }

  private static Document document(PgDocument document) {
    Map<String, Object> metadata = new HashMap<>(document.metadata());
    metadata.put("source", document.sourceId());
    return new Document(document.id().toString(), document.text(), metadata);
  }

  @Override
  public List<Integer> query(float[] vector, int topK, @Nullable Condition condition) {
    vectors.give(QUERY, vector);
    SearchRequest.Builder request =
        SearchRequest.builder().query(QUERY).topK(topK).similarityThresholdAll();
    if (condition != null) {
      request.filterExpression(
          new FilterExpressionBuilder().eq(condition.key(), condition.value()).build());
    }
    return store.similaritySearch(request.build()).stream()
        .map(document -> (Integer) document.getMetadata().get(PgDocument.NUMBER))
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

  /** When HNSW is made: never, before the load or after it. */
  private enum Index {
    NONE,
    BEFORE,
    AFTER
  }
}
