package io.ragport.benchmarks;

import dev.langchain4j.store.embedding.qdrant.QdrantEmbeddingStore;
import io.ragport.core.config.RagConfig;
import java.util.List;
import java.util.Map;
import org.springframework.ai.vectorstore.qdrant.QdrantVectorStore;

/** Ragport and its peers on Qdrant, each with collections of its own. */
final class QdrantContenders {
  private static final String SECTION = "rag.qdrant.";

  private QdrantContenders() {}

  /** Ragport with ids that it mints. */
  static Contender.Opener<QdrantServer> ragport(String name, Map<String, Object> options) {
    return server ->
        Area.contender(
            QdrantArea.create(server),
            area -> RagportContender.of(name, config(server, area, options), area));
  }

  /** Ragport with the documents' own ids. */
  static Contender.Opener<QdrantServer> ragportGivenIds(String name, Map<String, Object> options) {
    return server ->
        Area.contender(
            QdrantArea.create(server),
            area -> RagportContender.withGivenIds(name, config(server, area, options), area));
  }

  private static RagConfig config(
      QdrantServer server, QdrantArea area, Map<String, Object> options) {
    RagConfig.Builder config =
        RagConfig.builder()
            .backend("qdrant")
            .set(SECTION + "host", server.host())
            .set(SECTION + "port", server.port())
            .set(SECTION + "apiKey", server.apiKey())
            .set(SECTION + "collectionPrefix", area.prefix());
    options.forEach((option, value) -> config.set(SECTION + option, value));
    return config.build();
  }

  /** LangChain4j's store on a collection made by hand, for it makes none. */
  static Contender.Opener<QdrantServer> langChain4j() {
    return QdrantArea.opener(
        area -> {
          area.createCollection();
          return new LangChain4jContender(
              area,
              QdrantEmbeddingStore.builder()
                  .client(area.client())
                  .collectionName(area.collection())
                  .build());
        });
  }

  /**
   * Spring AI's store on a collection like the one that it makes by itself once an application's
   * context is ready. It is spared the counting of tokens that its default batching does.
   */
  static Contender.Opener<QdrantServer> springAi() {
    return QdrantArea.opener(
        area -> {
          area.createCollection();
          GivenVectors vectors = new GivenVectors();
          QdrantVectorStore store =
              QdrantVectorStore.builder(area.client(), new SpringAiVectors(vectors))
                  .collectionName(area.collection())
                  .batchingStrategy(List::of)
                  .build();
          return new SpringAiContender(area, vectors, store, area::awaitIndex);
        });
  }
}
