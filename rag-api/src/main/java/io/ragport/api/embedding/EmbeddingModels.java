package io.ragport.api.embedding;

import java.util.Optional;

/**
 * The embedders of a service: the one for new collections, and one for the model that an existing
 * collection records (COL-3). Safe for use from many threads. A service closes its models; closing
 * ends only the embedders that were made here, none that was passed in (LIFE-2).
 */
public interface EmbeddingModels extends AutoCloseable {
  /**
   * The model that new collections get; resolves and loads nothing (LIFE-1). Empty if the service
   * only works with existing collections.
   */
  Optional<String> defaultModel();

  /**
   * The embedder for a model.
   *
   * @param model a name from {@link #defaultModel()} or from a collection
   * @throws io.ragport.api.RagConfigurationException if no embedder is known for it
   */
  EmbeddingProvider forModel(String model);

  @Override
  void close();

  /**
   * One embedder that serves every model, whatever a collection records (EMB-6): for tests and
   * gateways. It stays the caller's to close.
   */
  static EmbeddingModels servedBy(EmbeddingProvider provider) {
    return new InjectedModel(provider);
  }
}
