package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.BaseRagService;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.RagEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** DEL-1 to DEL-3 and DEL-5: deleting by id and by source. */
abstract class DeleteRules extends Rules {
  private static final UUID UNKNOWN = UUID.fromString("d0000000-0000-4000-8000-00000000000d");

  DeleteRules(Backend backend) {
    super(backend);
  }

  @Rule("DEL-1")
  @Test
  void deletingByIdRemovesThatEntryOnly() {
    index("first");
    RagEntry second = index("second");
    index("third");

    service.delete(second.id(), DOCS);

    assertThat(contents(everything(DOCS))).containsExactlyInAnyOrder("first", "third");
  }

  @Rule("DEL-1")
  @Test
  void deletingAnUnknownIdIsNoError() {
    RagEntry entry = index("a text");

    service.delete(UNKNOWN, DOCS);
    service.delete(UNKNOWN, null);
    service.delete(entry.id(), "unknown");

    assertThat(contents(everything(DOCS))).containsExactly("a text");
  }

  @Rule("DEL-1")
  @Test
  void deletingTwiceIsNoError() {
    RagEntry entry = index("a text");

    service.delete(entry.id(), DOCS);
    service.delete(entry.id(), DOCS);

    assertThat(everything(DOCS)).isEmpty();
  }

  @Rule("DEL-1")
  @Test
  void deletingFromACollectionLeavesTheOthers() {
    IndexItem item = IndexItem.of("a text").withId(UNKNOWN);
    indexInto("one", List.of(item));
    indexInto("two", List.of(item));

    service.delete(UNKNOWN, "one");

    assertThat(everything("one")).as("one").isEmpty();
    assertThat(contents(everything("two"))).as("two").containsExactly("a text");
  }

  @Rule("DEL-1")
  @Test
  void withoutACollectionAllAreSearched() {
    IndexItem item = IndexItem.of("a text").withId(UNKNOWN);
    for (String collection : List.of("one", "two", "three")) {
      indexInto(collection, List.of(item, IndexItem.of("stays")));
    }
    indexInto("four", List.of(IndexItem.of("stays")));

    service.delete(UNKNOWN, null);

    for (String collection : List.of("one", "two", "three", "four")) {
      assertThat(contents(everything(collection))).as(collection).containsExactly("stays");
    }
  }

  @Rule("DEL-2")
  @Test
  void manyAreDeletedExactly() {
    List<RagEntry> entries = indexTexts(6);

    service.deleteMany(
        List.of(entries.get(1).id(), UNKNOWN, entries.get(4).id(), entries.get(1).id()), DOCS);

    assertThat(contents(everything(DOCS)))
        .containsExactlyInAnyOrder("text 0", "text 2", "text 3", "text 5");
  }

  @Rule("DEL-2")
  @Test
  void deletingNoIdsDeletesNothing() {
    indexTexts(3);

    service.deleteMany(List.of(), DOCS);
    service.deleteMany(List.of(), null);

    assertThat(everything(DOCS)).hasSize(3);
  }

  @Rule("DEL-2")
  @Test
  void manyAreDeletedFromAllCollections() {
    List<RagEntry> ones = indexInto("one", List.of(IndexItem.of("goes"), IndexItem.of("stays")));
    List<RagEntry> twos = indexInto("two", List.of(IndexItem.of("goes"), IndexItem.of("stays")));

    service.deleteMany(List.of(ones.get(0).id(), twos.get(0).id()), null);

    assertThat(contents(everything("one"))).as("one").containsExactly("stays");
    assertThat(contents(everything("two"))).as("two").containsExactly("stays");
  }

  @Rule("DEL-2")
  @Test
  void seventyThousandIdsWork() {
    List<RagEntry> entries = indexTexts(20);
    List<UUID> ids = new ArrayList<>();
    entries.subList(0, 5).forEach(entry -> ids.add(entry.id()));
    for (int i = 0; i < 70_000 - 10; i++) {
      ids.add(new UUID(0x4000L, Long.MIN_VALUE | i));
    }
    entries.subList(5, 10).forEach(entry -> ids.add(entry.id()));

    service.deleteMany(ids, DOCS);

    assertThat(ids(everything(DOCS)))
        .containsExactlyInAnyOrderElementsOf(
            entries.subList(10, 20).stream().map(RagEntry::id).toList());
  }

  @Rule("DEL-3")
  @Test
  void deletingASourceRemovesItsEntriesOnly() {
    for (String source : List.of("a", "b", "a", "c", "A", "a ")) {
      index("of <" + source + ">", source);
    }

    service.deleteBySourceId(DOCS, "a");

    assertThat(contents(everything(DOCS)))
        .containsExactlyInAnyOrder("of <b>", "of <c>", "of <A>", "of <a >");
  }

  @Rule("DEL-3")
  @Test
  void severalSourcesAreDeletedAtOnce() {
    for (String source : List.of("a", "b", "c", "d")) {
      index("of " + source, source);
    }

    service.deleteBySourceId(DOCS, List.of("a", "unknown", "c", "a"));

    assertThat(contents(everything(DOCS))).containsExactlyInAnyOrder("of b", "of d");
  }

  @Rule("DEL-3")
  @Test
  void deletingUnknownSourcesIsNoError() {
    index("a text", "a");

    service.deleteBySourceId(DOCS, "unknown");
    service.deleteBySourceId("unknown", "a");

    assertThat(contents(everything(DOCS))).containsExactly("a text");
  }

  @Rule("DEL-3")
  @Test
  void deletingNoSourcesDeletesNothing() {
    index("a text", "a");

    service.deleteBySourceId(DOCS, List.of());

    assertThat(contents(everything(DOCS))).containsExactly("a text");
  }

  @Rule("DEL-3")
  @Test
  void sourceIdsAreTakenLiterally() {
    List<String> sources = List.of("%", "_", "*", "a'b", "\\", "x", "' OR '1'='1", "$ne", "{}");
    sources.forEach(source -> index("of " + source, source));
    List<String> left = new ArrayList<>(sources);

    for (String source : sources) {
      service.deleteBySourceId(DOCS, source);

      left.remove(source);
      assertThat(contents(everything(DOCS)))
          .as("left after " + source)
          .containsExactlyInAnyOrderElementsOf(left.stream().map(each -> "of " + each).toList());
    }
  }

  @Rule("DEL-3")
  @Test
  void manySourcesAreDeletedAtOnce() {
    List<String> sources = new ArrayList<>();
    List<IndexItem> items = new ArrayList<>();
    for (int i = 0; i < 1500; i++) {
      sources.add("source " + i);
      items.add(IndexItem.of("text").withSourceId("source " + i));
    }
    items.add(IndexItem.of("stays").withSourceId("another"));
    indexAll(items);

    service.deleteBySourceId(DOCS, sources);

    assertThat(contents(everything(DOCS))).containsExactly("stays");
  }

  @Rule("DEL-5")
  @Test
  void everyOpenServiceWorksOnAfterEverythingIsDeleted() {
    BaseRagService other = open();
    index("first", "a");
    index("second", "b");
    assertThat(everything(other, DOCS)).as("before, seen by the other").hasSize(2);

    service.deleteBySourceId(DOCS, List.of("a", "b"));

    assertThat(everything(DOCS)).as("seen by the one that deleted").isEmpty();
    assertThat(everything(other, DOCS)).as("seen by the other").isEmpty();
    other.indexBatch(
        IndexBatchRequest.builder().collectionName(DOCS).add(IndexItem.of("third")).build());
    index("fourth");
    assertThat(contents(everything(DOCS))).containsExactlyInAnyOrder("third", "fourth");
    assertThat(contents(everything(other, DOCS))).containsExactlyInAnyOrder("third", "fourth");
  }

  private List<RagEntry> indexTexts(int count) {
    List<IndexItem> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add(IndexItem.of("text " + i));
    }
    return indexAll(items);
  }

  private List<RagEntry> indexInto(String collectionName, List<IndexItem> items) {
    return service.indexBatch(
        IndexBatchRequest.builder().collectionName(collectionName).addAll(items).build());
  }
}
