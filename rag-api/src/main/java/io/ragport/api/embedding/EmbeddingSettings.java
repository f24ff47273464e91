package io.ragport.api.embedding;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a service embeds.
 *
 * @param models the embedders; closed by the service
 * @param normalizer applied to documents and queries alike (EMB-4); null touches nothing
 * @param listener told of every embedding call (EMB-5) unless a request brings its own; null tells
 *     nobody
 */
public record EmbeddingSettings(
    EmbeddingModels models, @Nullable Normalizer normalizer, @Nullable EmbeddingListener listener) {
  public EmbeddingSettings {
    Objects.requireNonNull(models, "models");
  }

  /** The caller's embedder for every model, no normalizer, no listener (EMB-6). */
  public static EmbeddingSettings of(EmbeddingProvider provider) {
    return new EmbeddingSettings(EmbeddingModels.servedBy(provider), null, null);
  }

  /** The same with a normalizer. */
  public EmbeddingSettings withNormalizer(@Nullable Normalizer newNormalizer) {
    return new EmbeddingSettings(models, newNormalizer, listener);
  }

  /** The same with a listener. */
  public EmbeddingSettings withListener(@Nullable EmbeddingListener newListener) {
    return new EmbeddingSettings(models, normalizer, newListener);
  }
}
