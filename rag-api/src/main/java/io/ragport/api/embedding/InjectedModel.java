package io.ragport.api.embedding;

import java.util.Objects;
import java.util.Optional;

/** The caller's embedder for every model (EMB-6). */
record InjectedModel(EmbeddingProvider provider) implements EmbeddingModels {
  InjectedModel {
    Objects.requireNonNull(provider, "provider");
  }

  @Override
  public Optional<String> defaultModel() {
    return Optional.of(provider.modelName());
  }

  @Override
  public EmbeddingProvider forModel(String model) {
    return provider;
  }

  @Override
  public void close() {
    // The provider was passed in: it is the caller's to close (LIFE-2).
  }
}
