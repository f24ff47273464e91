package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Named.named;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.RagStoreException;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.StoredEntry;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.RecordingModels;
import io.ragport.api.testing.Services;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Opening, checking and closing (LIFE-1, LIFE-2). */
class LifecycleTest {
  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final RecordingModels models = new RecordingModels(embedding);
  private final VectorStoreRagService service = Services.over(store, models);

  @Test
  void constructingTouchesNeitherStoreNorModels() {
    assertThat(store.calls()).isEmpty();
    assertThat(models.asked()).isEmpty();
  }

  @Test
  void checkReachesTheStoreAndLoadsTheModel() {
    service.check();

    assertThat(store.calls()).containsExactly("check");
    assertThat(models.asked()).containsExactly("model-a");
  }

  @Test
  void checkNeedsNoModelWhereThereIsNone() {
    VectorStoreRagService withoutModel = Services.over(store, new RecordingModels());

    assertThatCode(withoutModel::check).doesNotThrowAnyException();
  }

  @Test
  void checkPassesOnWhatIsWrong() {
    store.failOn("check", 1, new RagConfigurationException("rag.memory.url", "wrong"));

    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(service::check)
        .withMessage("rag.memory.url: wrong");
  }

  @Test
  void closeClosesStoreAndModelsOnce() {
    service.close();
    service.close();

    assertThat(store.calls()).containsExactly("close");
    assertThat(models.closes()).isEqualTo(1);
  }

  @Test
  void theStoreIsClosedBeforeTheModels() {
    store.beforeNext("close", () -> assertThat(models.closes()).isZero());

    service.close();

    assertThat(models.closes()).isEqualTo(1);
  }

  @Test
  void anEmbedderThatWasPassedInIsNotClosed() {
    Services.over(store, embedding).close();

    assertThat(embedding.isClosed()).isFalse();
  }

  @Test
  void theModelsAreClosedEvenIfClosingTheStoreFails() {
    RagStoreException failure = new RagStoreException("memory", "stuck", null);
    store.failOn("close", 1, failure);

    assertThatExceptionOfType(RagStoreException.class).isThrownBy(service::close).isSameAs(failure);
    assertThat(models.closes()).isEqualTo(1);
  }

  @Test
  void aSecondFailureOfCloseIsSuppressedInTheFirst() {
    RagStoreException first = new RagStoreException("memory", "stuck", null);
    RagStoreException second = new RagStoreException("models", "stuck too", null);
    store.failOn("close", 1, first);
    models.failingToClose(second);

    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(service::close)
        .isSameAs(first)
        .satisfies(failure -> assertThat(failure.getSuppressed()).containsExactly(second));
  }

  @Test
  void aFailureOfTheModelsAloneIsTheFailureOfClose() {
    models.failingToClose(new RagStoreException("models", "stuck", null));

    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(service::close)
        .withMessage("models: stuck");
  }

  @Test
  void closeLetsNoForeignExceptionOut() {
    UnsupportedOperationException foreign = new UnsupportedOperationException("driver");
    store.failOn("close", 1, foreign);

    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(service::close)
        .withMessage("memory: close failed: UnsupportedOperationException")
        .withCause(foreign);
    assertThat(models.closes()).isEqualTo(1);
  }

  @Test
  void closingAgainAfterAFailureDoesNothing() {
    store.failOn("close", 1, new RagStoreException("memory", "stuck", null));
    assertThatExceptionOfType(RagStoreException.class).isThrownBy(service::close);

    assertThatCode(service::close).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("everyMethod")
  void everyCallAfterCloseIsRefused(Consumer<BaseRagService> call) {
    service.close();
    store.forgetCalls();

    assertThatIllegalStateException()
        .isThrownBy(() -> call.accept(service))
        .withMessage("memory: the service is closed");
    assertThat(store.calls()).isEmpty();
    assertThat(embedding.calls()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("everyMethod")
  void everyCallAfterCloseIsRefusedWithoutCapabilitiesToo(Consumer<BaseRagService> call) {
    store.declaring(Set.of());
    service.close();

    assertThatIllegalStateException()
        .isThrownBy(() -> call.accept(service))
        .withMessage("memory: the service is closed");
  }

  static Stream<Named<Consumer<BaseRagService>>> everyMethod() {
    return Stream.of(
        named("check", BaseRagService::check),
        named("index", s -> s.index(IndexRequest.builder("east").build())),
        named("index a text", s -> s.index("east")),
        named("indexBatch", s -> s.indexBatch(IndexBatchRequest.builder().build())),
        named("query", s -> s.query(QueryRequest.builder("east").build())),
        named("query a text", s -> s.query("east", 3)),
        named(
            "query nothing",
            s -> s.query(QueryRequest.builder("east").sourceIds(List.of()).build())),
        named("queryBatch", s -> s.queryBatch(QueryBatchRequest.builder(List.of()).build())),
        named("delete", s -> s.delete(Services.id(1), null)),
        named("deleteMany", s -> s.deleteMany(List.of(), "c")),
        named("deleteBySourceId", s -> s.deleteBySourceId("c", "s")),
        named("deleteBySourceId none", s -> s.deleteBySourceId("c", List.of())),
        named("deleteByMetadata", s -> s.deleteByMetadata("c", Map.of("k", 1))),
        named("replace", s -> s.replace(ReplaceRequest.builder("c").sourceId("s").build())),
        named("countEntries", s -> s.countEntries("c")),
        named("iterEntries", s -> s.iterEntries("c")),
        named("getEntries", s -> s.getEntries("c", List.of())),
        named("listCollections", BaseRagService::listCollections),
        named("createCollection", s -> s.createCollection("c", 4, null)),
        named("dropCollection", s -> s.dropCollection("c")),
        named("learnNormalizer", s -> s.learnNormalizer("c")),
        named(
            "computeSimilarityMatrix",
            s -> s.computeSimilarityMatrix(List.of(), List.of(), SimilarityMethod.AVG, "c")));
  }

  @Test
  void closingEndsAnIterationAtItsNextPage() {
    service.indexBatch(IndexBatchRequest.builder().addAll(Services.items(3)).build());
    Iterator<StoredEntry> entries = service.iterEntries("default", 1).iterator();
    entries.next();

    service.close();

    assertThatIllegalStateException().isThrownBy(() -> entries.forEachRemaining(entry -> {}));
  }

  @Test
  void whatAServiceIsCalledAndCanDoIsKnownAfterCloseToo() {
    service.close();

    assertThat(service.backendName()).isEqualTo("memory");
    assertThat(service.supports(Capability.FILTER)).isTrue();
  }

  @Test
  void whatWasWrittenIsThereForTheNextService() {
    service.index("east");
    service.close();

    assertThat(Services.over(store, embedding).query("east")).hasSize(1);
  }
}
