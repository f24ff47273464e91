package io.ragport.core;

import io.ragport.api.embedding.EmbeddingLimits;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/** Embeds a text as its length and remembers its calls. */
final class FakeEmbedder implements EmbeddingProvider {
  private final String model;
  private final List<List<String>> calls = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger closings = new AtomicInteger();
  private volatile EmbeddingLimits limits = EmbeddingLimits.NONE;
  private volatile BiFunction<List<String>, EmbeddingPurpose, float[][]> embedding =
      FakeEmbedder::lengths;

  FakeEmbedder(String model) {
    this.model = model;
  }

  /** Replaces the way it embeds. */
  FakeEmbedder embedding(BiFunction<List<String>, EmbeddingPurpose, float[][]> newEmbedding) {
    embedding = newEmbedding;
    return this;
  }

  FakeEmbedder limits(int maxTexts, int maxCharacters) {
    limits = new EmbeddingLimits(maxTexts, maxCharacters);
    return this;
  }

  /** The texts of each call. */
  List<List<String>> calls() {
    return List.copyOf(calls);
  }

  int closings() {
    return closings.get();
  }

  /** Length and purpose, which is never a zero vector. */
  static float[][] lengths(List<String> texts, EmbeddingPurpose purpose) {
    return texts.stream()
        .map(text -> new float[] {text.length(), purpose.ordinal() + 1})
        .toArray(float[][]::new);
  }

  @Override
  public float[][] embed(List<String> texts, EmbeddingPurpose purpose) {
    calls.add(List.copyOf(texts));
    return embedding.apply(texts, purpose);
  }

  @Override
  public int dimension() {
    return 2;
  }

  @Override
  public String modelName() {
    return model;
  }

  @Override
  public EmbeddingLimits limits() {
    return limits;
  }

  @Override
  public void close() {
    closings.incrementAndGet();
  }
}
