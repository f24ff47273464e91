package io.ragport.store.lucene;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.spi.RagBackendProvider;
import io.ragport.api.store.VectorStoreRagService;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Opens the embedded backend, {@code rag.backend: lucene}. Safe for use from many threads.
 *
 * <p>One process at a time has a folder open; within it any number of services do.
 */
public final class LuceneBackendProvider implements RagBackendProvider {
  /** For {@link java.util.ServiceLoader}. */
  public LuceneBackendProvider() {}

  @Override
  public String name() {
    return "lucene";
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  @Override
  public List<ConfigOption<?>> options() {
    return LuceneOptions.all();
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("io.ragport:rag-store-lucene");
  }

  @Override
  public BaseRagService open(ProviderConfig config, EmbeddingSettings embedding) {
    LuceneOptions options = LuceneOptions.from(config);
    return VectorStoreRagService.builder(new LuceneVectorStore(options), embedding)
        .provision(options.provision())
        .build();
  }
}
