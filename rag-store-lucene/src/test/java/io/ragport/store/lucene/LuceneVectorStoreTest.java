package io.ragport.store.lucene;

import static io.ragport.store.lucene.TestStores.NOW;
import static io.ragport.store.lucene.TestStores.allIds;
import static io.ragport.store.lucene.TestStores.collection;
import static io.ragport.store.lucene.TestStores.entry;
import static io.ragport.store.lucene.TestStores.id;
import static io.ragport.store.lucene.TestStores.ids;
import static io.ragport.store.lucene.TestStores.keyword;
import static io.ragport.store.lucene.TestStores.nearest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.Capability;
import io.ragport.api.DimensionMismatchException;
import io.ragport.api.EntryIds;
import io.ragport.api.MetadataFilter;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.StoreLimits;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import io.ragport.api.store.VectorSearch;
import io.ragport.store.lucene.TestStores.Query;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The primitives, on disk and in memory. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
class LuceneVectorStoreTest {
  @Parameter boolean memory;
  @TempDir Path folder;
  private LuceneVectorStore store = TestStores.inMemory();
  private CollectionSpec docs = CollectionSpec.toCreate("docs", "model", 2, null);

  @BeforeEach
  void open() {
    store = memory ? TestStores.inMemory() : TestStores.onDisk(folder.resolve("index"));
    docs = collection(store, "docs", 2);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void declaresEverything() {
    assertThat(store.capabilities()).containsExactlyInAnyOrder(Capability.values());
    assertThat(store.limits()).isEqualTo(StoreLimits.ATOMIC);
  }

  @Test
  void givesBackAnEntryAsItWasWritten() {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("whole", (1L << 53) + 1);
    metadata.put("fraction", 1.0);
    metadata.put("minusZero", -0.0);
    metadata.put("nothing", null);
    metadata.put("content", List.of("a", 1L, Map.of("deep", true)));
    metadata.put("a.b $x \"q\" é😀", "");
    VectorRecord entry =
        entry(7, "https://example.org/ä😀", " text with\nlines 😀 ", metadata, 3f, 4f);

    store.upsert(docs, List.of(entry));

    assertThat(store.fetch(docs, List.of(id(7)))).containsExactly(entry);
    assertThat(store.scan(VectorScan.of(docs, 10))).containsExactly(entry);
  }

  @Test
  void keepsVectorsOfAnyLengthAndReadsThemBackExactly() {
    CollectionSpec three = collection(store, "three", 3);
    List<float[]> vectors =
        List.of(
            new float[] {1e-30f, 2e-30f, 0},
            new float[] {1e30f, -2e30f, 5e29f},
            new float[] {0.6f, 0.8f, 0},
            new float[] {0.5f, 0.5f, 0.70710678f});
    for (int i = 0; i < vectors.size(); i++) {
      store.upsert(three, List.of(entry(i, vectors.get(i))));
    }

    for (VectorRecord read : store.scan(VectorScan.of(three, 10))) {
      float[] written = vectors.get((int) read.id().getLeastSignificantBits());
      assertThat(read.vector()).containsExactly(written);
    }
    VectorHit best = store.search(nearest(three, 1, 2e-20f, -4e-20f, 1e-20f)).get(0);
    assertThat(best.id()).isEqualTo(id(1));
    assertThat(best.score()).isCloseTo(1, within(1e-6));
  }

  @Test
  void similaritiesGoFromOneToMinusOne() {
    store.upsert(docs, List.of(entry(1, 5f, 0f), entry(2, 0f, 3f), entry(3, -2f, 0f)));

    List<VectorHit> hits = store.search(nearest(docs, 10, 7f, 0f));

    assertThat(ids(hits)).containsExactly(id(1), id(2), id(3));
    assertThat(hits.get(0).score()).isCloseTo(1, within(1e-6));
    assertThat(hits.get(1).score()).isCloseTo(0, within(1e-6));
    assertThat(hits.get(2).score()).isCloseTo(-1, within(1e-6));
  }

  @Test
  void replacesAnEntryAsAWhole() {
    store.upsert(docs, List.of(entry(1, "a", "old", Map.of("x", 1L), 1f, 0f)));
    VectorRecord renewed = entry(1, "b", "new", Map.of("y", 2L), 0f, 1f);

    store.upsert(docs, List.of(renewed));

    assertThat(store.count(docs)).isEqualTo(1);
    assertThat(store.fetch(docs, List.of(id(1)))).containsExactly(renewed);
    assertThat(store.search(keyword(docs, 5, "old"))).isEmpty();
    assertThat(idsWith(MetadataFilter.exists("x"))).isEmpty();
  }

  @Test
  void tellsWhenEntriesWereCreated() {
    store.upsert(docs, List.of(entry(1, 1f, 0f), entry(2, 1f, 0f)));

    assertThat(store.createdAt(docs, List.of(id(2), id(3), id(1))))
        .containsOnly(Map.entry(id(1), NOW), Map.entry(id(2), NOW));
  }

  @Test
  void readsAndDropsOfAMissingCollectionAreSilent() {
    CollectionSpec missing = CollectionSpec.toCreate("missing", "model", 2, null);

    assertThat(store.findCollection("missing")).isEmpty();
    assertThat(store.count(missing)).isZero();
    assertThat(store.search(nearest(missing, 5, 1f, 0f))).isEmpty();
    assertThat(store.scan(VectorScan.of(missing, 5))).isEmpty();
    assertThat(store.fetch(missing, List.of(id(1)))).isEmpty();
    store.dropCollection("missing");
    assertThat(store.listCollections()).containsExactly(docs);
  }

  @Test
  void writingToADroppedCollectionSaysSo() {
    store.dropCollection("docs");

    assertThatThrownBy(() -> store.upsert(docs, List.of(entry(1, 1f, 0f))))
        .isInstanceOf(RagStoreException.class)
        .hasMessageContaining("dropped");
  }

  @Test
  void aDroppedCollectionCanBeMadeAnewWithOtherSettings() {
    store.upsert(docs, List.of(entry(1, 1f, 0f)));
    store.dropCollection("docs");

    CollectionSpec anew = collection(store, "docs", 3);
    store.upsert(anew, List.of(entry(2, 1f, 0f, 0f)));

    assertThat(allIds(store, anew)).containsExactly(id(2));
    assertThatThrownBy(() -> store.count(docs)).isInstanceOf(DimensionMismatchException.class);
  }

  @Test
  void theFirstCreatorsSettingsStand() {
    CollectionSpec second =
        store.createCollection(CollectionSpec.toCreate("docs", "other", 9, null));

    assertThat(second).isEqualTo(docs);
    assertThat(docs.layoutVersion()).isEqualTo(CommitData.LAYOUT_VERSION);
    assertThat(docs.identifier()).startsWith("docs_");
  }

  @Test
  void collectionsOfAnyNameAreApartAndListed() {
    List<String> names = List.of("Docs", "DOCS", "../docs", "dócs", "文書", " ", "a/b");
    for (String name : names) {
      CollectionSpec spec = collection(store, name, 2);
      store.upsert(spec, List.of(entry(names.indexOf(name), 1f, 0f)));
    }

    assertThat(store.listCollections()).hasSize(names.size() + 1);
    for (String name : names) {
      CollectionSpec spec = store.findCollection(name).orElseThrow();
      assertThat(spec.name()).isEqualTo(name);
      assertThat(allIds(store, spec)).containsExactly(id(names.indexOf(name)));
    }
  }

  @Test
  void takesTheLargestDimensionAndRefusesMore() {
    CollectionSpec wide = collection(store, "wide", GraphVectorsFormat.MAX_DIMENSION);
    float[] vector = TestStores.gaussian(new Random(1), GraphVectorsFormat.MAX_DIMENSION);

    store.upsert(wide, List.of(entry(1, vector)));

    assertThat(store.fetch(wide, List.of(id(1))).get(0).vector()).containsExactly(vector);
    assertThat(store.search(nearest(wide, 1, vector)).get(0).score()).isCloseTo(1, within(1e-5));
    assertThatThrownBy(() -> collection(store, "wider", GraphVectorsFormat.MAX_DIMENSION + 1))
        .isInstanceOf(RagStoreException.class)
        .hasMessageContaining("4097")
        .hasMessageContaining("4096");
    assertThat(store.findCollection("wider")).isEmpty();
  }

  @Test
  void aFailingBatchLeavesNothing() {
    store.upsert(docs, List.of(entry(1, "s", "old", Map.of(), 1f, 0f)));
    List<VectorRecord> batch = new ArrayList<>();
    for (int i = 1; i < 1_000; i++) {
      batch.add(entry(i, "s", "new", Map.of(), 0f, 1f));
    }
    batch.add(entry(1_000, 1f, 2f, 3f));

    assertThatThrownBy(() -> store.replace(docs, Selection.ofSources(List.of("s")), batch))
        .isInstanceOf(DimensionMismatchException.class);

    assertThat(store.count(docs)).isEqualTo(1);
    assertThat(store.search(keyword(docs, 5, "old"))).hasSize(1);
    store.upsert(docs, List.of(entry(2, 1f, 1f)));
    assertThat(allIds(store, docs)).containsExactly(id(1), id(2));
  }

  @Test
  void anInterruptedCallLeavesNothingAndHarmsNobodyElse() {
    store.upsert(docs, List.of(entry(1, 1f, 0f)));

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> store.upsert(docs, List.of(entry(2, 1f, 0f))))
        .isInstanceOf(RagStoreException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();

    Thread.currentThread().interrupt();
    List<UUID> read = allIds(store, docs);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(read).containsExactly(id(1));

    store.upsert(docs, List.of(entry(3, 1f, 0f)));
    assertThat(allIds(store, docs)).containsExactly(id(1), id(3));
  }

  @Test
  void anInterruptInTheMiddleOfABatchUndoesIt() {
    List<VectorRecord> batch = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      batch.add(entry(i, 1f, 0f));
    }
    // Reading the list is what the store does between two entries.
    List<VectorRecord> interrupting =
        new ArrayList<>(batch) {
          private static final long serialVersionUID = 1L;

          @Override
          public Iterator<VectorRecord> iterator() {
            Thread.currentThread().interrupt();
            return super.iterator();
          }
        };

    assertThatThrownBy(() -> store.upsert(docs, interrupting))
        .isInstanceOf(RagStoreException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();

    assertThat(store.count(docs)).isZero();
    store.upsert(docs, batch);
    assertThat(store.count(docs)).isEqualTo(500);
  }

  @Test
  void deletesByIdsSourcesAndFilterButNotTheSpared() {
    for (int i = 0; i < 10; i++) {
      store.upsert(docs, List.of(entry(i, "s" + i / 2, "t", Map.of("n", (long) i), 1f, 0f)));
    }

    store.delete(
        docs,
        new Selection(
            List.of(id(0), id(99)),
            List.of("s2", "unknown"),
            MetadataFilter.gte("n", 7),
            List.of(id(5), id(8))));

    assertThat(allIds(store, docs)).containsExactly(id(1), id(2), id(3), id(5), id(6), id(8));
    assertThat(store.count(docs)).isEqualTo(6);
  }

  @Test
  void deletesSeventyThousandIds() {
    List<VectorRecord> batch =
        IntStream.range(0, 3_000).mapToObj(i -> entry(2 * i, 1f, i)).toList();
    store.upsert(docs, batch);

    store.delete(
        docs, Selection.ofIds(IntStream.range(2, 70_002).mapToObj(TestStores::id).toList()));

    assertThat(allIds(store, docs)).containsExactly(id(0));
    store.delete(docs, Selection.ofIds(List.of(id(0))));
    assertThat(store.count(docs)).isZero();
    assertThat(store.search(nearest(docs, 5, 1f, 0f))).isEmpty();
    store.upsert(docs, batch);
    assertThat(store.count(docs)).isEqualTo(3_000);
  }

  @Test
  void replaceDeletesTheSelectionButNotWhatItWrites() {
    store.upsert(
        docs,
        List.of(
            entry(1, "a", "old", Map.of(), 1f, 0f),
            entry(2, "a", "old", Map.of(), 1f, 0f),
            entry(3, "b", "kept", Map.of(), 1f, 0f)));

    store.replace(
        docs,
        Selection.ofSources(List.of("a")),
        List.of(entry(2, "a", "new", Map.of(), 1f, 0f), entry(4, "a", "new", Map.of(), 1f, 0f)));

    assertThat(allIds(store, docs)).containsExactly(id(2), id(3), id(4));
    assertThat(store.search(keyword(docs, 9, "new"))).hasSize(2);
  }

  @Test
  void pagesGoThroughAllIdsInUnsignedOrder() {
    Random random = new Random(11);
    List<UUID> written = new ArrayList<>();
    for (int batch = 0; batch < 7; batch++) {
      List<VectorRecord> records = new ArrayList<>();
      for (int i = 0; i < 150; i++) {
        UUID id = new UUID(random.nextLong(), random.nextLong());
        written.add(id);
        records.add(
            new VectorRecord(
                id, "s" + i % 3, "t", new float[] {1, i}, Map.of("n", (long) i), NOW, NOW));
      }
      store.upsert(docs, records);
    }
    written.sort(EntryIds.ORDER);
    store.delete(docs, Selection.ofIds(written.subList(100, 200)));
    written.subList(100, 200).clear();

    List<UUID> paged = new ArrayList<>();
    VectorScan next = VectorScan.of(docs, 64);
    List<VectorRecord> page = store.scan(next);
    while (!page.isEmpty()) {
      page.forEach(entry -> paged.add(entry.id()));
      assertThat(page.size()).isLessThanOrEqualTo(64);
      next = next.after(paged.get(paged.size() - 1));
      page = store.scan(next);
    }

    assertThat(paged).isEqualTo(written);
    assertThat(
            store.scan(
                new VectorScan(docs, null, 5_000, List.of("s1"), MetadataFilter.lt("n", 50))))
        .isNotEmpty()
        .allMatch(entry -> entry.sourceId().equals("s1"))
        .allMatch(entry -> String.valueOf(entry.metadata().get("n")).length() < 3);
  }

  @Test
  void leavesTheTextOutWhenAsked() {
    store.upsert(docs, List.of(entry(1, 1f, 0f)));

    VectorSearch search = Query.nearest(docs, 5, 1f, 0f).withoutContent().build();

    assertThat(store.search(search)).singleElement().matches(hit -> hit.content() == null);
  }

  @Test
  void aSourceListRestrictsBothSearches() {
    for (int i = 0; i < 6; i++) {
      store.upsert(docs, List.of(entry(i, "s" + i, "word", Map.of(), 1f, i)));
    }

    assertThat(
            ids(
                store.search(
                    Query.nearest(docs, 9, 1f, 0f).sources("s4", "s2", "unknown").build())))
        .containsExactly(id(2), id(4));
    assertThat(ids(store.search(Query.keyword(docs, 9, "word").sources("s4", "s2").build())))
        .containsExactlyInAnyOrder(id(2), id(4));
  }

  @Test
  void keepBestCountsSources() {
    Random random = new Random(5);
    List<VectorRecord> records = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      records.add(entry(i, "s" + i % 20, "word " + i, Map.of(), TestStores.gaussian(random, 2)));
    }
    store.upsert(docs, records.subList(0, 170));
    store.upsert(docs, records.subList(170, 400));
    float[] query = {1, 0.3f};

    List<VectorHit> hits = store.search(Query.nearest(docs, 7, query).keepBest().build());

    Map<String, Double> best = new LinkedHashMap<>();
    store
        .search(nearest(docs, 400, query))
        .forEach(hit -> best.putIfAbsent(hit.sourceId(), hit.score()));
    assertThat(hits).hasSize(7);
    assertThat(hits.stream().map(VectorHit::sourceId).toList())
        .isEqualTo(best.keySet().stream().limit(7).toList());
    assertThat(hits.stream().map(VectorHit::score).toList())
        .isEqualTo(best.values().stream().limit(7).toList());
    assertThat(store.search(Query.keyword(docs, 50, "word").keepBest().build())).hasSize(20);
  }

  @Test
  void timesSurviveToTheMicrosecond() {
    VectorRecord entry =
        new VectorRecord(
            id(1),
            "s",
            "t",
            new float[] {1, 0},
            Map.of(),
            NOW.minus(Duration.ofDays(30_000)),
            NOW.plusNanos(1_000));

    store.upsert(docs, List.of(entry));

    assertThat(store.fetch(docs, List.of(id(1)))).containsExactly(entry);
  }

  @Test
  void turkishCapitalsChangeNothing() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    try {
      store.upsert(docs, List.of(entry(1, "s", "INDEX title", Map.of("I", "I"), 1f, 0f)));

      assertThat(store.search(keyword(docs, 5, "index TITLE"))).hasSize(1);
      assertThat(idsWith(MetadataFilter.eq("I", "I"))).hasSize(1);
      assertThat(idsWith(MetadataFilter.eq("ı", "I"))).isEmpty();
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void aClosedStoreRefuses() {
    store.close();
    store.close();

    assertThatThrownBy(() -> store.count(docs)).isInstanceOf(IllegalStateException.class);
  }

  private List<UUID> idsWith(MetadataFilter filter) {
    return store.scan(new VectorScan(docs, null, 1_000, null, filter)).stream()
        .map(VectorRecord::id)
        .toList();
  }

  @Test
  void longMetadataTextsAreFoundExactly() {
    String a = "x".repeat(40_000);
    List<String> values = Arrays.asList(a, a + "a", a + "b", a.substring(1), "x", "y" + a);
    for (int i = 0; i < values.size(); i++) {
      store.upsert(docs, List.of(entry(i, "s", "t", Map.of("k", values.get(i)), 1f, 0f)));
    }

    assertThat(idsWith(MetadataFilter.eq("k", a))).containsExactly(id(0));
    assertThat(idsWith(MetadataFilter.gt("k", a))).containsExactly(id(1), id(2), id(5));
    assertThat(idsWith(MetadataFilter.lte("k", a))).containsExactly(id(0), id(3), id(4));
    assertThat(idsWith(MetadataFilter.in("k", List.of(a + "b", "x"))))
        .containsExactly(id(2), id(4));
  }
}
