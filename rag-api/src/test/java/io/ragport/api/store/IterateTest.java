package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.IndexBatchRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.StoredEntry;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counting, reading by id and walking through a collection (ENT-1 to ENT-4). */
class IterateTest {
  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final VectorStoreRagService service = Services.over(store, embedding);

  @BeforeEach
  void twelveEntriesAreThere() {
    service.indexBatch(IndexBatchRequest.builder().addAll(Services.items(12)).build());
    store.forgetCalls();
    embedding.forgetCalls();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 5, 11, 12, 13, 500, Integer.MAX_VALUE})
  void everyEntryComesOnceInTheOrderOfIdsWhateverThePageSize(int batchSize) {
    assertThat(ids(service.iterEntries("default", batchSize)))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 12).boxed().toList());
  }

  @ParameterizedTest
  @CsvSource({"1, 13", "5, 3", "6, 3", "12, 2", "13, 1"})
  void noMorePagesAreReadThanNeeded(int batchSize, int pages) {
    service.iterEntries("default", batchSize).forEach(entry -> {});

    assertThat(store.calls().stream().filter(call -> call.equals("scan"))).hasSize(pages);
  }

  @Test
  void pagesHaveFiveHundredEntriesByDefault() {
    service.indexBatch(
        IndexBatchRequest.builder().collectionName("many").addAll(Services.items(1000)).build());
    store.forgetCalls();

    assertThat(service.iterEntries("many")).hasSize(1000);
    assertThat(store.calls()).containsExactly("findCollection", "scan", "scan", "scan");
  }

  @Test
  void pagesAreReadAsTheStreamAdvances() {
    Iterator<StoredEntry> entries = service.iterEntries("default", 5).iterator();
    assertThat(store.calls()).containsExactly("findCollection");

    for (int i = 0; i < 5; i++) {
      entries.next();
    }

    assertThat(store.calls()).containsExactly("findCollection", "scan");
  }

  @Test
  void aStreamThatIsCutShortReadsNoFurtherPage() {
    assertThat(service.iterEntries("default", 5).limit(3)).hasSize(3);
    assertThat(store.calls()).containsExactly("findCollection", "scan");
  }

  @Test
  void anEntryHasAllItsPartsFilled() {
    StoredEntry entry = service.iterEntries("default").findFirst().orElseThrow();

    assertThat(entry.id()).isEqualTo(Services.id(1));
    assertThat(entry.sourceId()).isEqualTo("default");
    assertThat(entry.content()).isEqualTo("text 1");
    assertThat(entry.embedding()).containsExactly(embedding.vectorOf("text 1"));
    assertThat(entry.metadata()).isEmpty();
    assertThat(entry.createdAt()).isEqualTo(entry.updatedAt());
  }

  @Test
  void theOrderIsThatOfUnsignedIds() {
    for (UUID id : List.of(new UUID(-1, 0), new UUID(0, -1), new UUID(0, 1), new UUID(1, 0))) {
      service.indexBatch(
          IndexBatchRequest.builder()
              .collectionName("ids")
              .add(Services.item(0, "east").withId(id))
              .build());
    }

    assertThat(service.iterEntries("ids", 1).map(StoredEntry::id))
        .containsExactly(new UUID(0, 1), new UUID(0, -1), new UUID(1, 0), new UUID(-1, 0));
  }

  @Test
  void theServiceMayBeCalledInTheLoop() {
    List<Long> counts = new ArrayList<>();

    service
        .iterEntries("default", 5)
        .forEach(
            entry -> {
              service.query(QueryRequest.builder(entry.content()).build());
              service.delete(entry.id(), "default");
              counts.add(service.countEntries("default"));
            });

    assertThat(counts).hasSize(12).endsWith(2L, 1L, 0L);
  }

  @Test
  void entriesPresentThroughoutAreNeitherMissedNorRepeated() {
    List<Long> seen = new ArrayList<>();

    service
        .iterEntries("default", 3)
        .forEach(
            entry -> {
              long id = entry.id().getLeastSignificantBits();
              seen.add(id);
              service.delete(Services.id(id - 1), "default"); // behind
              service.delete(Services.id(11), "default"); // ahead
              service.indexBatch(
                  IndexBatchRequest.builder().add(Services.item(0, "before all")).build());
            });

    assertThat(seen).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 12L);
  }

  @Test
  void aCollectionDroppedMeanwhileEndsTheIteration() {
    Iterator<StoredEntry> entries = service.iterEntries("default", 5).iterator();
    for (int i = 0; i < 5; i++) {
      entries.next();
    }

    service.dropCollection("default");

    assertThat(entries.hasNext()).isFalse();
  }

  @Test
  void theEndOfTheStreamIsNotReadTwice() {
    Iterator<StoredEntry> entries = service.iterEntries("default", 12).iterator();
    entries.forEachRemaining(entry -> {});
    store.forgetCalls();

    assertThat(entries.hasNext()).isFalse();
    assertThat(store.calls()).isEmpty();
  }

  @Test
  void aStreamMayBeClosedEarly() {
    try (Stream<StoredEntry> entries = service.iterEntries("default", 1)) {
      assertThat(entries.findFirst()).isPresent();
    }

    assertThat(service.countEntries("default")).isEqualTo(12);
  }

  @Test
  void countingIsExactAfterEveryWriteAndDelete() {
    service.index("east");
    assertThat(service.countEntries("default")).isEqualTo(13);

    service.delete(Services.id(1), "default");
    assertThat(service.countEntries("default")).isEqualTo(12);

    service.deleteBySourceId("default", "default");
    assertThat(service.countEntries("default")).isZero();
  }

  @Test
  void entriesAreReadInTheOrderAskedAndMissingOnesAreSkipped() {
    List<UUID> ids = List.of(Services.id(7), Services.id(99), Services.id(2), Services.id(7));

    assertThat(service.getEntries("default", ids))
        .extracting(StoredEntry::content)
        .containsExactly("text 7", "text 2", "text 7");
    assertThat(store.calls()).containsExactly("findCollection", "fetch 3");
  }

  @Test
  void noIdsReadNothing() {
    assertThat(service.getEntries("default", List.of())).isEmpty();
    assertThat(store.calls()).isEmpty();
  }

  @Test
  void pagesThatAStoreOnlyNarrowsDownAreFilteredAndReadToTheEnd() {
    store.supersetFor(filter -> true);
    service.indexBatch(
        IndexBatchRequest.builder()
            .add(Services.item(6, "six", "s", Map.of("k", 1)))
            .add(Services.item(12, "twelve", "s", Map.of("k", 1)))
            .build());

    service.deleteByMetadata("default", Map.of("k", 1));

    assertThat(ids(service.iterEntries("default"))).hasSize(10).doesNotContain(6L, 12L);
  }

  private static List<Long> ids(Stream<StoredEntry> entries) {
    return entries.map(entry -> entry.id().getLeastSignificantBits()).toList();
  }
}
