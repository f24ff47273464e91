package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagException;
import io.ragport.api.StoredEntry;
import io.ragport.api.UnsupportedCapabilityException;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.spi.ConfigOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** ERR: only our own exceptions, and messages that help and tell no secrets. */
abstract class ErrorRules extends Rules {
  private static final String MARKER = "confidential-4711";
  private static final int LONGEST_MESSAGE = 500;

  ErrorRules(Backend backend) {
    super(backend);
  }

  // Types

  @Rule("ERR-1")
  @Test
  void wrongArgumentsAreIllegalArgumentsWhateverTheMethod() {
    index("a text");

    SoftAssertions softly = new SoftAssertions();
    wrongArguments()
        .forEach(
            (name, call) ->
                softly
                    .assertThatThrownBy(() -> call.accept(service))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class));
    softly.assertAll();
    assertThat(contents(everything(DOCS))).containsExactly("a text");
  }

  @SuppressWarnings("NullAway") // nulls are among the wrong arguments
  private Map<String, Consumer<BaseRagService>> wrongArguments() {
    Map<String, Consumer<BaseRagService>> calls = new LinkedHashMap<>();
    UUID id = UUID.randomUUID();
    List<String> nothing = Arrays.asList("a", null);
    calls.put("index: null", s -> s.index((IndexRequest) null));
    calls.put("indexBatch: null", s -> s.indexBatch(null));
    calls.put("query: null", s -> s.query((QueryRequest) null));
    calls.put("query: blank", s -> s.query(" "));
    calls.put("query: topK 0", s -> s.query("a text", 0));
    calls.put("queryBatch: null", s -> s.queryBatch(null));
    calls.put("delete: null", s -> s.delete(null, DOCS));
    calls.put("delete: no name", s -> s.delete(id, ""));
    calls.put("deleteMany: null", s -> s.deleteMany(null, DOCS));
    calls.put("deleteMany: a null id", s -> s.deleteMany(Arrays.asList(id, null), DOCS));
    calls.put("deleteBySourceId: null", s -> s.deleteBySourceId(DOCS, (List<String>) null));
    calls.put("deleteBySourceId: a null", s -> s.deleteBySourceId(DOCS, nothing));
    calls.put("deleteBySourceId: no name", s -> s.deleteBySourceId(null, List.of("a")));
    calls.put(
        "computeSimilarityMatrix: null",
        s -> s.computeSimilarityMatrix(List.of("x"), nothing, DOCS));
    calls.put("learnNormalizer: no name", s -> s.learnNormalizer(""));
    addDeclared(calls, Capability.COUNT_ENTRIES, "countEntries: null", s -> s.countEntries(null));
    addDeclared(
        calls, Capability.ITER_ENTRIES, "iterEntries: pages of 0", s -> s.iterEntries(DOCS, 0));
    addDeclared(calls, Capability.GET_ENTRIES, "getEntries: null", s -> s.getEntries(DOCS, null));
    addDeclared(
        calls,
        Capability.DELETE_BY_METADATA,
        "deleteByMetadata: nothing",
        s -> s.deleteByMetadata(DOCS, Map.of()));
    addDeclared(calls, Capability.REPLACE, "replace: null", s -> s.replace(null));
    addDeclared(
        calls,
        Capability.MANAGE_COLLECTIONS,
        "createCollection: 0 dimensions",
        s -> s.createCollection("new", 0, null));
    addDeclared(
        calls,
        Capability.MANAGE_COLLECTIONS,
        "createCollection: a blank model",
        s -> s.createCollection("new", 3, " "));
    addDeclared(
        calls, Capability.MANAGE_COLLECTIONS, "dropCollection: null", s -> s.dropCollection(null));
    if (!declares(Capability.ITER_ENTRIES)) {
      calls.remove("learnNormalizer: no name"); // reads no collection (NRM-2)
    }
    return calls;
  }

  private void addDeclared(
      Map<String, Consumer<BaseRagService>> calls,
      Capability needed,
      String name,
      Consumer<BaseRagService> call) {
    if (declares(needed)) {
      calls.put(name, call);
    }
  }

  @Rule("ERR-1")
  @Test
  void whateverGoesWrongOnlyOurOwnExceptionsComeOut() {
    index("a text", "a", Map.of("key", "value"));
    Map<String, Consumer<BaseRagService>> calls = new LinkedHashMap<>();
    Predicate<Capability> all = capability -> true; // undeclared ones refuse
    new Calls(all, DOCS).all().forEach((name, call) -> calls.put(name + " after a drop", call));
    new Calls(all, "missing").all().forEach((name, call) -> calls.put(name + ": missing", call));
    calls.put("a dimension of billions", s -> s.createCollection("huge", Integer.MAX_VALUE, null));
    calls.put("a normalizer of nothing", s -> s.learnNormalizer("nothing there"));
    calls.put("operators as words", s -> s.query(keywords("AND OR NOT ( \" * ~ ^ : \\ [")));
    calls.put("wildcards", s -> s.query(keywords("*?%_")));
    if (declares(Capability.MANAGE_COLLECTIONS)) {
      open().dropCollection(DOCS);
    }

    SoftAssertions softly = new SoftAssertions();
    calls.forEach(
        (name, call) ->
            softly
                .assertThat(catchThrowable(() -> call.accept(service)))
                .as(name)
                .satisfies(ErrorRules::isNothingOrOurs));
    softly.assertAll();
  }

  private static QueryRequest keywords(String text) {
    return QueryRequest.builder(text).collectionName(DOCS).mode(QueryMode.KEYWORD).build();
  }

  private static void isNothingOrOurs(@Nullable Throwable thrown) {
    if (thrown != null) {
      assertThat(thrown)
          .isInstanceOfAny(
              RagException.class,
              IllegalArgumentException.class,
              IllegalStateException.class,
              UnsupportedCapabilityException.class);
    }
  }

  @Rule("ERR-1")
  @Test
  void whatAnEmbedderThrowsIsACause() {
    index("a text");
    ArithmeticException own = new ArithmeticException("of the embedder");
    embedding.failing(own);

    assertThatThrownBy(() -> index("another text"))
        .isInstanceOf(RagException.class)
        .hasRootCause(own);
    assertThatThrownBy(() -> query(theQuery())).isInstanceOf(RagException.class).hasRootCause(own);
  }

  @Rule("ERR-1")
  @Needs(means = Means.STORE)
  @Test
  void aFailureOfTheStoreComesOutAsOurs() {
    index("a text");
    BaseRagService failing = openOver(store -> new FailingStore(store).failUpsertsAfter(0));

    assertThatThrownBy(() -> failing.index(IndexRequest.builder("x").collectionName(DOCS).build()))
        .isInstanceOf(RagException.class)
        .hasMessageContaining(backend.name());
  }

  @Rule("ERR-1")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void aStreamWhoseCollectionIsDroppedEndsOrFailsWithOurs() {
    indexAll(List.of(IndexItem.of("x"), IndexItem.of("y"), IndexItem.of("z")));
    try (Stream<StoredEntry> entries = service.iterEntries(DOCS, 1)) {
      var iterator = entries.iterator();
      assertThat(iterator.next().content()).isNotBlank();
      service.deleteBySourceId(DOCS, List.of("default"));
      if (declares(Capability.MANAGE_COLLECTIONS)) {
        service.dropCollection(DOCS);
      }

      isNothingOrOurs(catchThrowable(() -> iterator.forEachRemaining(StoredEntry::id)));
    }
  }

  // Messages

  @Rule("ERR-2")
  @Test
  void aWrongArgumentIsNamedWithItsValueAndWhatIsAllowed() {
    assertThatThrownBy(() -> service.query("a text", 0))
        .hasMessageContaining("topK")
        .hasMessageContaining("0")
        .hasMessageContaining("1 to 10000");
    assertThatThrownBy(() -> service.deleteBySourceId("x".repeat(513), List.of("a")))
        .hasMessageContaining("collectionName")
        .hasMessageContaining("513")
        .hasMessageContaining("1 to 512");
    assertThatThrownBy(() -> service.deleteBySourceId(DOCS, List.of("a", "")))
        .hasMessageContaining("sourceIds[1]")
        .hasMessageContaining("1 to 1024");
  }

  @Rule("ERR-2")
  @Test
  void failuresDoNotRepeatTheTextsTheyAreAbout() {
    index("a text");
    String text = MARKER + " ".repeat(3) + "of a customer";
    Map<String, Object> metadata = Map.of("key", MARKER);
    embedding.failingAt(text, new IllegalStateException("the model has stopped"));
    BaseRagService misfit = withEmbedding(new RecordingEmbedding(embedding.modelName(), 5));
    BaseRagService normalizing =
        keep(configured(Map.of()).embedder(embedding).normalizer(Normalizer.L2).open());

    List<Throwable> failures =
        Stream.of(
                catchThrowable(() -> index(text, "a", metadata)),
                catchThrowable(() -> query(QueryRequest.builder(text).collectionName(DOCS))),
                catchThrowable(() -> index(text + "\u0000", "a", metadata)),
                catchThrowable(() -> misfit.index(into(text, metadata))),
                catchThrowable(() -> normalizing.index(into(text, metadata))))
            .toList();

    assertThat(failures)
        .allSatisfy(
            failure ->
                assertThat(failure)
                    .isNotNull()
                    .message()
                    .isNotBlank()
                    .hasSizeLessThan(LONGEST_MESSAGE)
                    .doesNotContain(MARKER));
  }

  @Rule("ERR-2")
  @Test
  void failuresDoNotShowVectors() {
    index("a text");
    embedding.answering(
        texts ->
            texts.stream()
                .map(text -> new float[] {0.123456f, 0.654321f, Float.NaN, 0, 0, 0, 0, 0})
                .toArray(float[][]::new));
    Throwable unusable = catchThrowable(() -> index("another text"));
    embedding.answering(
        texts ->
            texts.stream().map(text -> new float[] {0.123456f, 0.654321f}).toArray(float[][]::new));
    Throwable misfit = catchThrowable(() -> index("another text"));

    for (Throwable failure : List.of(unusable, misfit)) {
      assertThat(failure).isInstanceOf(RagException.class);
      assertThat(failure).message().doesNotContain("123456", "654321");
    }
  }

  @Rule("ERR-2")
  @Test
  void longNamesAreShortenedInMessages() {
    String name = "n".repeat(512);
    service.index(IndexRequest.builder("a text").collectionName(name).build());
    BaseRagService misfit = withEmbedding(new RecordingEmbedding(embedding.modelName(), 5));

    assertThatThrownBy(
            () -> misfit.index(IndexRequest.builder("another").collectionName(name).build()))
        .message()
        .contains("n".repeat(40))
        .doesNotContain("n".repeat(41))
        .hasSizeLessThan(LONGEST_MESSAGE);
  }

  @Rule("ERR-2")
  @Needs(means = Means.UNREACHABLE_SERVER)
  @Test
  void aServerThatDoesNotAnswerIsNamedWithoutSecretsOrTexts() {
    Map<String, Object> settings = sandbox.unreachable();

    for (Throwable at = catchThrowable(() -> openOn(settings).index(MARKER));
        at != null;
        at = at.getCause()) {
      assertThat(at.toString()).doesNotContain(MARKER).doesNotContain(secrets(settings));
    }
  }

  /** The secret settings, and one that no message has. */
  private List<String> secrets(Map<String, Object> settings) {
    return Stream.concat(
            Stream.of(MARKER),
            backend.provider().options().stream()
                .filter(option -> option.isSecret() && settings.containsKey(option.name()))
                .map(ConfigOption::name)
                .map(name -> String.valueOf(settings.get(name))))
        .toList();
  }

  private BaseRagService withEmbedding(RecordingEmbedding other) {
    return keep(configured(Map.of()).embedder(other).open());
  }

  private static IndexRequest into(String text, Map<String, Object> metadata) {
    return IndexRequest.builder(text).collectionName(DOCS).metadata(metadata).build();
  }
}
