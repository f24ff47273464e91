package io.ragport.store.qdrant;

import io.ragport.api.Capability;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.store.VectorStore;
import io.ragport.api.store.VectorStoreProvider;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Opens the Qdrant backend, {@code rag.backend: qdrant}. Safe for use from many threads. */
public final class QdrantBackendProvider implements VectorStoreProvider {
  /** For {@link java.util.ServiceLoader}. */
  public QdrantBackendProvider() {}

  @Override
  public String name() {
    return QdrantErrors.BACKEND;
  }

  @Override
  public Set<Capability> capabilities() {
    return QdrantVectorStore.CAPABILITIES;
  }

  @Override
  public List<ConfigOption<?>> options() {
    return QdrantOptions.all();
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("io.ragport:rag-store-qdrant");
  }

  @Override
  public VectorStore openStore(ProviderConfig config) {
    return QdrantVectorStore.connecting(QdrantOptions.from(config));
  }
}
