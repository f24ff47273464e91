package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.RagServiceResult;
import io.ragport.api.StoredEntry;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** IDX: what indexing returns and leaves behind (IDX-1, 5, 10 to 12). */
abstract class IndexRules extends Rules {
  IndexRules(Backend backend) {
    super(backend);
  }

  // IDX-1

  @Rule("IDX-1")
  @Test
  void indexReturnsAnEntryWithAllItsPartsFilled() {
    RagEntry entry = index("a text", "a source", Map.of("lang", "en"));

    assertThat(entry).hasNoNullFieldsOrProperties();
    assertThat(entry.model()).as("model").isEqualTo(embedding.modelName());
    assertThat(entry.collectionName()).as("collection").isEqualTo(DOCS);
    assertThat(entry.sourceId()).as("source id").isEqualTo("a source");
    assertThat(entry.content()).as("content").isEqualTo("a text");
    assertThat(entry.embeddingSize()).as("size").isEqualTo(RecordingEmbedding.DIMENSION);
    assertThat(entry.metadata()).as("metadata").isEqualTo(Map.of("lang", "en"));
  }

  @Rule("IDX-1")
  @Test
  void aQueryFindsTheEntryThatIndexReturned() {
    RagEntry entry = index("a text", "a source", Map.of("lang", "en"));

    List<RagServiceResult> found = everything(DOCS);

    assertThat(found).extracting(Rules::entryOf).containsExactly(entry);
  }

  @Rule("IDX-1")
  @Test
  void aQueryFindsTheEntriesThatIndexBatchReturned() {
    List<RagEntry> entries =
        indexAll(
            List.of(
                IndexItem.of("one", Map.of("n", "1")).withSourceId("a"),
                IndexItem.of("two", Map.of("n", "2")).withSourceId("b")));

    List<RagServiceResult> found = everything(DOCS);

    assertThat(found).extracting(Rules::entryOf).containsExactlyInAnyOrderElementsOf(entries);
  }

  @Rule("IDX-1")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void iteratingYieldsTheEntryThatIndexReturned() {
    RagEntry entry = index("a text", "a source", Map.of("lang", "en"));

    try (Stream<StoredEntry> stored = service.iterEntries(DOCS)) {
      assertThat(stored).hasSize(1).allSatisfy(found -> assertStored(found, entry));
    }
  }

  @Rule("IDX-1")
  @Needs(Capability.GET_ENTRIES)
  @Test
  void gettingYieldsTheEntryThatIndexReturned() {
    RagEntry entry = index("a text", "a source", Map.of("lang", "en"));

    List<StoredEntry> stored = service.getEntries(DOCS, List.of(entry.id()));

    assertThat(stored).hasSize(1).allSatisfy(found -> assertStored(found, entry));
  }

  private static void assertStored(StoredEntry found, RagEntry entry) {
    assertThat(found.id()).as("id").isEqualTo(entry.id());
    assertThat(found.sourceId()).as("source id").isEqualTo(entry.sourceId());
    assertThat(found.content()).as("content").isEqualTo(entry.content());
    assertThat(found.embedding()).as("embedding").hasSize(entry.embeddingSize());
    assertThat(found.metadata()).as("metadata").isEqualTo(entry.metadata());
    assertThat(found.createdAt()).as("createdAt").isEqualTo(entry.createdAt());
    assertThat(found.updatedAt()).as("updatedAt").isEqualTo(entry.updatedAt());
  }

  // IDX-5

  @Rule("IDX-5")
  @Test
  void whatIsNotGivenHasItsDefault() {
    RagEntry entry = service.index("a text");

    assertThat(entry.metadata()).as("metadata").isEmpty();
    assertThat(entry.collectionName()).as("collection").isEqualTo("default");
    assertThat(entry.sourceId()).as("source id").isEqualTo("default");
    assertDefaultsRead();
  }

  @Rule("IDX-5")
  @Test
  void whatIsNotGivenInABatchHasItsDefault() {
    List<RagEntry> entries =
        service.indexBatch(IndexBatchRequest.builder().add(IndexItem.of("a text")).build());

    assertThat(entries)
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.metadata()).as("metadata").isEmpty();
              assertThat(entry.collectionName()).as("collection").isEqualTo("default");
              assertThat(entry.sourceId()).as("source id").isEqualTo("default");
            });
    assertDefaultsRead();
  }

  private void assertDefaultsRead() {
    assertThat(everything("default"))
        .extracting(
            RagServiceResult::metadata,
            RagServiceResult::collectionName,
            RagServiceResult::sourceId)
        .as("as read")
        .containsExactly(tuple(Map.of(), "default", "default"));
  }

  @Rule("IDX-5")
  @Test
  void nullMetadataMeansNone() {
    service.index(IndexRequest.builder("a text").metadata(null).build());

    assertThat(everything("default"))
        .extracting(RagServiceResult::metadata)
        .containsExactly(Map.of());
  }

  // IDX-10

  @Rule("IDX-10")
  @Test
  void changingTheMetadataAfterwardsChangesNoEntry() {
    List<String> list = new ArrayList<>(List.of("a"));
    Map<String, String> map = new HashMap<>(Map.of("in", "a"));
    Map<String, Object> metadata = new HashMap<>(Map.of("list", list, "map", map, "top", "a"));

    RagEntry entry = index("a text", "source", metadata);
    list.add("b");
    map.put("in", "b");
    metadata.put("top", "b");

    Map<String, Object> wanted = Map.of("list", List.of("a"), "map", Map.of("in", "a"), "top", "a");
    assertThat(entry.metadata()).as("as returned").isEqualTo(wanted);
    assertThat(everything(DOCS)).extracting(RagServiceResult::metadata).isEqualTo(List.of(wanted));
  }

  @Rule("IDX-10")
  @Test
  void changingTheListsBetweenRequestAndCallChangesNothing() {
    List<String> texts = new ArrayList<>(List.of("one", "two"));
    List<Map<String, Object>> metadata =
        new ArrayList<>(List.of(new HashMap<>(Map.of("n", "1")), Map.of("n", "2")));
    List<String> sourceIds = new ArrayList<>(List.of("a", "b"));
    IndexBatchRequest request =
        IndexBatchRequest.ofTexts(texts, metadata, sourceIds).collectionName(DOCS).build();

    texts.set(0, "changed");
    metadata.get(0).put("n", "changed");
    sourceIds.clear();
    List<RagEntry> entries = service.indexBatch(request);

    assertThat(entries).extracting(RagEntry::content).containsExactly("one", "two");
    assertThat(entries)
        .extracting(RagEntry::metadata)
        .isEqualTo(List.of(Map.of("n", "1"), Map.of("n", "2")));
    assertThat(entries).extracting(RagEntry::sourceId).containsExactly("a", "b");
  }

  @Rule("IDX-10")
  @Test
  void inputsAreNotModified() {
    Map<String, Object> metadata = new HashMap<>(Map.of("n", 1, "list", new ArrayList<>()));
    List<IndexItem> items = new ArrayList<>(List.of(IndexItem.of("one", metadata)));

    indexAll(items);

    assertThat(metadata).isEqualTo(Map.of("n", 1, "list", List.of()));
    assertThat(items).containsExactly(IndexItem.of("one", Map.of("n", 1, "list", List.of())));
  }

  @Rule("IDX-10")
  @Needs(Capability.QUERY_BY_VECTOR)
  @Test
  void aGivenVectorIsNeitherModifiedNorKept() {
    index(embedding.textAt(0.5));
    float[] vector = {2, 0, 0, 0, 0, 0, 0, 0};
    QueryRequest request = QueryRequest.builder(vector).collectionName(DOCS).build();

    service.query(request);
    float[] afterwards = vector.clone();
    vector[0] = -2;

    assertThat(afterwards).as("after the query").containsExactly(2, 0, 0, 0, 0, 0, 0, 0);
    assertThat(service.query(request))
        .singleElement()
        .satisfies(found -> assertThat(found.similarity()).isCloseTo(0.5, within(1e-4)));
  }

  @Rule("IDX-10")
  @Test
  void returnedMetadataCannotBeChanged() {
    RagEntry entry = index("a text", "source", Map.of("map", Map.of("n", "1")));

    assertUnmodifiable(entry.metadata());
    assertUnmodifiable(everything(DOCS).get(0).metadata());
  }

  @Rule("IDX-10")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void changingAnEmbeddingThatWasReadChangesNoEntry() {
    index(embedding.textAt(0.5));
    float[] vector;
    try (Stream<StoredEntry> stored = service.iterEntries(DOCS)) {
      vector = stored.findFirst().orElseThrow().embedding();
    }

    vector[0] = -vector[0];

    assertThat(everything(DOCS))
        .singleElement()
        .satisfies(found -> assertThat(found.similarity()).isCloseTo(0.5, within(1e-4)));
  }

  private static void assertUnmodifiable(Map<String, @Nullable Object> metadata) {
    assertThatThrownBy(() -> metadata.put("key", "value"))
        .as("putting into the metadata")
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(metadata.get("map"))
        .isInstanceOfSatisfying(
            Map.class,
            map ->
                assertThatThrownBy(map::clear)
                    .as("clearing a map in the metadata")
                    .isInstanceOf(UnsupportedOperationException.class));
  }

  // IDX-11

  @Rule("IDX-11")
  @Test
  void aNewEntryIsCreatedAndUpdatedAtOneInstantOfMicroseconds() {
    RagEntry entry = index("a text");

    assertThat(entry.createdAt()).isEqualTo(entry.updatedAt());
    assertThat(entry.createdAt()).isEqualTo(entry.createdAt().truncatedTo(ChronoUnit.MICROS));
  }

  @Rule("IDX-11")
  @Test
  void theInstantIsThatOfTheCall() {
    Instant before = Instant.now();

    RagEntry entry = index("a text");

    assertThat(entry.createdAt())
        .as("createdAt, give or take a second of rounding")
        .isBetween(before.minusSeconds(1), Instant.now().plusSeconds(1));
  }

  @Rule("IDX-11")
  @Test
  void allEntriesOfABatchHaveOneInstant() {
    List<RagEntry> entries =
        indexAll(Stream.of("one", "two", "three", "four").map(IndexItem::of).toList());

    assertThat(entries.stream().flatMap(e -> Stream.of(e.createdAt(), e.updatedAt())).distinct())
        .hasSize(1);
  }

  @Rule("IDX-11")
  @Test
  void instantsAreEqualAfterARead() {
    List<RagEntry> entries = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      entries.add(index("text " + i)); // so that some have microseconds that end in no zeros
    }

    assertThat(everything(DOCS))
        .extracting(RagServiceResult::id, RagServiceResult::createdAt, RagServiceResult::updatedAt)
        .containsExactlyInAnyOrderElementsOf(
            entries.stream()
                .map(entry -> tuple(entry.id(), entry.createdAt(), entry.updatedAt()))
                .toList());
  }

  // IDX-12

  @Rule("IDX-12")
  @Test
  void anEntryIsVisibleToAnotherServiceAtOnce() {
    BaseRagService other = open();
    assertThat(everything(other, DOCS)).as("before the collection is there").isEmpty();

    index("one");
    List<String> afterTheFirst = contents(everything(other, DOCS));
    index("two");
    List<String> afterTheSecond = contents(everything(other, DOCS));

    assertThat(afterTheFirst).containsExactly("one");
    assertThat(afterTheSecond).containsExactlyInAnyOrder("one", "two");
  }

  @Rule("IDX-12")
  @Test
  void aBatchIsVisibleToAnotherServiceAtOnce() {
    BaseRagService other = open();
    index("one");
    assertThat(everything(other, DOCS)).as("before the batch").hasSize(1);

    indexAll(Stream.of("two", "three", "four").map(IndexItem::of).toList());

    assertThat(contents(everything(other, DOCS)))
        .containsExactlyInAnyOrder("one", "two", "three", "four");
  }

  @Rule("IDX-12")
  @Test
  void anUpsertIsVisibleToAnotherServiceAtOnce() {
    BaseRagService other = open();
    UUID id = index("old").id();
    assertThat(contents(everything(other, DOCS))).as("before the upsert").containsExactly("old");

    indexAll(List.of(IndexItem.of("new").withId(id)));

    assertThat(contents(everything(other, DOCS))).containsExactly("new");
  }
}
