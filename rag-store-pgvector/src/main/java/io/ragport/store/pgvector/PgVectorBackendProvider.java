package io.ragport.store.pgvector;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.store.VectorStore;
import io.ragport.api.store.VectorStoreProvider;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Opens the PostgreSQL backend, {@code rag.backend: pgvector}. Safe for use from many threads.
 *
 * <p>What it opens is a {@link PgVectorRagService}.
 */
public final class PgVectorBackendProvider implements VectorStoreProvider {
  /** For {@link java.util.ServiceLoader}. */
  public PgVectorBackendProvider() {}

  @Override
  public String name() {
    return "pgvector";
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  @Override
  public List<ConfigOption<?>> options() {
    return PgVectorOptions.all();
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("io.ragport:rag-store-pgvector");
  }

  @Override
  public VectorStore openStore(ProviderConfig config) {
    return PgVectorStore.withOwnPool(PgVectorOptions.from(config));
  }

  @Override
  public BaseRagService open(ProviderConfig config, EmbeddingSettings embedding) {
    return PgVectorRagService.open(PgVectorOptions.from(config), embedding);
  }
}
