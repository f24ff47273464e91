package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.EntryIds;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.StoredEntry;
import io.ragport.api.VectorPrecision;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ENT-2 to 4: iterating and reading entries. */
abstract class EntryRules extends Rules {
  /** In the order of ENT-2, which {@link UUID#compareTo} does not have. */
  private static final List<UUID> IDS_IN_ORDER =
      List.of(
          new UUID(0, 0),
          new UUID(0, 1),
          new UUID(0, Long.MAX_VALUE),
          new UUID(0, Long.MIN_VALUE),
          new UUID(0, -1),
          new UUID(1, 0),
          new UUID(1, Long.MIN_VALUE),
          new UUID(Long.MAX_VALUE, -1),
          new UUID(Long.MIN_VALUE, 0),
          new UUID(Long.MIN_VALUE, -1),
          new UUID(-1, 5),
          new UUID(-1, -1));

  /** To tell whether there is another page. */
  private static final int LOOK_AHEAD = 1;

  EntryRules(Backend backend) {
    super(backend);
  }

  // ENT-2

  @Rule("ENT-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void iteratingYieldsEveryPartOfEveryEntryOnce() {
    for (int i = 0; i < 7; i++) {
      index("text " + i, "source " + i, Map.of("n", "value " + i));
    }
    List<RagEntry> wanted = entriesById();

    List<StoredEntry> stored = iterated(3);

    assertThat(stored).extracting(StoredEntry::id).isEqualTo(idsOf(wanted));
    for (int i = 0; i < wanted.size(); i++) {
      StoredEntry found = stored.get(i);
      assertThat(found.sourceId()).as("source id").isEqualTo(wanted.get(i).sourceId());
      assertThat(found.content()).as("content").isEqualTo(wanted.get(i).content());
      assertThat(found.metadata()).as("metadata").isEqualTo(wanted.get(i).metadata());
      assertThat(found.createdAt()).as("createdAt").isEqualTo(wanted.get(i).createdAt());
      assertThat(found.updatedAt()).as("updatedAt").isEqualTo(wanted.get(i).updatedAt());
      assertThat(found.embedding())
          .as("embedding, roughly: ENT-4 is exact")
          .containsExactly(embedding.vectorOf(found.content()), within(1e-2f));
    }
  }

  @Rule("ENT-2")
  @Needs(Capability.ITER_ENTRIES)
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 6, 11, 12, 13, 1_000, Integer.MAX_VALUE})
  void pagesOfAnySizeYieldTheSameEntriesInTheOrderOfIds(int batchSize) {
    List<UUID> shuffled = new ArrayList<>(IDS_IN_ORDER);
    Collections.shuffle(shuffled, new Random(7));
    indexWith(shuffled);

    assertThat(iterated(batchSize)).extracting(StoredEntry::id).isEqualTo(IDS_IN_ORDER);
  }

  @Rule("ENT-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void withoutABatchSizeAllPagesAreRead() {
    List<UUID> ids = indexMany(1_001);

    try (Stream<StoredEntry> entries = service.iterEntries(DOCS)) {
      assertThat(entries.map(StoredEntry::id).toList()).isEqualTo(ids);
    }
  }

  @Rule("ENT-2")
  @Needs(value = Capability.ITER_ENTRIES, means = Means.STORE)
  @Test
  void noMoreThanAPageIsReadAtOnce() {
    List<UUID> ids = indexMany(30);
    FailingStore store = new FailingStore(openStore());
    BaseRagService watched = keep(store.service(embedding));

    try (Stream<StoredEntry> entries = watched.iterEntries(DOCS, 7)) {
      assertThat(entries.map(StoredEntry::id).toList()).isEqualTo(ids);
    }

    assertThat(store.pages())
        .hasSizeGreaterThanOrEqualTo(4)
        .allSatisfy(
            page -> {
              assertThat(page.limit()).as("asked for").isBetween(1, 7 + LOOK_AHEAD);
              assertThat(page.records()).as("given").isLessThanOrEqualTo(page.limit());
            });
  }

  @Rule("ENT-2")
  @Needs(value = Capability.ITER_ENTRIES, means = Means.STORE)
  @Test
  void aPageHas500EntriesUnlessItsSizeIsGiven() {
    index("a text");
    FailingStore store = new FailingStore(openStore());
    BaseRagService watched = keep(store.service(embedding));

    try (Stream<StoredEntry> entries = watched.iterEntries(DOCS)) {
      assertThat(entries).hasSize(1);
    }

    assertThat(store.pages())
        .isNotEmpty()
        .allSatisfy(page -> assertThat(page.limit()).isBetween(500, 500 + LOOK_AHEAD));
  }

  @Rule("ENT-2")
  @Needs(Capability.ITER_ENTRIES)
  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void aBatchSizeBelowOneIsRefused(int batchSize) {
    index("a text");

    assertThatThrownBy(() -> service.iterEntries(DOCS, batchSize).close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("batchSize: ")
        .hasMessageContaining(String.valueOf(batchSize));
  }

  @Rule("ENT-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void aCollectionThatIsMissingOrEmptiedYieldsNothing() {
    assertThat(iterated(2)).as("missing").isEmpty();

    UUID id = index("a text").id();
    service.delete(id, DOCS);

    assertThat(iterated(2)).as("emptied").isEmpty();
  }

  @Rule("ENT-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void onlyTheCollectionsOwnEntriesAreYielded() {
    RagEntry entry = index("a text");
    service.index(IndexRequest.builder("elsewhere").collectionName("other").build());

    assertThat(iterated(2)).extracting(StoredEntry::id).containsExactly(entry.id());
  }

  @Rule("ENT-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void theServiceMayBeCalledInTheLoop() {
    List<UUID> ids = indexMany(10);
    List<UUID> seen = new ArrayList<>();

    try (Stream<StoredEntry> entries = service.iterEntries(DOCS, 3)) {
      entries.forEach(
          entry -> {
            seen.add(entry.id());
            service.index(
                IndexRequest.builder("copy of " + entry.content()).collectionName("copy").build());
            assertThat(query(theQuery().sourceIds(List.of(entry.sourceId())))).isNotEmpty();
            assertThat(iterated(4)).extracting(StoredEntry::id).isEqualTo(ids);
          });
    }

    assertThat(seen).isEqualTo(ids);
    assertThat(everything("copy")).hasSize(10);
  }

  @Rule("ENT-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void entriesMayBeDeletedInTheLoop() {
    List<UUID> ids = indexMany(10);
    List<UUID> seen = new ArrayList<>();

    try (Stream<StoredEntry> entries = service.iterEntries(DOCS, 3)) {
      entries.forEach(
          entry -> {
            seen.add(entry.id());
            service.delete(entry.id(), DOCS);
          });
    }

    assertThat(seen).isEqualTo(ids);
    assertThat(everything(DOCS)).isEmpty();
  }

  @Rule("ENT-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void entriesThatStayAreNeitherMissedNorRepeatedWhileOthersComeAndGo() {
    List<UUID> staying = evenIds(12);
    indexWith(staying);
    List<UUID> seen = new ArrayList<>();

    try (Stream<StoredEntry> entries = service.iterEntries(DOCS, 2)) {
      for (Iterator<StoredEntry> each = entries.iterator(); each.hasNext(); ) {
        UUID id = each.next().id();
        seen.add(id);
        if (staying.contains(id)) {
          comeAndGo(id);
        }
      }
    }

    assertThat(seen).as("all of them").doesNotHaveDuplicates().isSortedAccordingTo(EntryIds.ORDER);
    seen.retainAll(staying);
    assertThat(seen).as("those that stayed").isEqualTo(staying);
  }

  /** New entries right before and after this one, and the one before that goes again. */
  private void comeAndGo(UUID id) {
    UUID before = new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() - 1);
    UUID after = new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() + 1);
    indexWith(List.of(before, after));
    service.delete(before, DOCS);
  }

  @Rule("ENT-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void anEntryDeletedAheadIsNotYieldedAndNoneIsMissed() {
    List<UUID> ids = evenIds(9);
    indexWith(ids);
    List<UUID> seen = new ArrayList<>();

    try (Stream<StoredEntry> entries = service.iterEntries(DOCS, 2)) {
      Iterator<StoredEntry> each = entries.iterator();
      seen.add(each.next().id());
      service.deleteMany(List.of(ids.get(0), ids.get(5)), DOCS);
      each.forEachRemaining(entry -> seen.add(entry.id()));
    }

    List<UUID> wanted = new ArrayList<>(ids);
    wanted.remove(5);
    assertThat(seen).isEqualTo(wanted);
  }

  @Rule("ENT-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void aStreamClosedEarlyLeavesAServiceThatWorks() {
    List<UUID> ids = indexMany(6);

    for (int i = 0; i < 40; i++) {
      try (Stream<StoredEntry> entries = service.iterEntries(DOCS, 2)) {
        assertThat(entries.iterator().next().id()).isEqualTo(ids.get(0));
      }
    }
    index("one more");

    assertThat(everything(DOCS)).hasSize(7);
    assertThat(iterated(2)).hasSize(7);
  }

  @Rule("ENT-2")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void manyStreamsMayBeHalfwayAtOnce() {
    List<UUID> ids = indexMany(6);
    List<Stream<StoredEntry>> streams = new ArrayList<>();
    List<Iterator<StoredEntry>> iterators = new ArrayList<>();

    try {
      for (int i = 0; i < 40; i++) { // more than a pool of connections has
        streams.add(service.iterEntries(DOCS, 2));
        iterators.add(streams.get(i).iterator());
        assertThat(iterators.get(i).next().id()).isEqualTo(ids.get(0));
      }
      index("one more");
      assertThat(everything(DOCS)).hasSize(7);
      iterators.forEach(each -> assertThat(each.next().id()).isEqualTo(ids.get(1)));
    } finally {
      streams.forEach(Stream::close);
    }
  }

  // ENT-3

  @Rule("ENT-3")
  @Needs(Capability.GET_ENTRIES)
  @Test
  void entriesComeInTheOrderAsked() {
    List<UUID> shuffled = new ArrayList<>(indexWith(IDS_IN_ORDER));
    Collections.shuffle(shuffled, new Random(11));

    List<StoredEntry> found = service.getEntries(DOCS, shuffled);

    assertThat(found).extracting(StoredEntry::id).isEqualTo(shuffled);
    assertThat(found)
        .extracting(StoredEntry::content)
        .isEqualTo(shuffled.stream().map(id -> "text of " + id).toList());
  }

  @Rule("ENT-3")
  @Needs(Capability.GET_ENTRIES)
  @Test
  void anIdAskedTwiceIsAnsweredTwice() {
    UUID one = index("one").id();
    UUID two = index("two").id();

    List<StoredEntry> found = service.getEntries(DOCS, List.of(one, two, one));

    assertThat(found).extracting(StoredEntry::id).containsExactly(one, two, one);
  }

  @Rule("ENT-3")
  @Needs(Capability.GET_ENTRIES)
  @Test
  void missingEntriesAreSkipped() {
    UUID one = index("one").id();
    UUID gone = index("gone").id();
    UUID two = index("two").id();
    service.delete(gone, DOCS);

    List<StoredEntry> found =
        service.getEntries(DOCS, List.of(UUID.randomUUID(), two, gone, one, UUID.randomUUID()));

    assertThat(found).extracting(StoredEntry::id).containsExactly(two, one);
  }

  @Rule("ENT-3")
  @Needs(Capability.GET_ENTRIES)
  @Test
  void whereNothingIsThereNothingIsFound() {
    assertThat(service.getEntries(DOCS, List.of(UUID.randomUUID()))).as("no collection").isEmpty();

    UUID id = index("a text").id();

    assertThat(service.getEntries(DOCS, List.of())).as("no ids").isEmpty();
    assertThat(service.getEntries("other", List.of(id))).as("another collection").isEmpty();
  }

  @Rule("ENT-3")
  @Needs(Capability.GET_ENTRIES)
  @Test
  void anyNumberOfIdsMayBeAsked() {
    List<UUID> ids = new ArrayList<>(indexMany(3_000));
    Collections.shuffle(ids, new Random(13));

    assertThat(service.getEntries(DOCS, ids)).extracting(StoredEntry::id).isEqualTo(ids);
  }

  // ENT-4

  @Rule("ENT-4")
  @Needs(Capability.ITER_ENTRIES)
  @Test
  void iteratedEmbeddingsEqualTheEmbedders() {
    indexAll(vectors().keySet().stream().map(IndexItem::of).toList());

    assertEmbeddings(iterated(4));
  }

  @Rule("ENT-4")
  @Needs(Capability.GET_ENTRIES)
  @Test
  void embeddingsOfEntriesByIdEqualTheEmbedders() {
    List<RagEntry> entries = indexAll(vectors().keySet().stream().map(IndexItem::of).toList());

    assertEmbeddings(service.getEntries(DOCS, idsOf(entries)));
  }

  private Map<String, float[]> vectors() {
    Map<String, float[]> vectors = new LinkedHashMap<>();
    vectors.put("unit", new float[] {1, 0, 0, 0, 0, 0, 0, 0});
    vectors.put("long", new float[] {3, 4, 0, 0, 0, 0, 0, 12});
    vectors.put("short", new float[] {1e-3f, -2e-3f, 0, 0, 3e-3f, 0, 0, 0});
    vectors.put("negative", new float[] {-1, -0.5f, -0.25f, -0.125f, -1, -1, -1, -1});
    vectors.put("thirds", new float[] {1 / 3f, 2 / 3f, -1 / 3f, 0.1f, 0.2f, 0.3f, 0.7f, 0.9f});
    vectors.put("uneven", new float[] {1, 1e-5f, 0, 0, 0, 0, 0, 0});
    vectors.forEach(embedding::vector);
    return vectors;
  }

  private void assertEmbeddings(List<StoredEntry> entries) {
    assertThat(entries).hasSize(vectors().size());
    double tolerance = declaredPrecision().tolerance();
    for (StoredEntry entry : entries) {
      float[] given = embedding.vectorOf(entry.content());
      assertThat(entry.embedding()).as("length of " + entry.content()).hasSize(given.length);
      for (int i = 0; i < given.length; i++) {
        assertThat((double) entry.embedding()[i])
            .as("component " + i + " of " + entry.content())
            .isCloseTo(given[i], within(tolerance * Math.max(1, Math.abs(given[i]))));
      }
    }
  }

  private VectorPrecision declaredPrecision() {
    return declares(Capability.MANAGE_COLLECTIONS)
        ? service.listCollections().get(0).precision()
        : VectorPrecision.SINGLE;
  }

  private List<StoredEntry> iterated(int batchSize) {
    try (Stream<StoredEntry> entries = service.iterEntries(DOCS, batchSize)) {
      return entries.toList();
    }
  }

  /** Indexes entries with these ids. */
  private List<UUID> indexWith(List<UUID> ids) {
    return idsOf(
        indexAll(ids.stream().map(id -> IndexItem.of("text of " + id).withId(id)).toList()));
  }

  /** Indexes that many entries; their ids in order. */
  private List<UUID> indexMany(int count) {
    return indexWith(evenIds(count));
  }

  /** Ids in order, between any two of which there is another. */
  private static List<UUID> evenIds(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> new UUID(0x4000, 10L * i)).toList();
  }

  private static List<UUID> idsOf(List<RagEntry> entries) {
    return entries.stream().map(RagEntry::id).toList();
  }
}
