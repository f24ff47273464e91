package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.StoredEntry;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many threads at once (CON-1 to CON-3, REP-6, REP-7). */
class ConcurrencyTest {
  private static final int THREADS = 16;
  private static final int ROUNDS = 30;

  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Test
  void writersReadersAndDeletersLoseAndRepeatNothing() throws Exception {
    atOnce(
        thread -> {
          for (int round = 0; round < ROUNDS; round++) {
            String own = "t" + thread + "r" + round;
            service.index(IndexRequest.builder(own).sourceId(own).build());
            service.query("anything");
            if (round % 2 == 0) {
              service.deleteBySourceId("default", own);
            }
          }
        });

    assertThat(service.iterEntries("default", 7).map(StoredEntry::content))
        .doesNotHaveDuplicates()
        .hasSize(THREADS * ROUNDS / 2)
        .allSatisfy(content -> assertThat(content).matches("t\\d+r\\d*[13579]"));
  }

  @Test
  void readersSeeNoHalfOfABatch() throws Exception {
    service.createCollection("default", 4, null);
    atOnce(
        thread -> {
          for (int round = 0; round < ROUNDS; round++) {
            if (thread % 2 == 0) {
              service.indexBatch(
                  IndexBatchRequest.builder()
                      .addAll(IntStream.range(0, 10).mapToObj(i -> IndexItem.of("x" + i)).toList())
                      .build());
            } else {
              assertThat(service.countEntries("default") % 10).isZero();
            }
          }
        });

    assertThat(service.countEntries("default")).isEqualTo(THREADS / 2 * ROUNDS * 10L);
  }

  @Test
  void writersOfOneIdLeaveOneEntryThatOneOfThemWrote() throws Exception {
    atOnce(
        thread -> {
          for (int round = 0; round < ROUNDS; round++) {
            service.index(
                IndexRequest.builder("text " + thread)
                    .id(Services.id(1))
                    .sourceId("source " + thread)
                    .metadata(Map.of("thread", thread))
                    .build());
          }
        });

    assertThat(service.iterEntries("default"))
        .singleElement()
        .satisfies(
            entry -> {
              Object thread = entry.metadata().get("thread");
              assertThat(entry.content()).isEqualTo("text " + thread);
              assertThat(entry.sourceId()).isEqualTo("source " + thread);
              assertThat(entry.embedding()).containsExactly(embedding.vectorOf("text " + thread));
            });
  }

  @Test
  void servicesThatCreateOneCollectionAtOnceAllSucceed() throws Exception {
    atOnce(thread -> Services.over(store, embedding).index("text " + thread));

    assertThat(service.countEntries("default")).isEqualTo(THREADS);
    assertThat(service.listCollections()).hasSize(1);
  }

  @Test
  void concurrentReplacesLeaveOneWinnersEntries() throws Exception {
    atOnce(
        thread -> {
          for (int round = 0; round < ROUNDS; round++) {
            service.replace(
                ReplaceRequest.builder("default")
                    .sourceId("s")
                    .add(IndexItem.of("a" + thread))
                    .add(IndexItem.of("b" + thread))
                    .build());
          }
        });

    List<String> contents =
        service.iterEntries("default").map(StoredEntry::content).sorted().toList();
    assertThat(contents).hasSize(2);
    assertThat(contents.get(0).substring(1)).isEqualTo(contents.get(1).substring(1));
  }

  @Test
  void readersSeeOnlyTheOldOrTheNewEntriesOfAReplace() throws Exception {
    service.replace(replacement(0));
    atOnce(
        thread -> {
          for (int round = 0; round < ROUNDS; round++) {
            if (thread == 0) {
              service.replace(replacement(round));
            } else {
              List<RagServiceResult> seen = service.query("anything");
              assertThat(seen).hasSize(3);
              assertThat(
                      Set.copyOf(
                          seen.stream().map(result -> String.valueOf(result.content())).toList()))
                  .hasSize(1);
            }
          }
        });
  }

  private static ReplaceRequest replacement(int round) {
    ReplaceRequest.Builder replacement = ReplaceRequest.builder("default").sourceId("s");
    for (int i = 0; i < 3; i++) {
      replacement.add(IndexItem.of("round " + round));
    }
    return replacement.build();
  }

  /** Runs the work in every thread at the same time and passes on the first failure. */
  private void atOnce(Work work) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<?>> running = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      int number = thread;
      Callable<Boolean> task =
          () -> {
            start.await();
            work.inThread(number);
            return true;
          };
      running.add(threads.submit(task));
    }
    start.countDown();
    for (Future<?> each : running) {
      each.get(1, TimeUnit.MINUTES);
    }
  }

  @FunctionalInterface
  private interface Work {
    void inThread(int number) throws Exception;
  }
}
