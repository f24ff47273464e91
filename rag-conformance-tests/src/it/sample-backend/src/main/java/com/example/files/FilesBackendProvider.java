package com.example.files;

import io.ragport.api.Capability;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.store.VectorStore;
import io.ragport.api.store.VectorStoreProvider;
import io.ragport.api.store.VectorStoreRagService;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Opens the backend, {@code rag.backend: files}. Safe for use from many threads. */
public final class FilesBackendProvider implements VectorStoreProvider {
  static final ConfigOption<Path> PATH =
      ConfigOption.path("path", "The folder of the collections.");

  /** For {@link java.util.ServiceLoader}. */
  public FilesBackendProvider() {}

  @Override
  public String name() {
    return FilesVectorStore.NAME;
  }

  @Override
  public Set<Capability> capabilities() {
    return FilesVectorStore.CAPABILITIES;
  }

  @Override
  public List<ConfigOption<?>> options() {
    return List.of(PATH, VectorStoreRagService.PROVISION);
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("com.example:rag-store-files");
  }

  @Override
  public VectorStore openStore(ProviderConfig config) {
    return new FilesVectorStore(config.get(PATH));
  }
}
