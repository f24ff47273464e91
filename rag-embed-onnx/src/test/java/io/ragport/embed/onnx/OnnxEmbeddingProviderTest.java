package io.ragport.embed.onnx;

import static io.ragport.api.embedding.EmbeddingPurpose.DOCUMENT;
import static io.ragport.api.embedding.EmbeddingPurpose.QUERY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.EmbeddingException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class OnnxEmbeddingProviderTest {
  private static final OnnxEmbeddingProvider FULL =
      OnnxEmbeddingProvider.open(OnnxOptions.defaults());
  private static final OnnxEmbeddingProvider QUANTISED = quantised(b -> b);

  /** The example of https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2. */
  private static final List<String> EXAMPLE =
      List.of("The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium.");

  @AfterAll
  static void close() {
    FULL.close();
    QUANTISED.close();
  }

  @Test
  void vectorsEqualThePublishedOnes() {
    float[][] vectors = FULL.embed(EXAMPLE, DOCUMENT);

    assertThat(Texts.cosine(vectors[0], vectors[1])).isCloseTo(0.6660, within(1e-4));
    assertThat(Texts.cosine(vectors[0], vectors[2])).isCloseTo(0.1046, within(1e-4));
    assertThat(Texts.cosine(vectors[1], vectors[2])).isCloseTo(0.1411, within(1e-4));
  }

  /**
   * The quantised model has no published values: these are ONNX Runtime's on x86-64 with AVX2.
   * Other processors round other sums, which was never seen to matter by more than 0.02.
   */
  @Test
  void vectorsOfTheQuantisedModelAreCloseToThose() {
    float[][] vectors = QUANTISED.embed(EXAMPLE, DOCUMENT);

    assertThat(Texts.cosine(vectors[0], vectors[1])).isCloseTo(0.6666, within(0.02));
    assertThat(Texts.cosine(vectors[0], vectors[2])).isCloseTo(0.1185, within(0.02));
    assertThat(Texts.cosine(vectors[1], vectors[2])).isCloseTo(0.1706, within(0.02));
  }

  @Test
  void vectorsHaveLengthOneAndTheDimensionAnnounced() {
    float[][] vectors = QUANTISED.embed(EXAMPLE, DOCUMENT);

    assertThat(QUANTISED.dimension()).isEqualTo(384);
    assertThat(vectors).hasDimensions(3, 384);
    assertThat(List.of(vectors)).allSatisfy(OnnxEmbeddingProviderTest::hasLengthOne);
  }

  @Test
  void modelsAreKnownByNameBeforeTheyAreLoaded() {
    try (OnnxEmbeddingProvider full = OnnxEmbeddingProvider.open(OnnxOptions.defaults());
        OnnxEmbeddingProvider quantised = quantised(b -> b)) {
      assertThat(full.modelName()).isEqualTo("onnx/all-MiniLM-L6-v2");
      assertThat(quantised.modelName()).isEqualTo("onnx/all-MiniLM-L6-v2-q");
    }
  }

  @Test
  void queriesAndDocumentsAreAlikeForASymmetricModel() {
    assertThat(QUANTISED.embed(EXAMPLE, QUERY)).isDeepEqualTo(QUANTISED.embed(EXAMPLE, DOCUMENT));
  }

  @Test
  void noTextsGiveNoVectors() {
    assertThat(QUANTISED.embed(List.of(), DOCUMENT)).isEmpty();
    assertThat(QUANTISED.countTokens(List.of())).hasValue(0);
  }

  @Test
  void aVectorDoesNotDependOnTheOtherTextsOfTheCall() {
    List<String> texts = Texts.ofMixedLength(64, 6, 256, 1);

    float[][] together = FULL.embed(texts, DOCUMENT);

    assertThat(together).isDeepEqualTo(oneByOne(FULL, texts));
  }

  @Test
  void aVectorOfTheQuantisedModelDoesNotDependOnThemEither() {
    List<String> texts = Texts.ofMixedLength(64, 6, 256, 2);

    float[][] together = QUANTISED.embed(texts, DOCUMENT);

    assertThat(together).isDeepEqualTo(oneByOne(QUANTISED, texts));
  }

  @Test
  void whatFollowsToken128IsRead() {
    String start = Texts.ofWords(126, 3);

    float[][] vectors =
        QUANTISED.embed(List.of(start, start + " volcano eruption destroys city"), DOCUMENT);

    assertThat(Texts.cosine(vectors[0], vectors[1])).isLessThan(0.99);
  }

  @Test
  void whatFollowsToken256IsNotReadInATruncatedText() {
    String start = Texts.ofWords(254, 4);

    float[][] vectors =
        QUANTISED.embed(List.of(start, start + " volcano eruption destroys city"), DOCUMENT);

    assertThat(vectors[1]).isEqualTo(vectors[0]);
  }

  @Test
  void whatFollowsToken256IsReadInASplitText() {
    String start = Texts.ofWords(254, 4);
    try (OnnxEmbeddingProvider splitting = quantised(b -> b.longText(LongText.SPLIT))) {

      float[][] vectors =
          splitting.embed(
              List.of(start, start + " volcano eruption destroys city".repeat(20)), DOCUMENT);

      assertThat(vectors[0]).isEqualTo(QUANTISED.embed(List.of(start), DOCUMENT)[0]);
      assertThat(Texts.cosine(vectors[0], vectors[1])).isLessThan(0.99);
      assertThat(Texts.cosine(vectors[1], vectors[1])).isCloseTo(1, within(1e-6));
    }
  }

  @Test
  void maxTokensMovesTheEnd() {
    String text = Texts.ofWords(60, 5);
    try (OnnxEmbeddingProvider shorter = quantised(b -> b.maxTokens(32))) {

      float[][] vectors = shorter.embed(List.of(text, text + " volcano"), DOCUMENT);

      assertThat(vectors[0]).isEqualTo(vectors[1]);
      assertThat(shorter.countTokens(List.of(text))).hasValue(32);
    }
  }

  @Test
  void tokensAreCountedAsTheModelReadsThem() {
    assertThat(QUANTISED.countTokens(List.of(EXAMPLE.get(0)))).hasValue(8);
    assertThat(QUANTISED.countTokens(List.of(Texts.ofWords(198, 6)))).hasValue(200);
    assertThat(QUANTISED.countTokens(List.of(EXAMPLE.get(0), Texts.ofWords(1000, 6))))
        .hasValue(8 + 256);
  }

  @Test
  void anyUnicodeTextHasAVector() {
    List<String> texts =
        List.of(
            "Zürich, Ærøskøbing und Łódź",
            "東京は日本の首都です。",
            "مرحبا بالعالم",
            "e\u0301 combining, \u200b zero width, \u202e right to left",
            "👩‍👩‍👧 🇩🇪 😀",
            "𓀀𓀁𓀂",
            "\u0007\u200b",
            "a\u0000b");

    float[][] vectors = QUANTISED.embed(texts, DOCUMENT);

    assertThat(List.of(vectors))
        .hasSize(texts.size())
        .allSatisfy(OnnxEmbeddingProviderTest::hasLengthOne);
  }

  @Test
  void accentsAndCaseDoNotMatterToThisModel() {
    float[][] vectors = QUANTISED.embed(List.of("Zürich café", "zurich CAFE"), DOCUMENT);

    assertThat(vectors[0]).isEqualTo(vectors[1]);
  }

  @Test
  void ofAMegabyteTheStartIsEmbedded() {
    String start = Texts.ofWords(300, 7);
    String megabyte = (start + " ").repeat(1_000_000 / start.length() + 1);

    float[][] vectors = QUANTISED.embed(List.of(start, megabyte), DOCUMENT);

    assertThat(vectors[1]).isEqualTo(vectors[0]);
  }

  @Test
  void aMegabyteWithoutASpaceIsEmbedded() {
    List<String> texts =
        List.of("東京都".repeat(333_334), "a".repeat(1_000_000), "😀".repeat(500_000));

    float[][] vectors = QUANTISED.embed(texts, DOCUMENT);

    assertThat(List.of(vectors)).allSatisfy(OnnxEmbeddingProviderTest::hasLengthOne);
  }

  @Test
  void manyCallersGetEachTheirOwnVectors() throws Exception {
    List<List<String>> calls =
        IntStream.range(0, 16).mapToObj(i -> Texts.ofMixedLength(8, 6, 40, 100 + i)).toList();
    List<float[][]> expected = calls.stream().map(t -> QUANTISED.embed(t, DOCUMENT)).toList();
    ExecutorService callers = Executors.newFixedThreadPool(calls.size());

    List<Callable<float[][]>> work =
        calls.stream()
            .<Callable<float[][]>>map(texts -> () -> QUANTISED.embed(texts, DOCUMENT))
            .toList();
    List<Future<float[][]>> results = callers.invokeAll(work);

    for (int i = 0; i < results.size(); i++) {
      assertThat(results.get(i).get()).isDeepEqualTo(expected.get(i));
    }
    callers.shutdown();
  }

  @Test
  void anInterruptEndsTheCallAndIsKept() {
    List<String> texts = Texts.ofMixedLength(200, 100, 200, 8);

    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> QUANTISED.embed(texts, DOCUMENT))
        .isInstanceOf(EmbeddingException.class)
        .hasMessage("embedder onnx/all-MiniLM-L6-v2-q: interrupted");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(QUANTISED.embed(EXAMPLE, DOCUMENT)).hasDimensions(3, 384);
  }

  @Test
  void afterCloseEveryCallIsRefused() {
    OnnxEmbeddingProvider embedder = quantised(b -> b);
    embedder.embed(EXAMPLE, DOCUMENT);

    embedder.close();
    embedder.close();

    assertThatThrownBy(() -> embedder.embed(EXAMPLE, DOCUMENT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("embedder onnx/all-MiniLM-L6-v2-q: closed");
    assertThatThrownBy(() -> embedder.embed(List.of(), DOCUMENT))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(embedder::dimension).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> embedder.countTokens(EXAMPLE))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anEmbedderThatWasNeverUsedClosesToo() {
    OnnxEmbeddingProvider embedder = quantised(b -> b);

    embedder.close();

    assertThatThrownBy(embedder::dimension).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closingOneEmbedderLeavesAnotherOfTheSameModel() {
    OnnxEmbeddingProvider embedder = quantised(b -> b);
    embedder.embed(EXAMPLE, DOCUMENT);

    embedder.close();

    assertThat(QUANTISED.embed(EXAMPLE, DOCUMENT)).hasDimensions(3, 384);
  }

  @Test
  void closeWaitsForCallsUnderWay() throws Exception {
    OnnxEmbeddingProvider embedder = quantised(b -> b);
    List<String> texts = Texts.ofMixedLength(64, 6, 60, 9);
    CountDownLatch firstResults = new CountDownLatch(4);
    ExecutorService callers = Executors.newFixedThreadPool(4);
    List<Future<Exception>> ends = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ends.add(
          callers.submit(
              () -> {
                try {
                  while (true) {
                    embedder.embed(texts, DOCUMENT);
                    firstResults.countDown();
                  }
                } catch (IllegalStateException e) {
                  return e;
                }
              }));
    }
    firstResults.await();

    embedder.close();

    for (Future<Exception> end : ends) {
      assertThat(end.get()).hasMessage("embedder onnx/all-MiniLM-L6-v2-q: closed");
    }
    callers.shutdown();
  }

  @Test
  void itsThreadsHaveNamesAndEndWithIt() throws InterruptedException {
    Set<Thread> before = workers();
    OnnxEmbeddingProvider embedder = quantised(b -> b.threads(3));
    embedder.embed(Texts.ofMixedLength(64, 6, 20, 10), DOCUMENT);
    Set<Thread> own = workers();
    own.removeAll(before);

    embedder.close();

    assertThat(own)
        .extracting(Thread::getName)
        .containsExactlyInAnyOrder("ragport-onnx-1", "ragport-onnx-2", "ragport-onnx-3");
    for (Thread thread : own) {
      thread.join();
    }
    assertThat(workers()).doesNotContainAnyElementsOf(own);
  }

  @Test
  void aCallOfAnySizeWorks() {
    List<String> texts = Collections.nCopies(1500, "a short text");

    float[][] vectors = QUANTISED.embed(texts, DOCUMENT);

    assertThat(List.of(vectors)).hasSize(1500).allSatisfy(v -> assertThat(v).isEqualTo(vectors[0]));
  }

  private static void hasLengthOne(float[] vector) {
    assertThat(Texts.cosine(vector, vector)).isCloseTo(1, within(1e-6));
  }

  private static float[][] oneByOne(OnnxEmbeddingProvider embedder, List<String> texts) {
    return texts.stream()
        .map(text -> embedder.embed(List.of(text), DOCUMENT)[0])
        .toArray(float[][]::new);
  }

  private static Set<Thread> workers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("ragport-onnx-"))
        .collect(Collectors.toSet());
  }

  private static OnnxEmbeddingProvider quantised(UnaryOperator<OnnxOptions.Builder> settings) {
    return OnnxEmbeddingProvider.open(
        settings.apply(OnnxOptions.builder().model("all-MiniLM-L6-v2-q")).build());
  }
}
