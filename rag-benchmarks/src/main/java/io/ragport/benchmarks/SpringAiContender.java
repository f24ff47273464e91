package io.ragport.benchmarks;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.document.Document;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.filter.FilterExpressionBuilder;

/**
 * One of Spring AI's stores.
 *
 * @param vectors what the store's embedding model looks up
 * @param index makes the index after the load or waits for it
 */
record SpringAiContender(Area area, GivenVectors vectors, VectorStore store, Runnable index)
    implements Contender {
  private static final String QUERY = "query";

  @Override
  public String name() {
    return "Spring AI";
  }

  @Override
  public void load(List<NumberedDocument> batch) {
    vectors.give(batch);
    store.add(batch.stream().map(SpringAiContender::document).toList());
  }

  @Override
  public void awaitIndex() {
    index.run();
  }

  private static Document document(NumberedDocument document) {
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
        .map(document -> (Number) document.getMetadata().get(NumberedDocument.NUMBER))
        .map(Number::intValue)
        .toList();
  }
}
