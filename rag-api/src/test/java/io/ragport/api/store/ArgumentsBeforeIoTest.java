package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.ragport.api.BaseRagService;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.SimilarityMethod;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A wrong argument of a method reaches neither the store nor the embedder. */
@SuppressWarnings("NullAway") // null on purpose
class ArgumentsBeforeIoTest {
  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);

  @AfterEach
  void nothingWasCalled() {
    assertThat(store.calls()).isEmpty();
    assertThat(embedding.calls()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("everyMethodWithEveryBadName")
  void aBadCollectionNameIsRefused(
      BiConsumer<BaseRagService, @Nullable String> method, @Nullable String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> method.accept(service, name))
        .withMessageStartingWith("collectionName: ");
  }

  static Stream<Arguments> everyMethodWithEveryBadName() {
    List<Named<String>> names =
        List.of(
            named("empty", ""),
            named("too long", "n".repeat(513)),
            named("U+0000", "\u0000"),
            named("surrogate", "\ud800"));
    return Stream.concat(
        Stream.concat(oneCollection(), oneOrAllCollections())
            .flatMap(method -> names.stream().map(name -> arguments(method, name))),
        oneCollection().map(method -> arguments(method, named("null", null))));
  }

  private static Stream<Named<BiConsumer<BaseRagService, @Nullable String>>> oneCollection() {
    return Stream.of(
        named("deleteBySourceId", (s, name) -> s.deleteBySourceId(name, "source")),
        named("deleteBySourceId none", (s, name) -> s.deleteBySourceId(name, List.of())),
        named("deleteByMetadata", (s, name) -> s.deleteByMetadata(name, Map.of("k", 1))),
        named("countEntries", (s, name) -> s.countEntries(name)),
        named("iterEntries", (s, name) -> s.iterEntries(name)),
        named("getEntries", (s, name) -> s.getEntries(name, List.of(Services.id(1)))),
        named("getEntries none", (s, name) -> s.getEntries(name, List.of())),
        named("createCollection", (s, name) -> s.createCollection(name, 4, "model-a")),
        named("dropCollection", (s, name) -> s.dropCollection(name)),
        named("matrix", (s, name) -> s.computeSimilarityMatrix(List.of("a"), List.of("s"), name)),
        named("empty matrix", (s, name) -> s.computeSimilarityMatrix(List.of(), List.of(), name)));
  }

  private static Stream<Named<BiConsumer<BaseRagService, @Nullable String>>> oneOrAllCollections() {
    return Stream.of(
        named("delete", (s, name) -> s.delete(Services.id(1), name)),
        named("deleteMany", (s, name) -> s.deleteMany(List.of(Services.id(1)), name)),
        named("deleteMany none", (s, name) -> s.deleteMany(List.of(), name)),
        named("learnNormalizer", (s, name) -> s.learnNormalizer(name)));
  }

  @ParameterizedTest
  @MethodSource("badCalls")
  void aBadArgumentIsRefused(Consumer<BaseRagService> call, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> call.accept(service))
        .withMessage(message);
  }

  static Stream<Arguments> badCalls() {
    return Stream.of(
        bad("index", s -> s.index((IndexRequest) null), "request: null"),
        bad("indexBatch", s -> s.indexBatch(null), "request: null"),
        bad("query", s -> s.query((QueryRequest) null), "request: null"),
        bad("queryBatch", s -> s.queryBatch(null), "request: null"),
        bad("replace", s -> s.replace(null), "request: null"),
        bad("delete", s -> s.delete(null, null), "id: null"),
        bad("delete many", s -> s.deleteMany(null, "c"), "ids: null (a list, possibly empty)"),
        bad(
            "delete an id",
            s -> s.deleteMany(Collections.singletonList(null), null),
            "ids[0]: null"),
        bad("get many", s -> s.getEntries("c", null), "ids: null (a list, possibly empty)"),
        bad(
            "get an id",
            s -> s.getEntries("c", Arrays.asList(Services.id(1), null)),
            "ids[1]: null"),
        bad(
            "delete sources",
            s -> s.deleteBySourceId("c", (List<String>) null),
            "sourceIds: null (a list, possibly empty)"),
        bad(
            "delete an empty source",
            s -> s.deleteBySourceId("c", List.of("a", "")),
            "sourceIds[1]: 0 characters (1 to 1024)"),
        bad("match", s -> s.deleteByMetadata("c", Map.of()), "match: empty (at least one key)"),
        bad("no match", s -> s.deleteByMetadata("c", null), "match: null (at least one key)"),
        bad(
            "match of NaN",
            s -> s.deleteByMetadata("c", Map.of("k", Double.NaN)),
            "match.k: NaN (a finite number)"),
        bad("batch size 0", s -> s.iterEntries("c", 0), "batchSize: 0 is less than 1"),
        bad("batch size -1", s -> s.iterEntries("c", -1), "batchSize: -1 is less than 1"),
        bad("dimension", s -> s.createCollection("c", 0, null), "dimension: 0 is less than 1"),
        bad(
            "model",
            s -> s.createCollection("c", 4, " "),
            "model: blank (a text with at least one visible character)"),
        bad(
            "blank text in matrix",
            s -> s.computeSimilarityMatrix(List.of("a", ""), List.of("s"), "c"),
            "texts[1]: blank (a text with at least one visible character)"),
        bad(
            "blank text in matrix without sources",
            s -> s.computeSimilarityMatrix(List.of(""), List.of(), "c"),
            "texts[0]: blank (a text with at least one visible character)"),
        bad(
            "empty source in matrix",
            s -> s.computeSimilarityMatrix(List.of("a"), List.of(""), "c"),
            "sourceIds[0]: 0 characters (1 to 1024)"),
        bad(
            "no method",
            s ->
                s.computeSimilarityMatrix(List.of("a"), List.of("s"), (SimilarityMethod) null, "c"),
            "method: null"),
        bad(
            "blank text",
            s -> s.index(" "),
            "text: blank (a text with at least one visible character)"),
        bad("no text", s -> s.query((String) null), "text: null (a text that is not blank)"),
        bad("topK", s -> s.query("a", 0), "topK: 0 is not in 1 to 10000"));
  }

  private static Arguments bad(String name, Consumer<BaseRagService> call, String message) {
    return arguments(named(name, call), message);
  }
}
