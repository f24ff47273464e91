package io.ragport.conformance;

import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.EmbeddingProviderFactory;
import io.ragport.api.spi.ProviderConfig;
import java.util.List;
import java.util.Optional;

/**
 * An embedder as it is configured: one for new collections, and others it knows by the name of
 * their model (COL-3).
 *
 * @param own the one for new collections
 * @param known the others
 */
record NamedModels(RecordingEmbedding own, List<RecordingEmbedding> known)
    implements EmbeddingProviderFactory {
  /** One that knows more models than its own. */
  static NamedModels of(RecordingEmbedding own, RecordingEmbedding... known) {
    return new NamedModels(own, List.of(known));
  }

  /** The name that the configurations of the suite select. */
  @Override
  public String name() {
    return "hashing";
  }

  @Override
  public List<ConfigOption<?>> options() {
    return List.of();
  }

  @Override
  public EmbeddingProvider create(ProviderConfig config) {
    return own;
  }

  @Override
  public Optional<EmbeddingProvider> createFor(String modelName) {
    return known.stream()
        .filter(embedder -> embedder.modelName().equals(modelName))
        .<EmbeddingProvider>map(embedder -> embedder)
        .findFirst();
  }
}
