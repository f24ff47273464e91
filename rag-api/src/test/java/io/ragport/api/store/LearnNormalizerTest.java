package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ragport.api.Capability;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexRequest;
import io.ragport.api.RagStoreException;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Learning a normalizer from a collection (NRM-2). */
class LearnNormalizerTest {
  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);

  @Test
  void theMeanOfTheVectorsIsTheCentreAndCentringIsOn() {
    service.index("east");
    service.index("3-4");

    Normalizer learned = service.learnNormalizer("default");

    assertThat(learned).isEqualTo(new Normalizer(false, false, true, new double[] {2, 2, 0, 0}));
  }

  @Test
  void whatIsLearnedHasAnEffectWhenTheTextsAreIndexedAnew() {
    service.index("east");
    service.index("4-3");
    VectorStoreRagService centring =
        VectorStoreRagService.builder(
                store,
                EmbeddingSettings.of(embedding).withNormalizer(service.learnNormalizer(null)))
            .build();
    for (String text : new String[] {"east", "4-3"}) {
      centring.index(IndexRequest.builder(text).collectionName("anew").build());
    }

    double[][] matrix =
        centring.computeSimilarityMatrix(List.of("east"), List.of("default"), "anew");

    assertThat(matrix[0][0]).isEqualTo(1);
    assertThat(centring.learnNormalizer("anew").centerVector()).containsExactly(0, 0, 0, 0);
  }

  @Test
  void everyEntryCountsHoweverManyThereAre() {
    service.indexBatch(IndexBatchRequest.builder().addAll(Services.items(1700)).build());
    embedding.vector("far", 1.7e6f, 0, 0, 0);
    service.index("far");

    double[] centre = service.learnNormalizer("default").centerVector();

    assertThat(centre).isNotNull();
    assertThat(centre[0]).isBetween(990.0, 1010.0);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"default", "missing"})
  void aMissingCollectionIsAnError(String name) {
    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(() -> service.learnNormalizer(name))
        .withMessageEndingWith("\" has no entries to learn a normalizer from (index some first)");
  }

  @Test
  void anEmptyCollectionIsAnError() {
    service.createCollection("default", 4, null);

    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(() -> service.learnNormalizer("default"));
  }

  @Test
  void aBackendThatCannotReadItsVectorsScalesToUnitLength() {
    service.index("east");
    store.without(Capability.ITER_ENTRIES);

    assertThat(service.learnNormalizer("default")).isEqualTo(Normalizer.L2);
  }
}
