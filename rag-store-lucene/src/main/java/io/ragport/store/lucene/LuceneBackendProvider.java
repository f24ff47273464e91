package io.ragport.store.lucene;

import io.ragport.api.Capability;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.store.VectorStore;
import io.ragport.api.store.VectorStoreProvider;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Opens the embedded backend, {@code rag.backend: lucene}. Safe for use from many threads.
 *
 * <p>One process at a time has a folder open; within it any number of services do.
 */
public final class LuceneBackendProvider implements VectorStoreProvider {
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
  public VectorStore openStore(ProviderConfig config) {
    return new LuceneVectorStore(LuceneOptions.from(config));
  }
}
