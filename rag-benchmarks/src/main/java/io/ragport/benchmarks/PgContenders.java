package io.ragport.benchmarks;

import dev.langchain4j.store.embedding.pgvector.PgVectorEmbeddingStore;
import io.ragport.core.config.RagConfig;
import java.util.List;
import java.util.Map;
import org.springframework.ai.vectorstore.pgvector.PgVectorStore;
import org.springframework.jdbc.core.JdbcTemplate;

/** Ragport and its peers on PostgreSQL, each in a schema of its own. */
final class PgContenders {
  private static final String SECTION = "rag.pgvector.";
  private static final String CREATE =
      "CREATE TABLE "
          + Area.ENTRIES
          + " (id uuid PRIMARY KEY, content text, metadata json, embedding vector(384))";
  private static final String INDEX =
      "CREATE INDEX ON " + Area.ENTRIES + " USING hnsw (embedding vector_cosine_ops)";

  /** No vector index. */
  static final Map<String, Object> UNINDEXED = Map.of("index", "none");

  /** No vector index and no keyword search. */
  static final Map<String, Object> VECTORS_ONLY = Map.of("index", "none", "keywordSearch", false);

  private PgContenders() {}

  /** Ragport with ids that it mints. */
  static Contender.Opener<PgServer> ragport(String name, Map<String, Object> options) {
    return server ->
        Area.contender(
            PgArea.create(server, ""),
            area -> RagportContender.of(name, config(server, area, options), area));
  }

  /** Ragport with the documents' own ids. */
  static Contender.Opener<PgServer> ragportGivenIds(String name, Map<String, Object> options) {
    return server ->
        Area.contender(
            PgArea.create(server, ""),
            area -> RagportContender.withGivenIds(name, config(server, area, options), area));
  }

  private static RagConfig config(PgServer server, PgArea area, Map<String, Object> options) {
    RagConfig.Builder config =
        RagConfig.builder()
            .backend("pgvector")
            .set(SECTION + "url", server.url())
            .set(SECTION + "user", server.user())
            .set(SECTION + "password", server.password())
            .set(SECTION + "schema", area.schema());
    options.forEach((option, value) -> config.set(SECTION + option, value));
    return config.build();
  }

  /**
   * LangChain4j's store without an index, for it offers ivfflat only. It gets a pool and is spared
   * the {@code CREATE EXTENSION} that it runs on each connection unless told otherwise.
   */
  static Contender.Opener<PgServer> langChain4j() {
    return PgArea.opener(
        "",
        area ->
            new LangChain4jContender(
                area,
                PgVectorEmbeddingStore.datasourceBuilder()
                    .datasource(area.pool())
                    .table(Area.ENTRIES)
                    .dimension(DocumentStream.DIMENSION)
                    .createTable(true)
                    .skipCreateVectorExtension(true)
                    .build()));
  }

  /** Spring AI's store without an index. */
  static Contender.Opener<PgServer> springAi() {
    return PgArea.opener("", area -> springAi(area, area::awaitIndex));
  }

  /** Spring AI's store with HNSW made with the table, as it does by itself. */
  static Contender.Opener<PgServer> springAiIndexed() {
    return PgArea.opener(
        "",
        area -> {
          Contender contender = springAi(area, area::awaitIndex);
          area.execute(INDEX);
          return contender;
        });
  }

  /**
   * Spring AI's store with HNSW made by hand after the load: the same table and queries, many times
   * sooner.
   *
   * @param settings what each connection runs first, or empty
   */
  static Contender.Opener<PgServer> springAiIndexedAfterwards(String settings) {
    return PgArea.opener(settings, area -> springAi(area, () -> area.execute(INDEX)));
  }

  /**
   * On Spring JDBC with a pool. It is spared the counting of tokens that its default batching does.
   * Its table is made here, as it makes it by itself but for the default of the id, because its own
   * way creates extensions, which belong to the whole database.
   */
  private static Contender springAi(PgArea area, Runnable index) {
    area.execute(CREATE);
    GivenVectors vectors = new GivenVectors();
    PgVectorStore store =
        PgVectorStore.builder(new JdbcTemplate(area.pool()), new SpringAiVectors(vectors))
            .schemaName(area.schema())
            .vectorTableName(Area.ENTRIES)
            .dimensions(DocumentStream.DIMENSION)
            .initializeSchema(false)
            .batchingStrategy(List::of)
            .build();
    return new SpringAiContender(area, vectors, store, index);
  }
}
