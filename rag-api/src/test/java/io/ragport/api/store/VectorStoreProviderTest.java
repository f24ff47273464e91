package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract over a backend that only has a store. */
class VectorStoreProviderTest {
  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final VectorStoreProvider provider = new MemoryProvider();

  @Test
  void aServiceWorksOnTheProvidersStore() {
    try (BaseRagService service = open(Map.of())) {
      service.index("east");

      assertThat(service.query("east", 1)).hasSize(1);
      assertThat(store.contents("default")).hasSize(1);
    }
  }

  @Test
  void provisionIsHeeded() {
    try (BaseRagService service = open(Map.of("provision", false))) {
      assertThatThrownBy(() -> service.index("east"))
          .isInstanceOf(RagConfigurationException.class)
          .hasMessageContaining("provision");
      assertThat(store.has("default")).isFalse();
    }
  }

  private BaseRagService open(Map<String, ?> settings) {
    return provider.open(
        ProviderConfig.of("rag.memory", provider.options(), settings),
        EmbeddingSettings.of(new RecordingEmbedding()));
  }

  private final class MemoryProvider implements VectorStoreProvider {
    @Override
    public String name() {
      return InMemoryVectorStore.NAME;
    }

    @Override
    public Set<Capability> capabilities() {
      return EnumSet.allOf(Capability.class);
    }

    @Override
    public List<ConfigOption<?>> options() {
      return List.of(VectorStoreRagService.PROVISION);
    }

    @Override
    public VectorStore openStore(ProviderConfig config) {
      return store;
    }
  }
}
