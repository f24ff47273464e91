package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.EmbeddingException;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.ReplaceRequest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** ENT-1: the number of entries is exact after every kind of write and delete. */
@Needs(Capability.COUNT_ENTRIES)
abstract class CountRules extends Rules {
  CountRules(Backend backend) {
    super(backend);
  }

  @Rule("ENT-1")
  @Test
  void aMissingCollectionHasNoEntries() {
    assertThat(service.countEntries("missing")).isZero();
  }

  @Rule("ENT-1")
  @Test
  void everyEntryCountsRightAfterIndexing() {
    for (int i = 1; i <= 5; i++) {
      index("text " + i);

      assertThat(service.countEntries(DOCS)).as("after index call " + i).isEqualTo(i);
    }
  }

  @Rule("ENT-1")
  @Test
  void everyEntryOfABatchCounts() {
    indexAll(List.of(IndexItem.of("same"), IndexItem.of("same"), IndexItem.of("other")));

    assertThat(service.countEntries(DOCS)).isEqualTo(3);
  }

  @Rule("ENT-1")
  @Test
  void anUpsertCountsOnce() {
    UUID id = index("old").id();

    indexAll(List.of(IndexItem.of("new").withId(id), IndexItem.of("another")));

    assertThat(service.countEntries(DOCS)).isEqualTo(2);
  }

  @Rule("ENT-1")
  @Test
  void deletedEntriesDoNotCount() {
    List<RagEntry> entries = indexFive();

    service.delete(entries.get(0).id(), DOCS);
    assertThat(service.countEntries(DOCS)).as("after delete").isEqualTo(4);
    service.delete(UUID.randomUUID(), DOCS);
    assertThat(service.countEntries(DOCS)).as("after delete of an unknown id").isEqualTo(4);
    service.deleteMany(List.of(entries.get(1).id(), entries.get(2).id()), DOCS);
    assertThat(service.countEntries(DOCS)).as("after deleteMany").isEqualTo(2);
    service.deleteBySourceId(DOCS, "b");
    assertThat(service.countEntries(DOCS)).as("after deleteBySourceId").isZero();
    index("again");
    assertThat(service.countEntries(DOCS)).as("after indexing again").isEqualTo(1);
  }

  @Rule("ENT-1")
  @Needs(Capability.DELETE_BY_METADATA)
  @Test
  void entriesDeletedByMetadataDoNotCount() {
    indexFive();

    service.deleteByMetadata(DOCS, Map.of("kind", "first"));

    assertThat(service.countEntries(DOCS)).isEqualTo(2);
  }

  @Rule("ENT-1")
  @Needs(Capability.REPLACE)
  @Test
  void replacedEntriesDoNotCountAndNewOnesDo() {
    indexFive();

    service.replace(
        ReplaceRequest.builder(DOCS).sourceId("a").add(IndexItem.of("instead")).build());

    assertThat(service.countEntries(DOCS)).isEqualTo(3);
  }

  @Rule("ENT-1")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void aCollectionThatWasDroppedOrIsNewHasNoEntries() {
    indexFive();

    service.dropCollection(DOCS);
    assertThat(service.countEntries(DOCS)).as("dropped").isZero();
    service.createCollection(DOCS, RecordingEmbedding.DIMENSION, null);
    assertThat(service.countEntries(DOCS)).as("new").isZero();
  }

  @Rule("ENT-1")
  @Test
  void aBatchThatFailsDoesNotCount() {
    indexFive();
    embedding.failing(new IllegalStateException("made by the suite"));

    assertThatThrownBy(() -> index("a text")).isInstanceOf(EmbeddingException.class);

    assertThat(service.countEntries(DOCS)).isEqualTo(5);
  }

  @Rule("ENT-1")
  @Test
  void otherCollectionsDoNotCount() {
    indexFive();
    service.index(IndexRequest.builder("elsewhere").collectionName("other").build());

    assertThat(service.countEntries(DOCS)).isEqualTo(5);
    assertThat(service.countEntries("other")).isEqualTo(1);
  }

  @Rule("ENT-1")
  @Test
  void everyServiceCountsTheSame() {
    BaseRagService other = open();
    assertThat(other.countEntries(DOCS)).as("before").isZero();

    List<RagEntry> entries = indexFive();
    assertThat(other.countEntries(DOCS)).as("after indexing").isEqualTo(5);
    service.delete(entries.get(0).id(), DOCS);
    assertThat(other.countEntries(DOCS)).as("after deleting").isEqualTo(4);
  }

  /** Three of source a, two of source b. */
  private List<RagEntry> indexFive() {
    Map<String, String> first = Map.of("kind", "first");
    return indexAll(
        List.of(
            IndexItem.of("one", first).withSourceId("a"),
            IndexItem.of("two", first).withSourceId("a"),
            IndexItem.of("three", first).withSourceId("a"),
            IndexItem.of("four").withSourceId("b"),
            IndexItem.of("five").withSourceId("b")));
  }
}
