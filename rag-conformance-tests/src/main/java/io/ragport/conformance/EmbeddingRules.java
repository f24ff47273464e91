package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.EmbeddingException;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.RagServiceResult;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.embedding.EmbeddingPurpose;
import io.ragport.core.RagServices;
import io.ragport.core.config.RagConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** EMB: how embedders are called and checked (EMB-1 to 3 and 6). */
abstract class EmbeddingRules extends Rules {
  private static final List<String> THREE = List.of("one", "two", "three");

  EmbeddingRules(Backend backend) {
    super(backend);
  }

  // EMB-1

  /** What an embedder makes of good vectors, and the index it then is wrong at. */
  static Stream<Arguments> wrongVectors() {
    return Stream.of(
        arguments(named("one too few", answer(good -> List.of(good.get(0), good.get(1)))), 2),
        arguments(named("none", answer(good -> List.of())), 0),
        arguments(named("another dimension", row(new float[RecordingEmbedding.DIMENSION + 1])), 1),
        arguments(named("no dimension", row(new float[0])), 1),
        arguments(named("NaN", row(filled(Float.NaN))), 1),
        arguments(named("infinity", row(filled(Float.POSITIVE_INFINITY))), 1),
        arguments(named("minus infinity", row(filled(Float.NEGATIVE_INFINITY))), 1),
        arguments(named("all zero", row(filled(0))), 1),
        arguments(named("all minus zero", row(filled(-0f))), 1),
        arguments(named("no row", answer(good -> withNullAt1(good))), 1));
  }

  @Rule("EMB-1")
  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongVectors")
  void wrongVectorsOfABatchAreRefusedByIndexAndNothingIsStored(
      UnaryOperator<List<float[]>> fault, int index) {
    answerWith(fault);

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(() -> indexAll(THREE.stream().map(IndexItem::of).toList()))
        .satisfies(failure -> assertThat(failure.textIndex()).as("index").hasValue(index))
        .withMessageContaining("text " + index);
    embedding.recover();
    assertThat(everything(DOCS)).isEmpty();
  }

  @Rule("EMB-1")
  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongVectors")
  void wrongVectorsOfABatchLeaveTheOldEntries(UnaryOperator<List<float[]>> fault, int index) {
    RagEntry entry = index("old");
    answerWith(fault);

    assertThatThrownBy(
            () ->
                indexAll(
                    List.of(
                        IndexItem.of("one").withId(entry.id()),
                        IndexItem.of("two"),
                        IndexItem.of("three"))))
        .isInstanceOf(EmbeddingException.class);
    embedding.recover();
    assertThat(contents(everything(DOCS))).containsExactly("old");
  }

  @Rule("EMB-1")
  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongVectors")
  void wrongVectorsOfQueriesAreRefusedByIndex(UnaryOperator<List<float[]>> fault, int index) {
    index("a text");
    answerWith(fault);

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(
            () -> service.queryBatch(QueryBatchRequest.builder(THREE).collectionName(DOCS).build()))
        .satisfies(failure -> assertThat(failure.textIndex()).as("index").hasValue(index));
  }

  static Stream<Arguments> wrongVectorsOfOneText() {
    return Stream.of(
        arguments(named("none", answer(good -> List.of()))),
        arguments(named("two", answer(good -> List.of(good.get(0), good.get(0))))),
        arguments(named("NaN", answer(good -> List.of(filled(Float.NaN))))),
        arguments(named("infinity", answer(good -> List.of(filled(Float.POSITIVE_INFINITY))))),
        arguments(named("all zero", answer(good -> List.of(filled(0))))),
        arguments(named("no dimension", answer(good -> List.of(new float[0])))));
  }

  @Rule("EMB-1")
  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongVectorsOfOneText")
  void aWrongVectorOfOneTextIsRefusedAndNothingIsStored(UnaryOperator<List<float[]>> fault) {
    answerWith(fault);

    assertThatThrownBy(() -> index("a text")).isInstanceOf(EmbeddingException.class);
    embedding.recover();
    assertThat(everything(DOCS)).isEmpty();
  }

  @Rule("EMB-1")
  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongVectorsOfOneText")
  void aWrongVectorOfOneQueryIsRefused(UnaryOperator<List<float[]>> fault) {
    index("a text");
    answerWith(fault);

    assertThatThrownBy(() -> query(theQuery())).isInstanceOf(EmbeddingException.class);
  }

  @Rule("EMB-1")
  @Test
  void oneVectorTooManyIsRefusedAndNothingIsStored() {
    answerWith(good -> List.of(good.get(0), good.get(1), good.get(2), good.get(2)));

    assertThatThrownBy(() -> indexAll(THREE.stream().map(IndexItem::of).toList()))
        .isInstanceOf(EmbeddingException.class)
        .hasMessageContaining("4 vectors for 3 texts");
    embedding.recover();
    assertThat(everything(DOCS)).isEmpty();
  }

  @Rule("EMB-1")
  @Test
  void theIndexIsThatInTheWholeBatch() {
    embedding
        .limitedTo(2, Integer.MAX_VALUE)
        .answering(
            texts ->
                texts.stream()
                    .map(text -> text.equals("text 5") ? filled(0) : embedding.vectorOf(text))
                    .toArray(float[][]::new));

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(() -> indexAll(items(7)))
        .satisfies(failure -> assertThat(failure.textIndex()).hasValue(5));
  }

  @Rule("EMB-1")
  @Test
  void theDimensionIsTheSameThroughoutTheBatchNotOnlyInACall() {
    embedding
        .limitedTo(2, Integer.MAX_VALUE)
        .answering(
            texts ->
                texts.stream()
                    .map(text -> text.equals("text 4") ? new float[] {1} : filled(1))
                    .toArray(float[][]::new));

    assertThatExceptionOfType(EmbeddingException.class)
        .isThrownBy(() -> indexAll(items(7)))
        .satisfies(failure -> assertThat(failure.textIndex()).hasValue(4));
    embedding.recover();
    assertThat(everything(DOCS)).isEmpty();
  }

  private void answerWith(UnaryOperator<List<float[]>> fault) {
    embedding.answering(
        texts ->
            fault.apply(texts.stream().map(embedding::vectorOf).toList()).toArray(float[][]::new));
  }

  private static UnaryOperator<List<float[]>> answer(UnaryOperator<List<float[]>> fault) {
    return fault;
  }

  /** Puts this in place of the vector at index 1. */
  private static UnaryOperator<List<float[]>> row(float[] vector) {
    if (vector.length > RecordingEmbedding.DIMENSION) {
      vector[0] = 1;
    }
    return good -> List.of(good.get(0), vector, good.get(2));
  }

  @SuppressWarnings("NullAway") // what an embedder without nullness checks may return
  private static List<float[]> withNullAt1(List<float[]> good) {
    List<float[]> rows = new ArrayList<>(good);
    rows.set(1, null);
    return rows;
  }

  private static float[] filled(float value) {
    float[] vector = new float[RecordingEmbedding.DIMENSION];
    Arrays.fill(vector, value);
    return vector;
  }

  // EMB-2

  @Rule("EMB-2")
  @Test
  void anEmbedderGetsNoMoreTextsThanItTakesInOrder() {
    embedding.limitedTo(3, Integer.MAX_VALUE);

    indexAll(items(8));

    assertThat(embedding.batchSizes()).allSatisfy(size -> assertThat(size).isBetween(1, 3));
    assertThat(textsEmbedded()).isEqualTo(items(8).stream().map(IndexItem::text).toList());
  }

  @Rule("EMB-2")
  @Test
  void anEmbedderGetsNoMoreCharactersThanItTakesInOrder() {
    embedding.limitedTo(100, 20);
    List<String> texts =
        List.of("ten chars.", "ten chars!", "a text that is longer than that", "x", "y", "z");

    indexAll(texts.stream().map(IndexItem::of).toList());

    assertThat(embedding.calls())
        .allSatisfy(
            call ->
                assertThat(call.texts().size() == 1 || charactersOf(call.texts()) <= 20)
                    .as("alone or within the limit: " + call.texts())
                    .isTrue());
    assertThat(textsEmbedded()).isEqualTo(texts);
  }

  @Rule("EMB-2")
  @Test
  void anEmbedderGetsNoMoreQueriesThanItTakesInOrder() {
    index("a text");
    embedding.limitedTo(2, Integer.MAX_VALUE).forgetCalls();
    List<String> texts = List.of("a", "b", "c", "d", "e");

    service.queryBatch(QueryBatchRequest.builder(texts).collectionName(DOCS).build());

    assertThat(embedding.batchSizes()).allSatisfy(size -> assertThat(size).isBetween(1, 2));
    assertThat(textsEmbedded()).isEqualTo(texts);
  }

  @Rule("EMB-2")
  @Timeout(60)
  @Test
  void anEmbedderMayCallTheServiceThatCalledIt() {
    embedWhileCalling(service);

    index("outer");
    index("outer");
    List<RagServiceResult> found =
        service.query(QueryRequest.builder("outer").collectionName(DOCS).topK(10).build());

    assertThat(contents(found)).containsOnly("outer", "inner").hasSize(5);
  }

  @Rule("EMB-2")
  @Timeout(60)
  @Test
  void anEmbedderMayCallAnotherService() {
    embedWhileCalling(open());

    index("outer");
    indexAll(List.of(IndexItem.of("outer"), IndexItem.of("other")));

    assertThat(contents(everything(DOCS)))
        .containsExactlyInAnyOrder("outer", "inner", "outer", "inner", "other");
  }

  /** While it embeds "outer", the embedder indexes "inner" and looks for it. */
  private void embedWhileCalling(BaseRagService called) {
    embedding.answering(
        texts -> {
          if (texts.contains("outer")) {
            called.index(IndexRequest.builder("inner").collectionName(DOCS).build());
            assertThat(contents(everything(called, DOCS))).contains("inner");
          }
          return texts.stream().map(embedding::vectorOf).toArray(float[][]::new);
        });
  }

  @Rule("EMB-2")
  @Timeout(120)
  @Test
  void noCallWaitsForAnotherThatIsEmbedding() throws Exception {
    int threads = 40; // more than a pool of connections has
    index("so that the collection is there");
    CountDownLatch allEmbedding = new CountDownLatch(threads);
    embedding.answering(
        texts -> {
          allEmbedding.countDown();
          await(allEmbedding);
          return texts.stream().map(embedding::vectorOf).toArray(float[][]::new);
        });
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> calls = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        String text = "text " + i;
        calls.add(
            i % 2 == 0 ? pool.submit(() -> index(text)) : pool.submit(() -> query(theQuery())));
      }

      for (Future<?> call : calls) {
        call.get(90, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
    embedding.recover();
    assertThat(everything(DOCS)).hasSize(1 + threads / 2);
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("only some calls got as far as the embedder");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  // EMB-3

  @Rule("EMB-3")
  @Test
  void indexedTextsAreDocumentsAndSearchedOnesQueries() {
    index("one");
    indexAll(List.of(IndexItem.of("two"), IndexItem.of("three")));
    query(theQuery());
    service.queryBatch(QueryBatchRequest.builder(List.of("four")).collectionName(DOCS).build());

    assertThat(embedding.calls())
        .extracting(RecordingEmbedding.Call::purpose)
        .containsExactly(
            EmbeddingPurpose.DOCUMENT,
            EmbeddingPurpose.DOCUMENT,
            EmbeddingPurpose.QUERY,
            EmbeddingPurpose.QUERY);
  }

  @Rule("EMB-3")
  @Test
  void theTextsOfAMatrixAreQueries() {
    index("a text");
    embedding.forgetCalls();

    service.computeSimilarityMatrix(List.of("one", "two"), List.of("default"), DOCS);

    assertThat(embedding.calls())
        .isNotEmpty()
        .extracting(RecordingEmbedding.Call::purpose)
        .containsOnly(EmbeddingPurpose.QUERY);
  }

  @Rule("EMB-3")
  @Needs(Capability.REPLACE)
  @Test
  void replacingTextsAreDocuments() {
    service.replace(ReplaceRequest.builder(DOCS).sourceId("a").add(IndexItem.of("new")).build());

    assertThat(embedding.calls())
        .extracting(RecordingEmbedding.Call::purpose)
        .containsExactly(EmbeddingPurpose.DOCUMENT);
  }

  // EMB-6

  @Rule("EMB-6")
  @Test
  void anInjectedEmbedderServesTheModelThatACollectionRecords() {
    RagEntry entry = index("a text");
    embedding.forgetCalls();
    RecordingEmbedding gateway =
        new RecordingEmbedding("another model", RecordingEmbedding.DIMENSION);
    BaseRagService other = keep(configured(Map.of()).embedder(gateway).open());

    RagEntry added = other.index(IndexRequest.builder("more").collectionName(DOCS).build());
    List<RagServiceResult> found = everything(other, DOCS);

    assertThat(gateway.calls()).as("calls of the injected one").hasSize(2);
    assertThat(embedding.calls()).as("calls of the first one").isEmpty();
    assertThat(added.model()).isEqualTo(entry.model());
    assertThat(found).extracting(RagServiceResult::model).containsOnly(entry.model()).hasSize(2);
    assertThat(log.take()).as("warnings of the other model").isNotEmpty();
  }

  @Rule("EMB-6")
  @Test
  void withAnInjectedEmbedderTheConfiguredOneNeedNotBeThere() {
    RagConfig.Builder config =
        RagConfig.builder().environment(Map.of()).backend(backend.name()).embedder("not-there");
    sandbox
        .settings()
        .forEach((key, value) -> config.set("rag." + backend.name() + "." + key, value));
    BaseRagService injected =
        keep(
            RagServices.builder(config.build())
                .backends(backend.discovered())
                .embedder(embedding)
                .open());

    RagEntry entry = injected.index("a text");

    assertThat(entry.model()).isEqualTo(embedding.modelName());
    assertThat(textsEmbedded()).containsExactly("a text");
  }

  @Rule("EMB-6")
  @Test
  void anInjectedEmbedderIsNotClosed() {
    BaseRagService other = open();
    other.index("a text");

    other.close();

    assertThat(embedding.isClosed()).isFalse();
    assertThat(contents(everything("default"))).containsExactly("a text");
  }

  private List<String> textsEmbedded() {
    return embedding.calls().stream().flatMap(call -> call.texts().stream()).toList();
  }

  private static int charactersOf(List<String> texts) {
    return texts.stream().mapToInt(String::length).sum();
  }

  private static List<IndexItem> items(int count) {
    return IntStream.range(0, count).mapToObj(i -> IndexItem.of("text " + i)).toList();
  }
}
