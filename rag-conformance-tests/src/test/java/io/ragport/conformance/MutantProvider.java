package io.ragport.conformance;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.store.VectorStore;
import io.ragport.api.store.VectorStoreProvider;
import io.ragport.api.store.VectorStoreRagService;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Opens the reference store with one thing about it wrong, {@code rag.backend: mutant}. */
public final class MutantProvider implements VectorStoreProvider {
  static final String NAME = "mutant";

  static final ConfigOption<Mutant> KIND =
      ConfigOption.choice("kind", "What is wrong.", Mutant.class);

  /** For {@link java.util.ServiceLoader}. */
  public MutantProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  @Override
  public List<ConfigOption<?>> options() {
    return List.of(
        KIND,
        ReferenceBackendProvider.PATH,
        ReferenceBackendProvider.TOKEN,
        VectorStoreRagService.PROVISION);
  }

  @Override
  public VectorStore openStore(ProviderConfig config) {
    return config
        .get(KIND)
        .store(
            config.get(ReferenceBackendProvider.PATH), config.get(ReferenceBackendProvider.TOKEN));
  }

  @Override
  public BaseRagService open(ProviderConfig config, EmbeddingSettings embedding) {
    return config.get(KIND).service(VectorStoreProvider.super.open(config, embedding));
  }
}
