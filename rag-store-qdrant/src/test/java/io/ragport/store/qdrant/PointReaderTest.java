package io.ragport.store.qdrant;

import static io.ragport.store.qdrant.SearchedCollection.entry;
import static io.ragport.testing.TestEntries.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.EntryIds;
import io.ragport.api.MetadataFilter;
import io.ragport.api.store.Selection;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import io.ragport.testing.TestEntries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What is read by id and in the order of ids. */
class PointReaderTest {
  private static final int MIB = 1 << 20;

  @Test
  void entriesComeBackAsTheyWere() {
    try (SearchedCollection searched = SearchedCollection.create(3)) {
      List<VectorRecord> written =
          Stream.of(1e-30f, 1e-3f, 1f, 7f, 1e30f)
              .map(
                  scale ->
                      new VectorRecord(
                          UUID.randomUUID(),
                          "a source",
                          "a text of " + scale,
                          new float[] {3 * scale, -4 * scale, 0.1f * scale},
                          Map.of("n", 1L, "d", 1.0, "list", List.of("x"), "a.b", true),
                          TestEntries.NOW,
                          TestEntries.LATER))
              .toList();
      searched.write(written);

      List<VectorRecord> read =
          searched.store().fetch(searched.spec(), written.stream().map(VectorRecord::id).toList());

      for (VectorRecord entry : written) {
        VectorRecord found =
            read.stream().filter(other -> other.id().equals(entry.id())).findAny().orElseThrow();
        assertThat(found).usingRecursiveComparison().ignoringFields("vector").isEqualTo(entry);
        for (int i = 0; i < 3; i++) {
          assertThat((double) found.vector()[i])
              .isCloseTo(entry.vector()[i], Offset.offset(1e-6 * Math.abs(entry.vector()[0])));
        }
      }
    }
  }

  @Test
  void idsThatAreMissingOrAskedForTwiceAreNoTrouble() {
    try (SearchedCollection searched = SearchedCollection.create(3)) {
      searched.write(TestEntries.entries(1, 4));

      assertThat(searched.store().fetch(searched.spec(), List.of(id(3), id(99), id(1), id(3))))
          .extracting(VectorRecord::id)
          .containsExactlyInAnyOrder(id(1), id(3));
      assertThat(searched.store().fetch(searched.spec(), List.of())).isEmpty();
    }
  }

  @Test
  void manyIdsComeInPages() {
    try (SearchedCollection searched = SearchedCollection.create(3)) {
      searched.write(TestEntries.entries(0, 2_500));
      List<UUID> ids = IntStream.range(0, 25_000).mapToObj(TestEntries::id).toList();

      assertThat(searched.store().fetch(searched.spec(), ids)).hasSize(2_500);
      assertThat(searched.store().createdAt(searched.spec(), ids))
          .hasSize(2_500)
          .containsEntry(id(2_499), TestEntries.NOW);
    }
  }

  @Test
  void aScanIsInTheOrderOfIds() {
    try (SearchedCollection searched = SearchedCollection.create(3)) {
      Random random = new Random(1);
      List<UUID> ids =
          new ArrayList<>(
              List.of(new UUID(0, 0), new UUID(-1, -1), new UUID(0, -1), new UUID(1, 0)));
      for (int i = 0; i < 500; i++) {
        ids.add(new UUID(random.nextLong(), random.nextLong()));
      }
      searched.write(ids.stream().map(PointReaderTest::entryOf).toList());

      List<UUID> scanned = new ArrayList<>();
      VectorScan scan = VectorScan.of(searched.spec(), 7);
      for (List<VectorRecord> page = searched.store().scan(scan);
          !page.isEmpty();
          page = searched.store().scan(scan.after(scanned.get(scanned.size() - 1)))) {
        page.forEach(entry -> scanned.add(entry.id()));
      }

      assertThat(scanned).isEqualTo(ids.stream().sorted(EntryIds.ORDER).toList());
      assertThat(TestEntries.all(searched.store(), searched.spec()))
          .extracting(VectorRecord::id)
          .isEqualTo(scanned);
    }
  }

  @Test
  void aScanGivesAsManyAsAskedFor() {
    try (SearchedCollection searched = SearchedCollection.create(3)) {
      searched.write(TestEntries.entries(0, 2_345));

      assertThat(searched.store().scan(VectorScan.of(searched.spec(), 2_200))).hasSize(2_200);
      assertThat(searched.store().scan(VectorScan.of(searched.spec(), 2_345))).hasSize(2_345);
      assertThat(searched.store().scan(VectorScan.of(searched.spec(), 9_999))).hasSize(2_345);
      assertThat(searched.store().scan(VectorScan.of(searched.spec(), 5).after(id(2_342))))
          .extracting(VectorRecord::id)
          .containsExactly(id(2_343), id(2_344));
    }
  }

  @Test
  void aScanHonoursItsConditions() {
    try (SearchedCollection searched = SearchedCollection.create(8)) {
      searched.write(SearchedCollection.clustered(1_000, 8, 10));

      List<VectorRecord> scanned =
          searched
              .store()
              .scan(
                  new VectorScan(
                      searched.spec(),
                      id(500),
                      30,
                      List.of("s1", "s2"),
                      MetadataFilter.lt("n", 700)));

      assertThat(scanned)
          .extracting(VectorRecord::id)
          .isEqualTo(
              IntStream.range(501, 700)
                  .filter(i -> i % 10 == 1 || i % 10 == 2)
                  .limit(30)
                  .mapToObj(TestEntries::id)
                  .toList());
    }
  }

  @Test
  void theCountIsExactAfterEveryWriteAndDelete() {
    try (SearchedCollection searched = SearchedCollection.create(3)) {
      searched.write(TestEntries.entries(0, 1_000));
      assertThat(searched.store().count(searched.spec())).isEqualTo(1_000);

      searched.write(TestEntries.entries(990, 1_010));
      assertThat(searched.store().count(searched.spec())).isEqualTo(1_010);

      searched.store().delete(searched.spec(), Selection.ofIds(List.of(id(1), id(5_000))));
      assertThat(searched.store().count(searched.spec())).isEqualTo(1_009);
    }
  }

  @Test
  void aDroppedCollectionReadsAsEmpty() {
    try (SearchedCollection searched = SearchedCollection.create(3);
        QdrantVectorStore other = searched.reopened(Map.of())) {
      searched.write(TestEntries.entries(0, 3));
      other.dropCollection(SearchedCollection.NAME);

      assertThat(searched.store().count(searched.spec())).isZero();
      assertThat(searched.store().fetch(searched.spec(), List.of(id(1)))).isEmpty();
      assertThat(searched.store().createdAt(searched.spec(), List.of(id(1)))).isEmpty();
      assertThat(TestEntries.all(searched.store(), searched.spec())).isEmpty();
    }
  }

  /** 30 MiB of vectors. */
  @Test
  void answersLargerThanTheSettingComeInPages() {
    try (SearchedCollection searched = SearchedCollection.create(1_536);
        QdrantVectorStore narrow = searched.reopened(Map.of("maxInboundBytes", MIB))) {
      List<VectorRecord> entries = TestEntries.entries(0, 5_000, 1_536);
      searched.write(entries);
      List<UUID> ids = entries.stream().map(VectorRecord::id).toList();

      for (QdrantVectorStore store : List.of(searched.store(), narrow)) {
        assertThat(store.scan(VectorScan.of(searched.spec(), 5_000)))
            .extracting(VectorRecord::id)
            .isEqualTo(ids);
        assertThat(store.fetch(searched.spec(), ids)).hasSize(5_000);
      }
    }
  }

  /** Texts of 20 to 800 KiB, where few fit into an answer. */
  @Test
  void largeTextsComeInSmallerPages() {
    try (SearchedCollection searched = SearchedCollection.create(2);
        QdrantVectorStore narrow = searched.reopened(Map.of("maxInboundBytes", MIB))) {
      List<VectorRecord> entries =
          IntStream.range(0, 150)
              .mapToObj(i -> entry(i, "s" + i, text(i % 40 == 7 ? 800 : 20), 1, i))
              .toList();
      searched.write(entries);
      List<UUID> ids = entries.stream().map(VectorRecord::id).toList();

      assertThat(narrow.scan(VectorScan.of(searched.spec(), 1_000)))
          .extracting(entry -> entry.content().length())
          .isEqualTo(entries.stream().map(entry -> entry.content().length()).toList());
      assertThat(narrow.fetch(searched.spec(), ids)).hasSize(150);
      assertThat(narrow.search(searched.nearest(1, 0).topK(150).build()))
          .isEqualTo(searched.find(searched.nearest(1, 0).topK(150)));
      assertThat(
              narrow
                  .searchAll(
                      List.of(
                          searched.nearest(1, 0).topK(150).build(),
                          searched.nearest(0, 1).topK(2).build()))
                  .get(0))
          .extracting(VectorHit::id)
          .isEqualTo(ids);
      assertThat(narrow.search(searched.nearest(1, 0).topK(150).keepBest().build()))
          .isEqualTo(searched.find(searched.nearest(1, 0).topK(150).keepBest()));
      assertThat(narrow.searchFused(List.of(searched.hybrid(new float[] {1, 0}, "?!", null, 150))))
          .isEqualTo(
              searched
                  .store()
                  .searchFused(List.of(searched.hybrid(new float[] {1, 0}, "?!", null, 150))));
    }
  }

  private static String text(int kib) {
    return "word ".repeat(kib * 1_024 / 5);
  }

  private static VectorRecord entryOf(UUID id) {
    VectorRecord entry = TestEntries.entry(1);
    return new VectorRecord(
        id,
        entry.sourceId(),
        entry.content(),
        entry.vector(),
        entry.metadata(),
        entry.createdAt(),
        entry.updatedAt());
  }
}
