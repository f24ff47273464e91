package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Named.named;

import io.ragport.api.BaseRagService;
import io.ragport.api.CollectionInfo;
import io.ragport.api.CollectionMismatchException;
import io.ragport.api.DimensionMismatchException;
import io.ragport.api.EmbeddingException;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.VectorPrecision;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.RecordingModels;
import io.ragport.api.testing.Services;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Creating, listing, dropping, and what is missing (COL-1, COL-2, COL-4 to COL-7). */
class CollectionsTest {
  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);

  @Test
  void indexingCreatesAMissingCollectionWithItsFirstDimension() {
    service.index(IndexRequest.builder("east").collectionName("notes").build());

    assertThat(store.findCollection("notes"))
        .contains(new CollectionSpec("notes", "model-a", 4, "none", "id-of-notes", 1));
  }

  @Test
  void aNormalizerIsRecordedByItsFingerprint() {
    normalizing(Normalizer.L2).index("east");

    assertThat(service.listCollections())
        .extracting(CollectionInfo::normalizer)
        .containsExactly("l2");
  }

  @Test
  void aFailedFirstEmbeddingLeavesNoCollection() {
    embedding.failing(new IllegalStateException("down"));

    assertThatExceptionOfType(EmbeddingException.class).isThrownBy(() -> service.index("east"));
    assertThat(store.has("default")).isFalse();
  }

  @Test
  void twoCreatorsThatAgreeBothSucceed() {
    store.beforeNext("createCollection", () -> Services.over(store, embedding).index("north"));

    service.index("east");

    assertThat(service.countEntries("default")).isEqualTo(2);
  }

  @Test
  void aLosingCreatorWithAnotherModelFailsAndKeepsNothing() {
    store.beforeNext(
        "createCollection",
        () -> Services.over(store, new RecordingEmbedding("model-b")).index("north"));

    assertThatExceptionOfType(CollectionMismatchException.class)
        .isThrownBy(() -> service.index("east"))
        .withMessage(
            "collection \"default\": recorded with model model-b, but asked for model-a"
                + " (use another collection or drop this one)");
    assertThat(store.contents("default"))
        .extracting(VectorRecord::content)
        .containsExactly("north");
  }

  @Test
  void aLosingCreatorWithAnotherDimensionFails() {
    RecordingEmbedding shorter = new RecordingEmbedding().vector("north", 0, 1);
    store.beforeNext("createCollection", () -> Services.over(store, shorter).index("north"));

    assertThatExceptionOfType(CollectionMismatchException.class)
        .isThrownBy(() -> service.index("east"))
        .withMessageContaining("recorded with dimension 2, but asked for 4");
  }

  @Test
  void aLosingCreatorWithAnotherNormalizerFails() {
    store.beforeNext("createCollection", () -> normalizing(Normalizer.L2).index("north"));

    assertThatExceptionOfType(CollectionMismatchException.class)
        .isThrownBy(() -> service.index("east"))
        .withMessageContaining("recorded with normalizer l2, but asked for none");
  }

  @Test
  void anEmbeddingThatDoesNotFitFailsBeforeAnyWrite() {
    service.index("east");
    embedding.vector("flat", 1, 2);
    store.forgetCalls();

    assertThatExceptionOfType(DimensionMismatchException.class)
        .isThrownBy(() -> service.index("flat"))
        .withMessageContaining("holds 4-dimensional embeddings; got 2 dimensions");
    assertThat(store.calls()).containsExactly("findCollection");
  }

  @Test
  void aQueryThatDoesNotFitFails() {
    service.index("east");
    embedding.vector("flat", 1, 2);

    assertThatExceptionOfType(DimensionMismatchException.class)
        .isThrownBy(() -> service.query("flat"));
  }

  @ParameterizedTest
  @MethodSource("readsAndDeletes")
  void readingOrDeletingFromAMissingCollectionCreatesAndEmbedsNothing(
      Consumer<BaseRagService> call) {
    call.accept(service);

    assertThat(store.has("missing")).isFalse();
    assertThat(store.calls()).doesNotContain("createCollection");
    assertThat(embedding.calls()).isEmpty();
  }

  static Stream<Named<Consumer<BaseRagService>>> readsAndDeletes() {
    List<String> texts = List.of("east", "north");
    return Stream.of(
        named(
            "query",
            s ->
                assertThat(s.query(QueryRequest.builder("east").collectionName("missing").build()))
                    .isEmpty()),
        named(
            "queryBatch",
            s ->
                assertThat(
                        s.queryBatch(
                            QueryBatchRequest.builder(texts).collectionName("missing").build()))
                    .containsExactly(List.of(), List.of())),
        named("count", s -> assertThat(s.countEntries("missing")).isZero()),
        named("iterate", s -> assertThat(s.iterEntries("missing")).isEmpty()),
        named("get", s -> assertThat(s.getEntries("missing", List.of(Services.id(1)))).isEmpty()),
        named(
            "matrix",
            s ->
                assertThat(s.computeSimilarityMatrix(texts, List.of("a", "b", "c"), "missing"))
                    .isDeepEqualTo(new double[2][3])),
        named("delete", s -> s.delete(Services.id(1), "missing")),
        named("delete anywhere", s -> s.delete(Services.id(1), null)),
        named("deleteMany", s -> s.deleteMany(List.of(Services.id(1)), "missing")),
        named("deleteBySourceId", s -> s.deleteBySourceId("missing", "s")),
        named("deleteByMetadata", s -> s.deleteByMetadata("missing", Map.of("k", 1))),
        named(
            "replace by nothing",
            s -> s.replace(ReplaceRequest.builder("missing").sourceId("s").build())),
        named("drop", s -> s.dropCollection("missing")),
        named("list", s -> assertThat(s.listCollections()).isEmpty()));
  }

  @Test
  void collectionsDoNotSeeEachOther() {
    service.index(IndexRequest.builder("east").collectionName("one").build());
    service.index(IndexRequest.builder("east").collectionName("two").build());

    assertThat(service.query(QueryRequest.builder("east").collectionName("one").build()))
        .singleElement()
        .satisfies(result -> assertThat(result.collectionName()).isEqualTo("one"));
  }

  @Test
  void collectionsAreListedByNameWithTheirSettingsAndCount() {
    service.index(IndexRequest.builder("east").collectionName("b").build());
    service.createCollection("c", 7, "model-c");
    service.index(IndexRequest.builder("east").collectionName("a").build());
    service.index(IndexRequest.builder("north").collectionName("a").build());

    assertThat(service.listCollections())
        .containsExactly(
            new CollectionInfo("a", "model-a", 4, "none", 1, 2, VectorPrecision.SINGLE, "exact"),
            new CollectionInfo("b", "model-a", 4, "none", 1, 1, VectorPrecision.SINGLE, "exact"),
            new CollectionInfo("c", "model-c", 7, "none", 1, 0, VectorPrecision.SINGLE, "exact"));
  }

  @Test
  void creatingTwiceWithEqualSettingsKeepsTheEntries() {
    service.createCollection("c", 4, null);
    service.index(IndexRequest.builder("east").collectionName("c").build());

    CollectionInfo again = service.createCollection("c", 4, "model-a");

    assertThat(again.count()).isEqualTo(1);
  }

  @Test
  void creatingWithOtherSettingsFails() {
    service.createCollection("c", 4, "model-a");

    assertThatExceptionOfType(CollectionMismatchException.class)
        .isThrownBy(() -> service.createCollection("c", 5, "model-a"));
    assertThatExceptionOfType(CollectionMismatchException.class)
        .isThrownBy(() -> service.createCollection("c", 4, "model-b"));
  }

  @Test
  void creatingEmbedsNothing() {
    service.createCollection("c", 4, "model-a");

    assertThat(embedding.calls()).isEmpty();
  }

  @Test
  void creatingWithoutAnyModelNamesTheSetting() {
    VectorStoreRagService modelless = Services.over(store, new RecordingModels());
    String name = "n".repeat(300);

    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> modelless.createCollection(name, 4, null))
        .withMessage(
            "rag.embedder: collection \""
                + "n".repeat(40)
                + "…\" cannot be created without an embedding model (set one)");
  }

  @Test
  void aServiceWithoutAModelCreatesWithTheOneItIsGiven() {
    CollectionInfo created =
        Services.over(store, new RecordingModels()).createCollection("c", 4, "model-x");

    assertThat(created.model()).isEqualTo("model-x");
  }

  @Test
  void droppingTwiceIsNoError() {
    service.index("east");

    service.dropCollection("default");
    service.dropCollection("default");

    assertThat(store.has("default")).isFalse();
  }

  private VectorStoreRagService normalizing(Normalizer normalizer) {
    return VectorStoreRagService.builder(
            store, EmbeddingSettings.of(embedding).withNormalizer(normalizer))
        .build();
  }
}
