package io.ragport.core;

import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.EmbeddingProviderFactory;
import io.ragport.api.spi.ProviderConfig;
import java.util.List;
import java.util.Optional;

/** The embedder {@code hashing}, see {@link HashingEmbeddingProvider}. Without state. */
public final class HashingEmbeddingProviderFactory implements EmbeddingProviderFactory {
  private static final ConfigOption<Integer> DIMENSION =
      ConfigOption.integer(
              "dimension",
              "The length of the vectors; the more, the fewer words share a dimension.",
              1,
              HashingEmbeddingProvider.MAX_DIMENSION)
          .withDefault(HashingEmbeddingProvider.DEFAULT_DIMENSION);

  /** For {@link java.util.ServiceLoader}. */
  public HashingEmbeddingProviderFactory() {}

  @Override
  public String name() {
    return "hashing";
  }

  @Override
  public List<ConfigOption<?>> options() {
    return List.of(DIMENSION);
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("io.ragport:rag-core");
  }

  @Override
  public EmbeddingProvider create(ProviderConfig config) {
    return new HashingEmbeddingProvider(config.get(DIMENSION));
  }

  /** Knows {@code hashing/<dimension>}. */
  @Override
  public Optional<EmbeddingProvider> createFor(String modelName) {
    if (!modelName.startsWith(HashingEmbeddingProvider.MODEL_PREFIX)) {
      return Optional.empty();
    }
    try {
      int dimension =
          DIMENSION.parse(modelName.substring(HashingEmbeddingProvider.MODEL_PREFIX.length()));
      EmbeddingProvider provider = new HashingEmbeddingProvider(dimension);
      return Optional.of(provider).filter(made -> made.modelName().equals(modelName));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
