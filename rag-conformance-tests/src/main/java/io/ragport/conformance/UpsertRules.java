package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.Capability;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.RagServiceResult;
import io.ragport.api.StoredEntry;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** IDX-2: ids, and what indexing under a given one does to the entry that has it. */
abstract class UpsertRules extends Rules {
  private static final UUID ID = UUID.fromString("0f9e8d7c-6b5a-4433-a211-00ff10ee20dd");

  private static final List<UUID> AWKWARD_IDS =
      List.of(
          new UUID(0, 0),
          new UUID(-1, -1),
          new UUID(Long.MIN_VALUE, Long.MAX_VALUE),
          UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057"),
          UUID.nameUUIDFromBytes(new byte[] {1, 2, 3}));

  UpsertRules(Backend backend) {
    super(backend);
  }

  @Rule("IDX-2")
  @Test
  void withoutAnIdEveryEntryGetsOneOfItsOwn() {
    RagEntry first = index("a text");
    RagEntry second = index("a text");

    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(ids(everything(DOCS))).containsExactlyInAnyOrder(first.id(), second.id());
  }

  @Rule("IDX-2")
  @Test
  void givenIdsComeBackUnchangedFromIndexAndQuery() {
    List<RagEntry> entries = indexAll(itemsWith(AWKWARD_IDS));

    assertThat(entries).extracting(RagEntry::id).isEqualTo(AWKWARD_IDS);
    assertThat(ids(everything(DOCS))).containsExactlyInAnyOrderElementsOf(AWKWARD_IDS);
  }

  @Rule("IDX-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void givenIdsComeBackUnchangedFromIterating() {
    indexAll(itemsWith(AWKWARD_IDS));

    try (Stream<StoredEntry> stored = service.iterEntries(DOCS)) {
      assertThat(stored.map(StoredEntry::id)).containsExactlyInAnyOrderElementsOf(AWKWARD_IDS);
    }
  }

  @Rule("IDX-2")
  @Needs(Capability.GET_ENTRIES)
  @Test
  void givenIdsComeBackUnchangedFromGetting() {
    indexAll(itemsWith(AWKWARD_IDS));

    List<StoredEntry> stored = service.getEntries(DOCS, AWKWARD_IDS);

    assertThat(stored).extracting(StoredEntry::id).containsExactlyInAnyOrderElementsOf(AWKWARD_IDS);
  }

  @Rule("IDX-2")
  @Test
  void aGivenIdMakesOneEntryOfTwoCalls() {
    upsert("old", "old source", Map.of());

    RagEntry upserted = upsert("new", "new source", Map.of());

    assertThat(upserted.id()).isEqualTo(ID);
    assertThat(ids(everything(DOCS))).containsExactly(ID);
  }

  @Rule("IDX-2")
  @Test
  void anUpsertReplacesTextAndSource() {
    upsert("old", "old source", Map.of());

    upsert("new", "new source", Map.of());

    assertThat(everything(DOCS))
        .extracting(RagServiceResult::content, RagServiceResult::sourceId)
        .containsExactly(tuple("new", "new source"));
    assertThat(query(theQuery().sourceIds(List.of("old source"))))
        .as("found by the source it no longer has")
        .isEmpty();
  }

  @Rule("IDX-2")
  @Test
  void anUpsertReplacesTheVector() {
    upsert(embedding.textAt(1), "source", Map.of());

    upsert(embedding.textAt(0.25), "source", Map.of());

    assertThat(everything(DOCS))
        .singleElement()
        .satisfies(
            found -> assertThat(found.similarity()).as("similarity").isCloseTo(0.25, within(1e-4)));
  }

  @Rule("IDX-2")
  @Test
  void anUpsertReplacesTheMetadataAsAWhole() {
    upsert("text", "source", Map.of("kept", "old", "removed", "old"));

    RagEntry upserted = upsert("text", "source", Map.of("kept", "new", "added", "new"));

    Map<String, String> wanted = Map.of("kept", "new", "added", "new");
    assertThat(upserted.metadata()).isEqualTo(wanted);
    assertThat(everything(DOCS)).extracting(RagServiceResult::metadata).isEqualTo(List.of(wanted));
  }

  @Rule("IDX-2")
  @Test
  void anUpsertedEntryIsNoLongerFoundByItsOldMetadata() {
    upsert("text", "source", Map.of("kept", "old", "removed", "old"));

    upsert("text", "source", Map.of("kept", "new"));

    assertThat(query(theQuery().match(Map.of("removed", "old")))).as("a removed key").isEmpty();
    assertThat(query(theQuery().match(Map.of("kept", "old")))).as("an old value").isEmpty();
    assertThat(query(theQuery().match(Map.of("kept", "new")))).as("the new value").hasSize(1);
  }

  @Rule("IDX-2")
  @Test
  void anUpsertWithoutMetadataLeavesNone() {
    upsert("text", "source", Map.of("removed", "old"));

    upsert("text", "source", Map.of());

    assertThat(everything(DOCS)).extracting(RagServiceResult::metadata).containsExactly(Map.of());
  }

  @Rule("IDX-2")
  @Test
  void anUpsertKeepsCreatedAtAndMovesUpdatedAt() {
    RagEntry first = upsert("old", "source", Map.of());
    RagServiceResult before = everything(DOCS).get(0);
    waitForTheClockToPass(first.updatedAt());

    RagEntry second = upsert("new", "source", Map.of());

    assertThat(second.createdAt()).as("createdAt").isEqualTo(before.createdAt());
    assertThat(second.updatedAt()).as("updatedAt").isAfter(first.updatedAt());
    RagServiceResult after = everything(DOCS).get(0);
    assertThat(after.createdAt()).as("createdAt as read").isEqualTo(before.createdAt());
    assertThat(after.updatedAt()).as("updatedAt as read").isAfter(before.updatedAt());
  }

  @Rule("IDX-2")
  @Test
  void aBatchUpsertsTheIdsThatAreThereAndAddsTheOthers() {
    RagEntry first = upsert("old", "source", Map.of("removed", "old"));
    RagServiceResult before = everything(DOCS).get(0);
    waitForTheClockToPass(first.updatedAt());

    List<RagEntry> batch =
        indexAll(
            List.of(IndexItem.of("added"), IndexItem.of("new").withSourceId("source").withId(ID)));

    assertThat(batch.get(1).id()).isEqualTo(ID);
    assertThat(batch.get(1).createdAt()).as("createdAt").isEqualTo(before.createdAt());
    assertThat(batch.get(1).updatedAt()).as("updatedAt").isAfter(first.updatedAt());
    assertThat(everything(DOCS))
        .extracting(RagServiceResult::id, RagServiceResult::content, RagServiceResult::metadata)
        .containsExactlyInAnyOrder(
            tuple(batch.get(0).id(), "added", Map.of()), tuple(ID, "new", Map.of()));
  }

  @Rule("IDX-2")
  @Test
  void anIdIsUpsertedOnlyInItsOwnCollection() {
    upsert("in docs", "source", Map.of());

    service.index(IndexRequest.builder("elsewhere").collectionName("other").id(ID).build());

    assertThat(contents(everything(DOCS))).containsExactly("in docs");
    assertThat(contents(everything("other"))).containsExactly("elsewhere");
  }

  private RagEntry upsert(String text, String sourceId, Map<String, ?> metadata) {
    return service.index(
        IndexRequest.builder(text)
            .collectionName(DOCS)
            .sourceId(sourceId)
            .metadata(metadata)
            .id(ID)
            .build());
  }

  private static List<IndexItem> itemsWith(List<UUID> ids) {
    return ids.stream().map(id -> IndexItem.of("text of " + id).withId(id)).toList();
  }

  /** Until a later instant would be recorded as one: a microsecond. */
  private static void waitForTheClockToPass(Instant instant) {
    Clock clock = Clock.systemUTC();
    for (int i = 0; i < 100_000_000; i++) {
      if (clock.instant().truncatedTo(ChronoUnit.MICROS).isAfter(instant)) {
        return;
      }
      Thread.onSpinWait();
    }
    throw new AssertionError("the clock of this machine does not pass " + instant);
  }
}
