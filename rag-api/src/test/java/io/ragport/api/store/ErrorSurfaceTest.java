package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.ragport.api.AuthenticationException;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.BaseRagService;
import io.ragport.api.EmbeddingException;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagException;
import io.ragport.api.RagStoreException;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nothing but the contract's exceptions leaves a service (ERR-1), and they tell nothing private.
 */
class ErrorSurfaceTest {
  private static final String PRIVATE = "a private text";

  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);

  @ParameterizedTest
  @MethodSource("callsAndWhatTheyAskOfTheStore")
  void aForeignExceptionOfTheStoreIsTheCauseAndNeverTheSurface(
      Consumer<BaseRagService> call, String operation, String name) {
    service.index(PRIVATE);
    RuntimeException foreign = new NoSuchElementException(PRIVATE);
    store.failOn(operation, 1, foreign);

    assertThatExceptionOfType(RagStoreException.class)
        .as(name)
        .isThrownBy(() -> call.accept(service))
        .withMessageStartingWith("memory: ")
        .withMessageEndingWith(" failed: NoSuchElementException")
        .withMessageNotContaining(PRIVATE)
        .withCause(foreign);
  }

  @ParameterizedTest
  @MethodSource("callsAndWhatTheyAskOfTheStore")
  void aWrongArgumentOfADriverIsNotTheCallers(
      Consumer<BaseRagService> call, String operation, String name) {
    service.index(PRIVATE);
    for (RuntimeException foreign :
        List.of(new IllegalArgumentException(PRIVATE), new IllegalStateException(PRIVATE))) {
      store.failOn(operation, 1, foreign);

      assertThatExceptionOfType(RagStoreException.class)
          .as(name)
          .isThrownBy(() -> call.accept(service))
          .withCause(foreign);
    }
  }

  @ParameterizedTest
  @MethodSource("errorsOfOtherVersions")
  void aStoreBuiltForAnotherVersionFailsInTheContractsTerms(LinkageError error) {
    service.index("east");
    store.beforeNext(
        "count",
        () -> {
          throw error;
        });

    assertThatExceptionOfType(RagStoreException.class)
        .isThrownBy(() -> service.countEntries("default"))
        .withMessage("memory: count failed: " + error.getClass().getSimpleName())
        .withCause(error);
  }

  static List<LinkageError> errorsOfOtherVersions() {
    return List.of(
        new AbstractMethodError("count"),
        new NoSuchMethodError("count"),
        new NoClassDefFoundError("org/Driver"));
  }

  @ParameterizedTest
  @MethodSource("callsAndWhatTheyAskOfTheStore")
  void whatTheStoreSaysInTheContractsTermsIsPassedOn(
      Consumer<BaseRagService> call, String operation, String name) {
    service.index(PRIVATE);
    List<RagException> failures =
        List.of(
            new BackendUnavailableException("memory", "here", "down", null),
            new AuthenticationException("memory", "here", "rag.memory.key", null));

    for (RagException failure : failures) {
      store.failOn(operation, 1, failure);
      assertThatExceptionOfType(RagException.class)
          .as(name)
          .isThrownBy(() -> call.accept(service))
          .isSameAs(failure);
    }
  }

  static Stream<Arguments> callsAndWhatTheyAskOfTheStore() {
    return Stream.of(
        call("check", "check", BaseRagService::check),
        call("index", "findCollection", s -> s.index("east")),
        call("index", "upsert", s -> s.index("east")),
        call(
            "indexBatch",
            "fetch",
            s -> s.indexBatch(IndexBatchRequest.builder().add(Services.item(1, "east")).build())),
        call("query", "findCollection", s -> s.query("east")),
        call("query", "search", s -> s.query("east")),
        call(
            "query",
            "search",
            s -> s.query(QueryRequest.builder("east").mode(QueryMode.HYBRID).build())),
        call(
            "queryBatch",
            "search",
            s -> s.queryBatch(QueryBatchRequest.builder(List.of("east")).build())),
        call("deleteMany", "delete", s -> s.delete(Services.id(1), "default")),
        call("deleteMany", "listCollections", s -> s.delete(Services.id(1), null)),
        call("deleteBySourceId", "delete", s -> s.deleteBySourceId("default", "s")),
        call("deleteByMetadata", "delete", s -> s.deleteByMetadata("default", Map.of("k", 1))),
        call(
            "replace",
            "replace",
            s ->
                s.replace(
                    ReplaceRequest.builder("default")
                        .sourceId("s")
                        .add(Services.item(1, "east"))
                        .build())),
        call("countEntries", "count", s -> s.countEntries("default")),
        call("iterEntries", "findCollection", s -> s.iterEntries("default")),
        call("iterEntries", "scan", s -> s.iterEntries("default").forEach(entry -> {})),
        call("iterEntries", "scan", s -> s.learnNormalizer("default")),
        call("getEntries", "fetch", s -> s.getEntries("default", List.of(Services.id(1)))),
        call("listCollections", "listCollections", BaseRagService::listCollections),
        call("listCollections", "count", BaseRagService::listCollections),
        call("createCollection", "createCollection", s -> s.createCollection("c", 4, null)),
        call("dropCollection", "dropCollection", s -> s.dropCollection("default")),
        call(
            "computeSimilarityMatrix",
            "scan",
            s -> s.computeSimilarityMatrix(List.of("east"), List.of("default"), "default")));
  }

  private static Arguments call(String name, String operation, Consumer<BaseRagService> call) {
    return arguments(named(name + " / " + operation, call), operation, name);
  }

  @ParameterizedTest
  @MethodSource("foreignExceptions")
  void anyExceptionOfTheEmbedderIsTheCauseAndNeverTheSurface(RuntimeException foreign) {
    embedding.failing(foreign);

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(() -> service.index(PRIVATE))
        .withMessage("embedder model-a: failed: " + foreign.getClass().getSimpleName())
        .withCause(foreign);
  }

  static List<RuntimeException> foreignExceptions() {
    return List.of(
        new IllegalArgumentException(PRIVATE),
        new IllegalStateException(PRIVATE),
        new UnsupportedOperationException(PRIVATE),
        new NullPointerException(PRIVATE),
        new ConcurrentModificationException(PRIVATE),
        new ArrayIndexOutOfBoundsException(PRIVATE));
  }

  @Test
  void messagesHoldNeitherTextsNorVectors() {
    service.index(PRIVATE);
    embedding.vector(PRIVATE + " 2", 0.625f, 0.375f);

    assertThatExceptionOfType(RagException.class)
        .isThrownBy(() -> service.index(PRIVATE + " 2"))
        .withMessageNotContainingAny("private", "0.625", "0.375");
    assertThatExceptionOfType(RagException.class)
        .isThrownBy(() -> service.query(PRIVATE + " 2"))
        .withMessageNotContainingAny("private", "0.625", "0.375");
  }

  @Test
  void theSearchItselfDoesNotShowTextsOrVectors() {
    service.index(PRIVATE);
    service.query(QueryRequest.builder(PRIVATE).mode(QueryMode.HYBRID).build());

    assertThat(store.searches())
        .hasSize(2)
        .allSatisfy(search -> assertThat(search.toString()).doesNotContain("private", "[F@"));
  }
}
