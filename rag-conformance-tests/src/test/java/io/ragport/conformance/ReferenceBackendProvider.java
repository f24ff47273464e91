package io.ragport.conformance;

import io.ragport.api.Capability;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.store.VectorStore;
import io.ragport.api.store.VectorStoreProvider;
import io.ragport.api.store.VectorStoreRagService;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Opens the reference store, {@code rag.backend: reference}. */
public final class ReferenceBackendProvider implements VectorStoreProvider {
  static final ConfigOption<Path> PATH = ConfigOption.path("path", "The server: a folder.");

  static final ConfigOption<String> TOKEN =
      ConfigOption.secret("token", "What the server wants to hear.").withDefault("");

  /** For {@link java.util.ServiceLoader}. */
  public ReferenceBackendProvider() {}

  @Override
  public String name() {
    return ReferenceVectorStore.NAME;
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  @Override
  public List<ConfigOption<?>> options() {
    return List.of(PATH, TOKEN, VectorStoreRagService.PROVISION);
  }

  @Override
  public VectorStore openStore(ProviderConfig config) {
    return new ReferenceVectorStore(config.get(PATH), config.get(TOKEN));
  }
}
