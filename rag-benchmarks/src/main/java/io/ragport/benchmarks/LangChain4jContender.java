package io.ragport.benchmarks;

import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.EmbeddingStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One of LangChain4j's stores. */
record LangChain4jContender(Area area, EmbeddingStore<TextSegment> store) implements Contender {
  @Override
  public String name() {
    return "LangChain4j";
  }

  @Override
  public void load(List<NumberedDocument> batch) {
    List<String> ids = new ArrayList<>(batch.size());
    List<Embedding> embeddings = new ArrayList<>(batch.size());
    List<TextSegment> segments = new ArrayList<>(batch.size());
    for (NumberedDocument document : batch) {
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
        .map(match -> match.embedded().metadata().getInteger(NumberedDocument.NUMBER))
        .map(Objects::requireNonNull)
        .toList();
  }
}
