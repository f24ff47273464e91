package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.ragport.api.EmbeddingException;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.StoredEntry;
import io.ragport.api.embedding.EmbeddingPurpose;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What comes out of an embedder is checked, and what goes in is split (EMB-1 to EMB-4). */
@SuppressWarnings("NullAway") // an embedder that returns null
class EmbeddingChecksTest {
  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);

  @ParameterizedTest
  @MethodSource("unusableAnswers")
  void anUnusableAnswerIsRefusedWhenIndexing(float[][] answer, int index, String problem) {
    embedding.answering(texts -> answer);

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(() -> service.indexBatch(batch(3)))
        .withMessage("embedder model-a: text " + index + ": " + problem)
        .satisfies(failure -> assertThat(failure.textIndex()).hasValue(index))
        .satisfies(failure -> assertThat(failure.model()).isEqualTo("model-a"));
    assertThat(store.has("default")).isFalse();
  }

  @ParameterizedTest
  @MethodSource("unusableAnswers")
  void anUnusableAnswerIsRefusedWhenQuerying(float[][] answer, int index, String problem) {
    service.index("east");
    store.forgetCalls();
    embedding.answering(texts -> answer);

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(
            () -> service.queryBatch(QueryBatchRequest.builder(List.of("a", "b", "c")).build()))
        .withMessage("embedder model-a: text " + index + ": " + problem);
    assertThat(store.calls()).containsExactly("findCollection");
  }

  @Test
  void moreVectorsThanTextsAreNoOnesInParticular() {
    float[] good = {1, 0};
    embedding.answering(texts -> new float[][] {good, good, good, good});

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(() -> service.indexBatch(batch(3)))
        .withMessage("embedder model-a: 4 vectors for 3 texts (one per text)")
        .satisfies(failure -> assertThat(failure.textIndex()).isEmpty());
  }

  static Stream<Arguments> unusableAnswers() {
    float[] good = {1, 0};
    return Stream.of(
        unusable("none at all", 0, "0 vectors for 3 texts (one per text)"),
        unusable("one missing", 2, "2 vectors for 3 texts (one per text)", good, good),
        unusable("null", 1, "no vector", good, null, good),
        unusable("empty", 0, "no vector", new float[0], good, good),
        unusable(
            "ragged",
            2,
            "3 dimensions after 2 before (one length)",
            good,
            good,
            new float[] {1, 2, 3}),
        unusable("NaN", 1, "a component is not finite", good, new float[] {1, Float.NaN}, good),
        unusable(
            "infinite",
            2,
            "a component is not finite",
            good,
            good,
            new float[] {Float.NEGATIVE_INFINITY, 1}),
        unusable("zero", 0, "all components are zero", new float[] {0, -0f}, good, good));
  }

  private static Arguments unusable(String name, int index, String problem, float[]... answer) {
    return arguments(named(name, answer), index, problem);
  }

  @Test
  void noAnswerAtAllIsAnEmbeddingException() {
    embedding.answering(texts -> null);

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(() -> service.index("east"))
        .withMessageStartingWith("embedder model-a: ");
  }

  @Test
  void theIndexCountsThroughAllCalls() {
    embedding
        .limitedTo(2, 1000)
        .answering(
            texts ->
                texts.contains("text 4")
                    ? new float[][] {{1, 2}, {Float.NaN, 2}}
                    : new float[][] {{1, 2}, {1, 2}});

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(() -> service.indexBatch(batch(6)))
        .satisfies(failure -> assertThat(failure.textIndex()).hasValue(3));
  }

  @Test
  void aDimensionThatChangesBetweenCallsIsRefused() {
    embedding
        .limitedTo(1, 1000)
        .answering(
            texts ->
                new float[][] {
                  texts.contains("text 2") ? new float[] {1, 2, 3} : new float[] {1, 2}
                });

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(() -> service.indexBatch(batch(2)))
        .withMessageContaining("text 1: 3 dimensions after 2 before");
  }

  @Test
  void anExceptionOfTheEmbedderIsTheCause() {
    IllegalArgumentException failure = new IllegalArgumentException("token limit, text: secret");
    embedding.failing(failure);

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(() -> service.index("secret"))
        .withMessage("embedder model-a: failed: IllegalArgumentException")
        .withCause(failure)
        .satisfies(thrown -> assertThat(thrown.textIndex()).isEmpty());
  }

  @Test
  void aFailureTheEmbedderNamesItselfIsPassedOn() {
    RagConfigurationException failure = new RagConfigurationException("rag.onnx.path", "missing");
    embedding.failing(failure);

    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> service.index("east"))
        .isSameAs(failure);
  }

  @Test
  void theEmbedderIsCalledWithinItsLimitOfTexts() {
    embedding.limitedTo(10, 1_000_000);

    service.indexBatch(batch(25));

    assertThat(embedding.batchSizes()).containsExactly(10, 10, 5);
    assertThat(embedding.calls())
        .flatExtracting(RecordingEmbedding.Call::texts)
        .isEqualTo(batch(25).items().stream().map(item -> item.text()).toList());
  }

  @Test
  void theEmbedderIsCalledWithinItsLimitOfCharacters() {
    embedding.limitedTo(100, 13); // "text 1" has 6 characters

    service.indexBatch(batch(5));

    assertThat(embedding.batchSizes()).containsExactly(2, 2, 1);
  }

  @Test
  void aTextBeyondTheLimitGoesAlone() {
    embedding.limitedTo(100, 5);

    service.indexBatch(batch(3));

    assertThat(embedding.batchSizes()).containsExactly(1, 1, 1);
  }

  @Test
  void vectorsFindTheirTextsThroughSeveralCalls() {
    embedding.limitedTo(2, 1000);

    service.indexBatch(batch(7));

    assertThat(service.iterEntries("default"))
        .allSatisfy(
            entry ->
                assertThat(entry.embedding()).containsExactly(embedding.vectorOf(entry.content())));
  }

  @Test
  void documentsAndQueriesAreToldApart() {
    service.index("east");
    service.query("east");
    service.computeSimilarityMatrix(List.of("east"), List.of("default"), "default");
    service.replace(
        ReplaceRequest.builder("default").sourceId("s").add(Services.item(1, "up")).build());

    assertThat(embedding.calls())
        .extracting(RecordingEmbedding.Call::purpose)
        .containsExactly(
            EmbeddingPurpose.DOCUMENT,
            EmbeddingPurpose.QUERY,
            EmbeddingPurpose.QUERY,
            EmbeddingPurpose.DOCUMENT);
  }

  @Test
  void theNormalizerIsAppliedOnBothSides() {
    VectorStoreRagService centring =
        normalizing(new Normalizer(false, true, true, new double[] {1, 0, 0, 0}));
    centring.index("4-3"); // (3, 3, 0, 0) once centred

    assertThat(centring.iterEntries("default").map(StoredEntry::embedding).findFirst())
        .hasValueSatisfying(
            vector -> assertThat(vector).containsExactly(0.70710677f, 0.70710677f, 0, 0));
    assertThat(centring.query("3-4").get(0).similarity()) // (2, 4, 0, 0) once centred
        .isCloseTo(0.948683, Offset.offset(1e-5));
    assertThat(
            centring
                .query(QueryRequest.builder(new float[] {3, 4, 0, 0}).build())
                .get(0)
                .similarity())
        .isCloseTo(0.948683, Offset.offset(1e-5));
  }

  @Test
  void withoutANormalizerVectorsAreStoredAsTheyCome() {
    service.index("3-4");

    assertThat(service.iterEntries("default").map(StoredEntry::embedding).findFirst())
        .hasValueSatisfying(vector -> assertThat(vector).containsExactly(3, 4, 0, 0));
  }

  @Test
  void aVectorThatNormalizingLeavesWithoutDirectionIsRefused() {
    VectorStoreRagService centring =
        normalizing(new Normalizer(false, false, true, new double[] {1, 0, 0, 0}));

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(() -> centring.index("east"))
        .withMessage("embedder model-a: text 0: all components are zero after normalizing");
  }

  @Test
  void aGivenVectorThatNormalizingLeavesWithoutDirectionIsRefused() {
    VectorStoreRagService centring =
        normalizing(new Normalizer(false, false, true, new double[] {1, 0, 0, 0}));
    centring.index("north");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> centring.query(QueryRequest.builder(new float[] {1, 0, 0, 0}).build()))
        .withMessage("vector after normalizing: all 4 components are zero (it has no direction)");
  }

  @Test
  void aCentreOfAnotherLengthIsAnInvalidArgument() {
    VectorStoreRagService centring =
        normalizing(new Normalizer(false, false, true, new double[] {1}));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> centring.index("east"))
        .withMessage("center_vector: 1 components for vectors of 4 (the same)");
  }

  private VectorStoreRagService normalizing(Normalizer normalizer) {
    return VectorStoreRagService.builder(
            store, EmbeddingSettings.of(embedding).withNormalizer(normalizer))
        .build();
  }

  private static IndexBatchRequest batch(int size) {
    return IndexBatchRequest.builder().addAll(Services.items(size)).build();
  }
}
