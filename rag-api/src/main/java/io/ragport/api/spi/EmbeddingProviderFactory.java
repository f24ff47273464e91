package io.ragport.api.spi;

import io.ragport.api.embedding.EmbeddingProvider;
import java.util.List;
import java.util.Optional;

/**
 * Announces and creates one kind of embedder; found by {@link java.util.ServiceLoader} as backends
 * are (SPI-6).
 */
public interface EmbeddingProviderFactory {
  /** The name that selects it: {@code [a-z][a-z0-9-]{0,62}}, unique on the class path (SPI-3). */
  String name();

  /** Every setting of its section; any other key there is an error (CFG-3). */
  List<ConfigOption<?>> options();

  /** The Maven coordinates a user adds to get it. */
  default Optional<String> artifact() {
    return Optional.empty();
  }

  /**
   * An embedder with these settings. Loads no model (LIFE-1).
   *
   * @param config the checked settings of the section {@code rag.<name>}
   */
  EmbeddingProvider create(ProviderConfig config);

  /**
   * An embedder for a model that a collection recorded (COL-3), with default settings. Loads no
   * model.
   *
   * @param modelName as {@link EmbeddingProvider#modelName()} gives it
   * @return empty if this factory does not know the model
   */
  default Optional<EmbeddingProvider> createFor(String modelName) {
    return Optional.empty();
  }
}
