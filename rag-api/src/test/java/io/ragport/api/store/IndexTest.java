package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.StoredEntry;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.MutableClock;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What indexing gives back and leaves behind (IDX-1 to IDX-5, IDX-9 to IDX-12). */
class IndexTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123456Z");

  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final MutableClock clock = new MutableClock();
  private final VectorStoreRagService service =
      VectorStoreRagService.builder(store, EmbeddingSettings.of(embedding)).clock(clock).build();

  @Test
  void anEntryHasAllItsPartsFilled() {
    UUID id = Services.id(7);

    RagEntry entry =
        service.index(
            IndexRequest.builder("east")
                .id(id)
                .metadata(Map.of("n", 1))
                .collectionName("notes")
                .sourceId("s")
                .build());

    assertThat(entry)
        .isEqualTo(new RagEntry(id, "model-a", "notes", "s", "east", 4, Map.of("n", 1L), NOW, NOW));
  }

  @Test
  void anEntryEqualsWhatIsReadLater() {
    RagEntry entry = service.index(IndexRequest.builder("east").metadata(Map.of("n", 1)).build());

    StoredEntry read = service.getEntries("default", List.of(entry.id())).get(0);

    assertThat(read)
        .isEqualTo(
            new StoredEntry(
                entry.id(),
                entry.sourceId(),
                entry.content(),
                new float[] {1, 0, 0, 0},
                Map.of("n", 1L),
                entry.createdAt(),
                entry.updatedAt()));
  }

  @Test
  void theDefaultsAreThoseOfTheContract() {
    RagEntry entry = service.index("east");

    assertThat(entry.metadata()).isEmpty();
    assertThat(entry.collectionName()).isEqualTo("default");
    assertThat(entry.sourceId()).isEqualTo("default");
    assertThat(entry.id().version()).isEqualTo(4);
  }

  @Test
  void anIdComesBackUnchangedFromEverywhere() {
    UUID id = new UUID(-1, -1);

    RagEntry entry = service.index(IndexRequest.builder("east").id(id).build());

    assertThat(entry.id()).isEqualTo(id);
    assertThat(service.query("east").get(0).id()).isEqualTo(id);
    assertThat(service.iterEntries("default").map(StoredEntry::id)).containsExactly(id);
    assertThat(service.getEntries("default", List.of(id))).hasSize(1);
  }

  @Test
  void indexingAGivenIdAgainReplacesTheEntryAsAWhole() {
    IndexRequest.Builder first = IndexRequest.builder("east").id(Services.id(1)).sourceId("a");
    service.index(first.metadata(Map.of("old", 1, "both", 1)).build());
    IndexRequest.Builder second = IndexRequest.builder("north").id(Services.id(1)).sourceId("b");

    service.index(second.metadata(Map.of("both", 2)).build());

    StoredEntry entry = service.iterEntries("default").findFirst().orElseThrow();
    assertThat(service.countEntries("default")).isEqualTo(1);
    assertThat(entry.content()).isEqualTo("north");
    assertThat(entry.sourceId()).isEqualTo("b");
    assertThat(entry.embedding()).containsExactly(0, 1, 0, 0);
    assertThat(entry.metadata()).isEqualTo(Map.of("both", 2L));
  }

  @Test
  void indexingAGivenIdAgainKeepsCreatedAtAndMovesUpdatedAt() {
    service.index(IndexRequest.builder("east").id(Services.id(1)).build());
    clock.advance(Duration.ofDays(1));

    RagEntry entry = service.index(IndexRequest.builder("north").id(Services.id(1)).build());

    assertThat(entry.createdAt()).isEqualTo(NOW);
    assertThat(entry.updatedAt()).isEqualTo(NOW.plus(Duration.ofDays(1)));
  }

  @Test
  void theEntriesOfABatchShareOneInstantInMicroseconds() {
    List<RagEntry> entries =
        service.indexBatch(IndexBatchRequest.builder().addAll(Services.items(5)).build());

    assertThat(entries).extracting(RagEntry::createdAt).containsOnly(NOW);
    assertThat(entries).extracting(RagEntry::updatedAt).containsOnly(NOW);
  }

  @Test
  void aBatchGivesOneEntryPerItemInOrder() {
    List<RagEntry> entries =
        service.indexBatch(
            IndexBatchRequest.ofTexts(
                    List.of("c", "a", "b"),
                    List.of(Map.of("n", 1), Map.of("n", 2), Map.of("n", 3)),
                    List.of("s3", "s1", "s2"))
                .collectionName("notes")
                .build());

    assertThat(entries).extracting(RagEntry::content).containsExactly("c", "a", "b");
    assertThat(entries).extracting(RagEntry::sourceId).containsExactly("s3", "s1", "s2");
    assertThat(entries).extracting(entry -> entry.metadata().get("n")).containsExactly(1L, 2L, 3L);
    assertThat(entries).extracting(RagEntry::collectionName).containsOnly("notes");
  }

  @Test
  void equalTextsStaySeparateEntries() {
    service.indexBatch(
        IndexBatchRequest.builder().add(IndexItem.of("east")).add(IndexItem.of("east")).build());
    service.index("east");

    assertThat(service.countEntries("default")).isEqualTo(3);
  }

  @Test
  void anEmptyBatchDoesNothing() {
    assertThat(service.indexBatch(IndexBatchRequest.builder().build())).isEmpty();
    assertThat(store.calls()).isEmpty();
    assertThat(embedding.calls()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9, 10, 11, 20, 21, 100})
  void aBatchIsSplitToTheStoresLimitOfRecords(int size) {
    store.limitedTo(10, Long.MAX_VALUE);

    service.indexBatch(batch(size));

    assertThat(store.contents("default")).hasSize(size);
    assertThat(store.calls().stream().filter(call -> call.startsWith("upsert")))
        .hasSize((size + 9) / 10);
  }

  @Test
  void aBatchIsSplitToTheStoresLimitOfBytes() {
    store.limitedTo(1000, 10_000);
    String text = "x".repeat(2000);

    service.indexBatch(
        IndexBatchRequest.builder()
            .add(Services.item(1, text))
            .add(Services.item(2, text))
            .add(Services.item(3, text))
            .build());

    assertThat(store.calls().stream().filter(call -> call.startsWith("upsert")))
        .containsExactly("upsert 1", "upsert 1", "upsert 1");
  }

  @Test
  void anItemBeyondTheLimitOfBytesGoesAlone() {
    store.limitedTo(1000, 300);

    service.indexBatch(
        IndexBatchRequest.builder()
            .add(Services.item(1, "a"))
            .add(Services.item(2, "b".repeat(5000)))
            .add(Services.item(3, "c"))
            .build());

    assertThat(store.calls().stream().filter(call -> call.startsWith("upsert")))
        .containsExactly("upsert 1", "upsert 1", "upsert 1");
  }

  @Test
  void aStoreWithTransactionsTakesTheBatchAsOneCall() {
    service.indexBatch(batch(1000));

    assertThat(store.calls()).containsOnlyOnce("upsert 1000");
  }

  @Test
  void fiftyThousandItemsWork() {
    store.limitedTo(1000, Long.MAX_VALUE);
    List<String> texts = IntStream.range(0, 50_000).mapToObj(i -> "t" + i).toList();
    List<Map<String, Object>> metadata =
        texts.stream().map(text -> Map.<String, Object>of()).toList();

    List<RagEntry> entries =
        service.indexBatch(IndexBatchRequest.ofTexts(texts, metadata, null).build());

    assertThat(entries).extracting(RagEntry::content).isEqualTo(texts);
    assertThat(service.countEntries("default")).isEqualTo(50_000);
  }

  @Test
  void aWriteIsVisibleToAnotherServiceOnTheStore() {
    VectorStoreRagService other = Services.over(store, embedding);

    service.index("east");

    assertThat(other.query(QueryRequest.builder("east").build())).hasSize(1);
  }

  @Test
  void theEntriesMetadataCannotBeChanged() {
    RagEntry entry = service.index(IndexRequest.builder("east").metadata(Map.of("k", 1)).build());

    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> entry.metadata().clear());
  }

  @Test
  void theEmbeddersArraysAreNotChanged() {
    float[] vector = {1, 0, 0, 0};
    embedding.answering(texts -> new float[][] {vector});

    service.index("east");

    assertThat(vector).containsExactly(1, 0, 0, 0);
  }

  private static IndexBatchRequest batch(int size) {
    return IndexBatchRequest.builder().addAll(Services.items(size)).build();
  }
}
