package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ragport.api.CollectionMismatchException;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.RagEntry;
import io.ragport.api.RagServiceResult;
import io.ragport.api.embedding.EmbeddingPurpose;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.LogCapture;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.RecordingModels;
import io.ragport.api.testing.Services;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The model that a collection records decides (COL-3), and so does its normalizer (EMB-4). */
class ModelAuthorityTest {
  private final LogCapture log = LogCapture.of("io.ragport.api.store");
  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding recorded = new RecordingEmbedding("recorded");
  private final RecordingEmbedding configured = new RecordingEmbedding("configured");
  private final RecordingModels models = new RecordingModels(configured, recorded);
  private final VectorStoreRagService service = Services.over(store, models);

  @BeforeEach
  void aCollectionOfTheRecordedModelExists() {
    Services.over(store, recorded).index("east");
    recorded.forgetCalls();
    store.forgetCalls();
  }

  @AfterEach
  void stopCapturing() {
    log.close();
  }

  @Test
  void anExistingCollectionIsIndexedWithItsModel() {
    RagEntry entry = service.index("north");

    assertThat(entry.model()).isEqualTo("recorded");
    assertThat(recorded.calls())
        .containsExactly(new RecordingEmbedding.Call(List.of("north"), EmbeddingPurpose.DOCUMENT));
    assertThat(configured.calls()).isEmpty();
  }

  @Test
  void anExistingCollectionIsQueriedWithItsModel() {
    List<RagServiceResult> results = service.query("east");

    assertThat(results).extracting(RagServiceResult::model).containsExactly("recorded");
    assertThat(recorded.calls())
        .containsExactly(new RecordingEmbedding.Call(List.of("east"), EmbeddingPurpose.QUERY));
    assertThat(configured.calls()).isEmpty();
  }

  @Test
  void oneWarningIsLoggedPerCollection() {
    service.query("east");
    service.query("east");
    service.index("north");

    assertThat(log.warnings())
        .containsExactly(
            "memory, collection default: records the model recorded,"
                + " which is used in place of the configured configured");
  }

  @Test
  void aCollectionOfTheConfiguredModelCausesNoWarning() {
    service.index(IndexRequest.builder("east").collectionName("new").build());
    service.query(QueryRequest.builder("east").collectionName("new").build());

    assertThat(log.warnings()).isEmpty();
    assertThat(configured.calls()).hasSize(2);
  }

  @Test
  void aServiceWithoutAModelOfItsOwnUsesTheRecordedOneWithoutAWarning() {
    RecordingModels onlyKnown =
        new RecordingModels(recorded) {
          @Override
          public Optional<String> defaultModel() {
            return Optional.empty();
          }
        };

    Services.over(store, onlyKnown).index("north");

    assertThat(recorded.calls()).hasSize(1);
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void aModelThatCannotBeResolvedFailsBeforeAnyIoOnData() {
    VectorStoreRagService stranger = Services.over(store, new RecordingModels(configured));

    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> stranger.index("north"))
        .withMessage("rag.embedder: no model recorded");
    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> stranger.query("east"));
    assertThat(store.calls()).containsExactly("findCollection", "findCollection");
    assertThat(configured.calls()).isEmpty();
  }

  @Test
  void aModelThatCannotBeResolvedIsNotLoggedAsUsed() {
    VectorStoreRagService stranger = Services.over(store, new RecordingModels(configured));

    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> stranger.index("north"));

    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void whatNeedsNoEmbeddingNeedsNoModel() {
    VectorStoreRagService stranger = Services.over(store, new RecordingModels());

    assertThat(stranger.countEntries("default")).isEqualTo(1);
    assertThat(stranger.iterEntries("default")).hasSize(1);
    assertThat(stranger.query(QueryRequest.builder("east").mode(QueryMode.KEYWORD).build()))
        .hasSize(1);
    assertThat(stranger.query(QueryRequest.builder(new float[] {1, 0, 0, 0}).build())).hasSize(1);
  }

  @Test
  void anInjectedEmbedderServesEveryModel() {
    RecordingEmbedding injected = new RecordingEmbedding("gateway");

    RagEntry entry = Services.over(store, injected).index("north");

    assertThat(injected.calls()).hasSize(1);
    assertThat(entry.model()).isEqualTo("recorded");
  }

  @Test
  void anotherNormalizerIsAnErrorBeforeEmbedding() {
    VectorStoreRagService normalizing =
        VectorStoreRagService.builder(
                store, EmbeddingSettings.of(recorded).withNormalizer(Normalizer.L2))
            .build();

    assertThatExceptionOfType(CollectionMismatchException.class)
        .isThrownBy(() -> normalizing.index("north"))
        .withMessageContaining("recorded with normalizer none, but asked for l2");
    assertThatExceptionOfType(CollectionMismatchException.class)
        .isThrownBy(() -> normalizing.query("north"));
    assertThatExceptionOfType(CollectionMismatchException.class)
        .isThrownBy(
            () -> normalizing.query(QueryRequest.builder(new float[] {1, 0, 0, 0}).build()));
    assertThat(recorded.calls()).isEmpty();
  }
}
