package io.ragport.conformance;

import static io.ragport.conformance.Refusals.assertNothingWasDone;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.RagServiceResult;
import io.ragport.api.store.StoreLimits;
import io.ragport.api.store.VectorStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** IDX: batches, their checks and their sizes (IDX-3, 4, 7, 9). */
abstract class BatchRules extends Rules {
  /** The largest limit of a store that is tried out; one above it counts as none. */
  private static final int LARGEST_LIMIT = 10_000;

  private static final int MAX_TOP_K = 10_000;
  private static final int SOURCES = 10;

  BatchRules(Backend backend) {
    super(backend);
  }

  // IDX-3

  @Rule("IDX-3")
  @Test
  void aBatchReturnsOneEntryPerItemInOrder() {
    List<IndexItem> items = new ArrayList<>();
    for (String text : List.of("delta", "alpha", "echo", "bravo", "charlie")) {
      items.add(IndexItem.of(text, Map.of("is", text)).withSourceId("source " + text));
    }

    List<RagEntry> entries = indexAll(items);

    assertThat(entries)
        .extracting(entry -> IndexItem.of(entry.content(), entry.metadata()))
        .isEqualTo(items.stream().map(item -> item.withSourceId(null)).toList());
    assertThat(entries)
        .extracting(RagEntry::sourceId)
        .isEqualTo(items.stream().map(IndexItem::sourceId).toList());
    Map<UUID, String> read = new HashMap<>();
    everything(DOCS).forEach(found -> read.put(found.id(), found.content() + found.sourceId()));
    assertThat(entries)
        .extracting(entry -> read.get(entry.id()))
        .as("as read")
        .isEqualTo(items.stream().map(item -> item.text() + item.sourceId()).toList());
  }

  @Rule("IDX-3")
  @Test
  void equalTextsStaySeparateEntries() {
    List<RagEntry> entries = indexAll(Collections.nCopies(3, IndexItem.of("the same")));

    assertThat(entries).extracting(RagEntry::id).doesNotHaveDuplicates().hasSize(3);
    assertThat(ids(everything(DOCS)))
        .containsExactlyInAnyOrderElementsOf(entries.stream().map(RagEntry::id).toList());
  }

  @Rule("IDX-3")
  @Test
  void anEmptyBatchReturnsNothingWithoutEmbedding() {
    assertThat(indexAll(List.of())).isEmpty();
    assertThat(embedding.calls()).isEmpty();
  }

  @Rule("IDX-3")
  @Needs(Capability.MANAGE_COLLECTIONS)
  @Test
  void anEmptyBatchCreatesNoCollection() {
    indexAll(List.of());

    assertThat(service.listCollections()).isEmpty();
  }

  @Rule("IDX-3")
  @Needs(means = Means.UNREACHABLE_SERVER)
  @Test
  void anEmptyBatchAsksNoServer() {
    BaseRagService unreachable = keep(configured(sandbox.unreachable()).embedder(embedding).open());

    List<RagEntry> entries = unreachable.indexBatch(IndexBatchRequest.builder().build());

    assertThat(entries).isEmpty();
  }

  @Rule("IDX-3")
  @Test
  void parallelListsGiveEachTextItsMetadataAndSource() {
    List<RagEntry> entries =
        service.indexBatch(
            IndexBatchRequest.ofTexts(
                    List.of("one", "two"),
                    List.of(Map.of("n", "1"), Map.of("n", "2")),
                    List.of("a", "b"))
                .collectionName(DOCS)
                .build());

    assertThat(entries)
        .extracting(entry -> entry.content() + entry.metadata() + entry.sourceId())
        .containsExactly("one{n=1}a", "two{n=2}b");
  }

  @Rule("IDX-3")
  @Test
  void parallelListsWithoutSourcesGetTheDefaultOne() {
    List<RagEntry> entries =
        service.indexBatch(
            IndexBatchRequest.ofTexts(List.of("one", "two"), List.of(Map.of(), Map.of()), null)
                .collectionName(DOCS)
                .build());

    assertThat(entries).extracting(RagEntry::sourceId).containsExactly("default", "default");
  }

  static Stream<Arguments> listsOfDifferentLengths() {
    Map<String, Object> none = Map.of();
    return Stream.of(
        arguments(named("less metadata", List.of(none)), null, "metadata"),
        arguments(named("more metadata", List.of(none, none, none)), null, "metadata"),
        arguments(named("no metadata", List.of()), null, "metadata"),
        arguments(named("fewer sources", List.of(none, none)), List.of("a"), "sourceIds"),
        arguments(named("more sources", List.of(none, none)), List.of("a", "b", "c"), "sourceIds"),
        arguments(named("no sources", List.of(none, none)), List.of(), "sourceIds"));
  }

  @Rule("IDX-3")
  @ParameterizedTest(name = "{0}")
  @MethodSource("listsOfDifferentLengths")
  void listsOfDifferentLengthsAreRefused(
      List<Map<String, Object>> metadata, @Nullable List<String> sourceIds, String named) {
    List<String> texts = List.of("one", "two");

    assertThatThrownBy(
            () ->
                service.indexBatch(
                    IndexBatchRequest.ofTexts(texts, metadata, sourceIds)
                        .collectionName(DOCS)
                        .build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(named + ": ")
        .hasMessageContaining("for 2 texts");
    assertNothingWasDone(this);
  }

  // IDX-4

  @Rule("IDX-4")
  @Test
  void anIdTwiceInOneBatchIsRefusedBeforeAnyEmbedding() {
    UUID id = UUID.randomUUID();

    assertThatThrownBy(
            () ->
                indexAll(
                    List.of(
                        IndexItem.of("one").withId(id),
                        IndexItem.of("two"),
                        IndexItem.of("three").withId(id))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(id.toString());
    assertNothingWasDone(this);
  }

  @Rule("IDX-4")
  @Test
  void anIdTwiceInOneBatchLeavesTheEntryThatHasIt() {
    RagEntry entry = index("old");

    assertThatThrownBy(
            () ->
                indexAll(
                    List.of(
                        IndexItem.of("one").withId(entry.id()),
                        IndexItem.of("two").withId(entry.id()))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(contents(everything(DOCS))).containsExactly("old");
  }

  // IDX-7

  static Stream<Arguments> invalidLastItems() {
    return Stream.of(
        arguments("a blank text", List.of("valid", " "), List.of(Map.of(), Map.of()), null),
        arguments("a text with U+0000", List.of("valid", "\0"), List.of(Map.of(), Map.of()), null),
        arguments(
            "a metadata value that is not finite",
            List.of("valid", "valid"),
            List.of(Map.of(), Map.of("key", Double.NaN)),
            null),
        arguments(
            "an empty metadata key",
            List.of("valid", "valid"),
            List.of(Map.of(), Map.of("", 1)),
            null),
        arguments(
            "an empty source id",
            List.of("valid", "valid"),
            List.of(Map.of(), Map.of()),
            List.of("source", "")));
  }

  @Rule("IDX-7")
  @ParameterizedTest(name = "{0}")
  @MethodSource("invalidLastItems")
  void aBatchWhoseLastItemIsInvalidIsNotEmbedded(
      String what,
      List<String> texts,
      List<Map<String, Object>> metadata,
      @Nullable List<String> sourceIds) {
    embedding.limitedTo(1, Integer.MAX_VALUE);

    assertThatThrownBy(
            () ->
                service.indexBatch(
                    IndexBatchRequest.ofTexts(texts, metadata, sourceIds)
                        .collectionName(DOCS)
                        .build()))
        .as(what)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[1]");
    assertNothingWasDone(this);
  }

  // IDX-9

  @Rule("IDX-9")
  @Needs(means = Means.STORE)
  @ParameterizedTest
  @ValueSource(ints = {1, 9, 10, 11, 25})
  void aBatchIsSplitToTheCountThatTheStoreTakes(int size) {
    AtomicReference<@Nullable FailingStore> store = new AtomicReference<>();
    BaseRagService splitting =
        openOver(own -> watched(new FailingStore(own, smallLimits()), store));

    List<RagEntry> entries = splitting.indexBatch(batch(size));

    assertSplit(store, size, 10);
    assertAllThere(entries, size);
  }

  @Rule("IDX-9")
  @Needs(means = Means.STORE)
  @Test
  void aBatchIsSplitToTheBytesThatTheStoreTakes() {
    AtomicReference<@Nullable FailingStore> store = new AtomicReference<>();
    StoreLimits limits = new StoreLimits(Integer.MAX_VALUE, 10_000);
    BaseRagService splitting = openOver(own -> watched(new FailingStore(own, limits), store));
    List<IndexItem> items = IntStream.range(0, 25).mapToObj(i -> item(i, 4_000)).toList();

    List<RagEntry> entries =
        splitting.indexBatch(
            IndexBatchRequest.builder().collectionName(DOCS).addAll(items).build());

    assertSplit(store, 25, 2);
    assertAllThere(entries, 25);
  }

  @Rule("IDX-9")
  @Needs(means = Means.STORE)
  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1})
  void aBatchAboutAsLargeAsTheStoreTakesAtOnceIsStored(int more) {
    int limit;
    try (VectorStore store = openStore()) {
      limit = store.limits().maxRecords();
    }
    int size = (limit > LARGEST_LIMIT ? 100 : limit) + more;

    List<RagEntry> entries = service.indexBatch(batch(size));

    assertAllThere(entries, size);
  }

  @Rule("IDX-9")
  @ParameterizedTest
  @ValueSource(ints = {1, 9, 10, 11, 25})
  void aBatchIsSplitToWhatTheEmbedderTakes(int size) {
    embedding.limitedTo(10, Integer.MAX_VALUE);

    List<RagEntry> entries = service.indexBatch(batch(size));

    assertThat(embedding.batchSizes())
        .as("texts per call")
        .allSatisfy(texts -> assertThat(texts).isBetween(1, 10));
    assertAllThere(entries, size);
  }

  @Rule("IDX-9")
  @Test
  void fiftyThousandEntriesAreOneBatch() {
    List<IndexItem> items = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      items.add(IndexItem.of("tiny " + i).withSourceId(sourceOf(i)));
    }

    List<RagEntry> entries = indexAll(items);

    assertThat(entries).extracting(RagEntry::id).doesNotHaveDuplicates().hasSize(50_000);
    assertThat(entries.get(49_999).content()).isEqualTo("tiny 49999");
    assertThat(numberOfEntries()).isEqualTo(50_000);
    for (int i : new int[] {0, 12_345, 49_999}) {
      assertThat(
              service.query(
                  QueryRequest.builder("tiny " + i)
                      .collectionName(DOCS)
                      .topK(1)
                      .exact(true)
                      .build()))
          .extracting(RagServiceResult::id)
          .containsExactly(entries.get(i).id());
    }
  }

  /** By counting, or else source by source: each has as many as one query may return. */
  private long numberOfEntries() {
    if (declares(Capability.COUNT_ENTRIES)) {
      return service.countEntries(DOCS);
    }
    return idsOfAllSources().size();
  }

  private List<UUID> idsOfAllSources() {
    return IntStream.range(0, SOURCES)
        .mapToObj(i -> theQuery().sourceIds(List.of(sourceOf(i))).topK(MAX_TOP_K).exact(true))
        .flatMap(request -> ids(query(request)).stream())
        .toList();
  }

  private void assertAllThere(List<RagEntry> entries, int size) {
    assertThat(entries).as("entries returned").hasSize(size);
    assertThat(size <= MAX_TOP_K ? ids(everything(DOCS)) : idsOfAllSources())
        .as("entries in the store")
        .containsExactlyInAnyOrderElementsOf(entries.stream().map(RagEntry::id).toList());
  }

  private static FailingStore watched(
      FailingStore store, AtomicReference<@Nullable FailingStore> watch) {
    watch.set(store);
    return store;
  }

  private static void assertSplit(
      AtomicReference<@Nullable FailingStore> watch, int records, int limit) {
    FailingStore store = Objects.requireNonNull(watch.get(), "store");
    assertThat(store.upsertSizes())
        .as("records per upsert")
        .allSatisfy(size -> assertThat(size).isBetween(1, limit));
    assertThat(store.upsertSizes().stream().mapToInt(size -> size).sum())
        .as("records in all")
        .isEqualTo(records);
  }

  private static IndexBatchRequest batch(int size) {
    return IndexBatchRequest.builder()
        .collectionName(DOCS)
        .addAll(IntStream.range(0, size).mapToObj(i -> item(i, 0)).toList())
        .build();
  }

  private static IndexItem item(int number, int padding) {
    return IndexItem.of("text " + number + " ".repeat(padding) + ".")
        .withSourceId(sourceOf(number));
  }

  private static String sourceOf(int number) {
    return "source " + number % SOURCES;
  }
}
