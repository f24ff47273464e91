package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ragport.api.IndexBatchRequest;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import org.junit.jupiter.api.Test;

/** A service that may not create what is missing (COL-7). */
class ProvisioningTest {
  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service =
      VectorStoreRagService.builder(store, EmbeddingSettings.of(embedding))
          .provision(false)
          .build();

  @Test
  void indexingIntoAMissingCollectionFailsBeforeEmbedding() {
    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> service.index("east"))
        .withMessage(
            "rag.memory.provision: is false, so the missing collection \"default\" is not created"
                + " (create it with createCollection())")
        .satisfies(failure -> assertThat(failure.key()).isEqualTo("rag.memory.provision"));
    assertThat(embedding.calls()).isEmpty();
    assertThat(store.calls()).containsExactly("findCollection");
  }

  @Test
  void replacingInAMissingCollectionFailsBeforeEmbedding() {
    ReplaceRequest request =
        ReplaceRequest.builder("missing").sourceId("s").add(Services.item(1, "east")).build();

    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> service.replace(request))
        .withMessageContaining("\"missing\"");
    assertThat(embedding.calls()).isEmpty();
  }

  @Test
  void replacingByNothingInAMissingCollectionIsSilent() {
    assertThat(service.replace(ReplaceRequest.builder("missing").sourceId("s").build())).isEmpty();
  }

  @Test
  void anEmptyBatchIntoAMissingCollectionIsSilent() {
    assertThatCode(() -> service.indexBatch(IndexBatchRequest.builder().build()))
        .doesNotThrowAnyException();
  }

  @Test
  void anExistingCollectionIsUsed() {
    Services.over(store, embedding).createCollection("default", 4, null);

    service.index("east");

    assertThat(service.query("east")).hasSize(1);
  }

  @Test
  void creatingExplicitlyIsTheAdministratorsCall() {
    service.createCollection("default", 4, null);

    assertThat(store.has("default")).isTrue();
  }

  @Test
  void provisioningIsOnByDefault() {
    assertThat(VectorStoreRagService.PROVISION.defaultValue()).contains(true);
    assertThat(VectorStoreRagService.PROVISION.name()).isEqualTo("provision");
  }
}
