package io.ragport.api.store;

import io.ragport.api.BaseRagService;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.spi.RagBackendProvider;

/**
 * A backend that is a {@link VectorStore}: it gets the contract from {@link VectorStoreRagService}.
 * Its options include {@link VectorStoreRagService#PROVISION}.
 *
 * <p>That the store can be had alone lets others stand in front of it: the conformance suite puts
 * one there that fails, to see that nothing half done stays behind (IDX-8).
 */
public interface VectorStoreProvider extends RagBackendProvider {
  /**
   * The store with these settings. Reads and writes nothing yet (LIFE-1); whoever opened it closes
   * it.
   *
   * @param config the checked settings of the section {@code rag.<name>}
   * @throws io.ragport.api.RagConfigurationException if settings contradict each other or a
   *     required one is missing
   */
  VectorStore openStore(ProviderConfig config);

  @Override
  default BaseRagService open(ProviderConfig config, EmbeddingSettings embedding) {
    return VectorStoreRagService.builder(openStore(config), embedding)
        .provision(config.get(VectorStoreRagService.PROVISION))
        .build();
  }
}
