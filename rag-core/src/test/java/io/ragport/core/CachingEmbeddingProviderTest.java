package io.ragport.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.EmbeddingException;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CachingEmbeddingProviderTest {
  private final FakeEmbedder delegate = new FakeEmbedder("fake");
  private final CachingEmbeddingProvider cache = CachingEmbeddingProvider.builder(delegate).build();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Test
  void aTextIsEmbeddedOnce() {
    embed("a", "bb");

    float[][] again = embed("bb", "ccc", "a");

    assertThat(again)
        .isDeepEqualTo(FakeEmbedder.lengths(List.of("bb", "ccc", "a"), EmbeddingPurpose.DOCUMENT));
    assertThat(delegate.calls()).containsExactly(List.of("a", "bb"), List.of("ccc"));
    assertThat(cache.statistics()).isEqualTo(new CachingEmbeddingProvider.Statistics(2, 3, 3));
  }

  @Test
  void repetitionsWithinACallAreEmbeddedOnce() {
    float[][] vectors = embed("a", "b", "a", "a");

    assertThat(vectors).hasDimensions(4, 2);
    assertThat(delegate.calls()).containsExactly(List.of("a", "b"));
    assertThat(cache.statistics()).isEqualTo(new CachingEmbeddingProvider.Statistics(2, 2, 2));
  }

  @Test
  void documentsAndQueriesAreKeptApart() {
    float[] document = cache.embed(List.of("a"), EmbeddingPurpose.DOCUMENT)[0];
    float[] query = cache.embed(List.of("a"), EmbeddingPurpose.QUERY)[0];

    assertThat(query).isNotEqualTo(document);
    assertThat(delegate.calls()).hasSize(2);
  }

  @Test
  void vectorsHandedOutAreCopies() {
    float[][] first = embed("a", "a");
    first[0][0] = 99;

    assertThat(first[1][0]).isEqualTo(1);
    assertThat(embed("a")[0][0]).isEqualTo(1);
  }

  @Test
  void nothingIsAskedForNoTexts() {
    assertThat(cache.embed(List.of(), EmbeddingPurpose.DOCUMENT)).isEmpty();
    assertThat(delegate.calls()).isEmpty();
  }

  @Test
  void theDelegateIsCalledWithinItsLimits() {
    delegate.limits(2, 5);

    embed("1", "2", "3", "4444", "55", "666666", "7");

    assertThat(delegate.calls())
        .containsExactly(
            List.of("1", "2"),
            List.of("3", "4444"),
            List.of("55"),
            List.of("666666"),
            List.of("7"));
    assertThat(cache.limits()).isEqualTo(delegate.limits());
  }

  @Test
  void whatTheDelegateSaysOfItselfIsPassedOn() {
    assertThat(cache.dimension()).isEqualTo(2);
    assertThat(cache.modelName()).isEqualTo("fake");
    assertThat(cache.countTokens(List.of("a"))).isEmpty();
  }

  @Test
  void failuresAreNotKept() {
    delegate.embedding(
        (texts, purpose) -> {
          throw new EmbeddingException("fake", "down", null);
        });
    assertThatThrownBy(() -> embed("a")).isInstanceOf(EmbeddingException.class);

    delegate.embedding(FakeEmbedder::lengths);

    assertThat(embed("a")).hasDimensions(1, 2);
    assertThat(cache.statistics().misses()).isEqualTo(2);
  }

  @Test
  void whatWasEmbeddedBeforeAFailureIsKept() {
    delegate.limits(1, 100);
    AtomicInteger calls = new AtomicInteger();
    delegate.embedding(
        (texts, purpose) -> {
          if (calls.incrementAndGet() == 2) {
            throw new EmbeddingException("fake", "down", null);
          }
          return FakeEmbedder.lengths(texts, purpose);
        });

    assertThatThrownBy(() -> embed("a", "b")).isInstanceOf(EmbeddingException.class);
    embed("a", "b");

    assertThat(delegate.calls()).containsExactly(List.of("a"), List.of("b"), List.of("b"));
  }

  @Test
  void vectorsThatNoServiceAcceptsAreHandedOnAndNotKept() {
    delegate.embedding((texts, purpose) -> new float[][] {{0, 0}, {Float.NaN, 1}, {1, 1}});

    float[][] vectors = embed("zero", "nan", "good");

    assertThat(vectors[0]).containsExactly(0, 0);
    assertThat(cache.statistics().size()).isEqualTo(1);
  }

  @Test
  void aWrongNumberOfVectorsIsAnError() {
    delegate.embedding((texts, purpose) -> new float[1][2]);

    assertThatThrownBy(() -> embed("a", "b"))
        .isInstanceOf(EmbeddingException.class)
        .hasMessage("embedder fake: 1 vectors for 2 texts");
  }

  @Test
  void theNumberOfVectorsIsBounded() {
    CachingEmbeddingProvider small =
        CachingEmbeddingProvider.builder(delegate).maxEntries(10).build();

    for (int i = 0; i < 1000; i++) {
      small.embed(List.of("text " + i), EmbeddingPurpose.DOCUMENT);
    }

    assertThat(small.statistics().size()).isLessThanOrEqualTo(10);
  }

  @Test
  void theMemoryIsBounded() {
    CachingEmbeddingProvider small =
        CachingEmbeddingProvider.builder(delegate).maxBytes(10_000).build();

    for (int i = 0; i < 1000; i++) {
      small.embed(List.of("x".repeat(500) + i), EmbeddingPurpose.DOCUMENT);
    }

    assertThat(small.statistics().size()).isBetween(1L, 10L);
  }

  @Test
  void oneBoundIsSetOnce() {
    assertThatThrownBy(() -> CachingEmbeddingProvider.builder(delegate).maxEntries(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxEntries: 0 is less than 1");
    assertThatThrownBy(() -> CachingEmbeddingProvider.builder(delegate).maxEntries(1).maxBytes(1))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closingClosesTheDelegateOnlyIfToldSo() {
    CachingEmbeddingProvider owning =
        CachingEmbeddingProvider.builder(delegate).closeDelegate().build();

    cache.close();
    assertThat(delegate.closings()).isZero();
    owning.close();
    owning.close();

    assertThat(delegate.closings()).isEqualTo(1);
    assertThatThrownBy(() -> embed("a")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void twoThreadsThatAskForOneTextAtOnceMakeOneCall() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    delegate.embedding(
        (texts, purpose) -> {
          entered.countDown();
          awaitUnchecked(release);
          return FakeEmbedder.lengths(texts, purpose);
        });
    Future<float[][]> first = threads.submit(() -> embed("same"));
    entered.await();

    List<Future<float[][]>> others = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      others.add(threads.submit(() -> embed("same")));
    }
    release.countDown();

    float[][] expected = first.get();
    for (Future<float[][]> other : others) {
      assertThat(other.get()).isDeepEqualTo(expected);
    }
    assertThat(delegate.calls()).hasSize(1);
  }

  @Test
  void aThreadThatWaitedForAFailureTriesItself() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    delegate.embedding(
        (texts, purpose) -> {
          if (calls.incrementAndGet() == 1) {
            entered.countDown();
            awaitUnchecked(release);
            throw new EmbeddingException("fake", "down", null);
          }
          return FakeEmbedder.lengths(texts, purpose);
        });
    Future<float[][]> failing = threads.submit(() -> embed("same"));
    entered.await();

    Future<float[][]> waiting = threads.submit(() -> embed("same"));
    release.countDown();

    assertThatThrownBy(failing::get).isInstanceOf(ExecutionException.class);
    assertThat(waiting.get()).hasDimensions(1, 2);
  }

  @Test
  void anInterruptEndsTheWaitWithTheFlagSet() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    delegate.embedding(
        (texts, purpose) -> {
          entered.countDown();
          awaitUnchecked(release);
          return FakeEmbedder.lengths(texts, purpose);
        });
    Future<float[][]> first = threads.submit(() -> embed("same"));
    entered.await();

    Future<Boolean> interrupted =
        threads.submit(
            () -> {
              Thread.currentThread().interrupt();
              assertThatThrownBy(() -> embed("same")).isInstanceOf(EmbeddingException.class);
              return Thread.interrupted();
            });

    assertThat(interrupted.get()).isTrue();
    release.countDown();
    first.get();
  }

  @Test
  void manyThreadsWithOverlappingTextsGetTheRightVectors() throws Exception {
    CachingEmbeddingProvider small =
        CachingEmbeddingProvider.builder(delegate).maxEntries(20).build();
    CyclicBarrier start = new CyclicBarrier(16);
    List<Future<Boolean>> results = new ArrayList<>();
    for (int t = 0; t < 16; t++) {
      int offset = t;
      results.add(
          threads.submit(
              () -> {
                start.await(30, TimeUnit.SECONDS);
                boolean right = true;
                for (int round = 0; round < 300; round++) {
                  List<String> texts =
                      List.of(
                          "x".repeat(1 + (offset + round) % 30),
                          "x".repeat(1 + (offset * round) % 30),
                          "x".repeat(1 + round % 30));
                  float[][] vectors = small.embed(texts, EmbeddingPurpose.DOCUMENT);
                  for (int i = 0; i < 3; i++) {
                    right &= vectors[i][0] == texts.get(i).length();
                  }
                }
                return right;
              }));
    }

    for (Future<Boolean> result : results) {
      assertThat(result.get()).isTrue();
    }
  }

  private float[][] embed(String... texts) {
    return cache.embed(List.of(texts), EmbeddingPurpose.DOCUMENT);
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
