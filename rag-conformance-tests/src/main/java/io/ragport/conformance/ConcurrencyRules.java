package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.BaseRagService;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.api.store.StoreLimits;
import io.ragport.api.store.VectorStore;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** CON-1 to CON-3: many threads, one result. */
abstract class ConcurrencyRules extends Rules {
  private static final int THREADS = 16;
  private static final int ROUNDS = 4;
  private static final int WRITERS = 2;
  private static final int BATCH = 5;

  ConcurrencyRules(Backend backend) {
    super(backend);
  }

  /** Each thread has sources of its own, finds them whole, and deletes every other one. */
  @Rule("CON-1")
  @Test
  void nothingIsLostAndNothingTwice() {
    Set<UUID> expected = ConcurrentHashMap.newKeySet();

    AtOnce.run(
        THREADS,
        thread -> {
          for (int round = 0; round < ROUNDS; round++) {
            String source = "thread " + thread + " round " + round;
            List<UUID> ids = indexAll(batch(source)).stream().map(entry -> entry.id()).toList();
            assertThat(ids(query(theQuery().sourceIds(List.of(source)).topK(100))))
                .as(source)
                .containsExactlyInAnyOrderElementsOf(ids);
            if (round % 2 == 0) {
              service.deleteBySourceId(DOCS, source);
              assertThat(query(theQuery().sourceIds(List.of(source)))).as(source).isEmpty();
            } else {
              service.delete(ids.get(0), DOCS);
              expected.addAll(ids.subList(1, BATCH));
            }
          }
        });

    List<UUID> left = ids(everything(DOCS));
    assertThat(left).doesNotHaveDuplicates();
    assertThat(new HashSet<>(left)).isEqualTo(expected);
  }

  @Rule("CON-1")
  @Needs(means = Means.STORE)
  @Test
  void readersSeeNoHalfOfABatch() {
    try (VectorStore store = openStore()) {
      requireTransactions(store.limits());
    }
    index("there from the start", "start");
    AtomicInteger writing = new AtomicInteger(WRITERS);

    AtOnce.run(
        WRITERS + 1,
        thread -> {
          if (thread < WRITERS) {
            try {
              for (int round = 0; round < 3 * ROUNDS; round++) {
                indexAll(batch("thread " + thread + " round " + round));
              }
            } finally {
              writing.decrementAndGet();
            }
          } else {
            while (writing.get() > 0) {
              assertWholeBatches(query(theQuery().topK(10_000)));
            }
          }
        });

    assertThat(everything(DOCS)).hasSize(1 + WRITERS * 3 * ROUNDS * BATCH);
  }

  @Rule("CON-2")
  @Test
  void writersOfOneIdLeaveOneOfTheirEntries() {
    UUID id = UUID.fromString("c0000000-0000-4000-8000-00000000000c");

    AtOnce.run(
        THREADS,
        thread -> {
          for (int round = 0; round < 3; round++) {
            service.index(
                IndexRequest.builder("text of " + thread)
                    .collectionName(DOCS)
                    .id(id)
                    .sourceId("source of " + thread)
                    .metadata(Map.of("thread", thread))
                    .build());
          }
        });

    assertThat(everything(DOCS))
        .singleElement()
        .satisfies(
            entry -> {
              Object thread = entry.metadata().get("thread");
              assertThat(entry.id()).isEqualTo(id);
              assertThat(entry.content()).isEqualTo("text of " + thread);
              assertThat(entry.sourceId()).isEqualTo("source of " + thread);
              assertThat(entry.similarity())
                  .as("similarity: the vector is that of the text")
                  .isCloseTo(
                      cosineWithQuery(embedding.vectorOf("text of " + thread)),
                      Offset.offset(1e-4));
            });
  }

  @Rule("CON-3")
  @Test
  void servicesThatCreateOneCollectionAtOnceAllSucceed() {
    AtOnce.run(
        THREADS,
        thread -> {
          BaseRagService own = configured(Map.of()).embedder(embedding).open();
          try (own) {
            own.index(IndexRequest.builder("text of " + thread).collectionName(DOCS).build());
            assertThat(contents(everything(own, DOCS))).contains("text of " + thread);
          }
        });

    assertThat(contents(everything(DOCS)))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, THREADS).mapToObj(thread -> "text of " + thread).toList());
  }

  /**
   * Where a batch is more than one write, IDX-8 is about what a failure leaves, not about readers.
   * Only a store says whether it is.
   */
  private static void requireTransactions(StoreLimits limits) {
    if (!limits.equals(StoreLimits.ATOMIC)) {
      Assumptions.abort(NOT_TESTABLE + "the store has no transactions");
    }
  }

  private static List<IndexItem> batch(String source) {
    return IntStream.range(0, BATCH)
        .mapToObj(i -> IndexItem.of(source + " text " + i).withSourceId(source))
        .toList();
  }

  private static void assertWholeBatches(List<RagServiceResult> seen) {
    Map<String, Long> counts =
        seen.stream()
            .filter(result -> !result.sourceId().equals("start"))
            .collect(Collectors.groupingBy(RagServiceResult::sourceId, Collectors.counting()));
    assertThat(counts.values()).as("entries seen of each batch").allMatch(count -> count == BATCH);
  }

  private static double cosineWithQuery(float[] vector) {
    double squares = 0;
    for (float component : vector) {
      squares += (double) component * component;
    }
    return vector[0] / Math.sqrt(squares);
  }
}
