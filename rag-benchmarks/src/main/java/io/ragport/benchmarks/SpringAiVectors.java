package io.ragport.benchmarks;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.BatchingStrategy;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingOptions;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;

/** Given vectors as Spring AI asks for them. */
record SpringAiVectors(GivenVectors vectors) implements EmbeddingModel {
  @Override
  public EmbeddingResponse call(EmbeddingRequest request) {
    List<String> texts = request.getInstructions();
    return new EmbeddingResponse(
        IntStream.range(0, texts.size())
            .mapToObj(i -> new Embedding(vectors.vector(texts.get(i)), i))
            .toList());
  }

  @Override
  public float[] embed(String text) {
    return vectors.vector(text);
  }

  @Override
  public float[] embed(Document document) {
    return vectors.vector(Objects.requireNonNull(document.getText()));
  }

  @Override
  public List<float[]> embed(
      List<Document> documents, @Nullable EmbeddingOptions options, BatchingStrategy batching) {
    return documents.stream().map(this::embed).toList();
  }

  @Override
  public int dimensions() {
    return vectors.dimension();
  }
}
