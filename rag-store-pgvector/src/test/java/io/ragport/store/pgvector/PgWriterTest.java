package io.ragport.store.pgvector;

import static io.ragport.store.pgvector.Catalog.strings;
import static io.ragport.testing.TestEntries.all;
import static io.ragport.testing.TestEntries.changed;
import static io.ragport.testing.TestEntries.collection;
import static io.ragport.testing.TestEntries.entries;
import static io.ragport.testing.TestEntries.entry;
import static io.ragport.testing.TestEntries.id;
import static io.ragport.testing.TestEntries.withVector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.DimensionMismatchException;
import io.ragport.api.MetadataFilter;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorScan;
import io.ragport.testing.TestEntries;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writing to the real server, by every way that entries take. */
class PgWriterTest {
  /** Few enough for statements, and enough for a copy. */
  private static final int FEW = 5;

  private static final int MANY = 300;

  /** Enough for more than two statements. */
  private static final int SEVERAL_SLICES = 2_500;

  private final String schema = TestServer.newSchema();
  private PgVectorStore store = store(Map.of());
  private CollectionSpec docs = CollectionSpec.toCreate("docs", "model", 3, null);

  @BeforeEach
  void create() {
    docs = collection(store, "docs", 3);
  }

  @AfterEach
  void drop() {
    store.close();
    TestServer.drop(schema);
  }

  private PgVectorStore store(Map<String, ?> more) {
    return PgVectorStore.withOwnPool(TestServer.options(schema, more));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, FEW, MANY})
  void newEntriesComeBackAsTheyWere(int count) {
    List<VectorRecord> written = entries(1, count + 1);

    store.upsert(docs, shuffled(written));

    assertThat(all(store, docs)).isEqualTo(written);
  }

  @ParameterizedTest
  @ValueSource(ints = {FEW, MANY, SEVERAL_SLICES})
  void changedEntriesTakeThePlaceOfTheOldOnes(int count) {
    store.upsert(docs, entries(1, count + 1));
    List<VectorRecord> changed =
        entries(1, count + 1).stream().map(old -> changed(old, "other")).toList();

    store.upsert(docs, shuffled(changed));

    assertThat(all(store, docs)).isEqualTo(changed);
  }

  @Test
  void manyThatLookNewTakeThePlaceOfThoseThatAreThereAlready() {
    store.upsert(docs, List.of(changed(entry(MANY / 2), "old")));

    store.upsert(docs, entries(1, MANY));

    assertThat(all(store, docs)).isEqualTo(entries(1, MANY));
  }

  @Test
  void awkwardValuesComeBackAsTheyWereByEveryWay() {
    VectorRecord awkward =
        new VectorRecord(
            id(0),
            "https://example.org/ä😀'\\\n",
            "é😀 'quoted' \\back\\ \t$1 ?".repeat(9_000),
            new float[] {1e-38f, -3.4e38f, 0.1f},
            Map.of("zero", -0.0, "key' \\ \"", "va'l\\ue"),
            TestEntries.NOW,
            TestEntries.NOW);
    List<VectorRecord> many = new ArrayList<>(entries(1, MANY));
    many.add(0, awkward);

    store.upsert(docs, List.of(awkward));
    List<VectorRecord> byStatement = store.fetch(docs, List.of(id(0)));
    store.delete(docs, Selection.ofIds(List.of(id(0))));
    store.upsert(docs, many);
    List<VectorRecord> byCopy = store.fetch(docs, List.of(id(0)));
    store.upsert(docs, many);
    List<VectorRecord> byMerge = store.fetch(docs, List.of(id(0)));

    assertThat(List.of(byStatement, byCopy, byMerge)).containsOnly(List.of(awkward));
  }

  @ParameterizedTest
  @CsvSource({"3, 5", "3, 30", "2000, 30", "4500, 30", "16000, 5", "16000, 30"})
  void halfPrecisionIsTheSameByEveryWay(int dimension, int count) {
    try (PgVectorStore half = store(Map.of("vectorType", "halfvec"))) {
      CollectionSpec halves = collection(half, "halves", dimension);
      List<VectorRecord> written = entries(0, count, dimension);

      half.upsert(halves, written);

      List<VectorRecord> back = all(half, halves);
      assertThat(back).hasSize(count);
      for (int i = 0; i < count; i++) {
        float[] expected = written.get(i).vector();
        for (int j = 0; j < dimension; j++) {
          assertThat(back.get(i).vector()[j])
              .isCloseTo(expected[j], within(Math.max(1, Math.abs(expected[j])) / 2_048));
        }
      }
    }
  }

  @Test
  void theLongestVectorsComeBackAsTheyWere() {
    CollectionSpec long16 = collection(store, "long", 16_000);
    List<VectorRecord> written = entries(0, 30, 16_000);

    store.upsert(long16, written);

    assertThat(all(store, long16)).isEqualTo(written);
  }

  @Test
  void aVectorOfAnotherLengthFailsBeforeAnythingIsWritten() {
    List<VectorRecord> records = new ArrayList<>(entries(1, MANY));
    records.add(withVector(entry(MANY), new float[2]));

    assertThatThrownBy(() -> store.upsert(docs, records))
        .isInstanceOf(DimensionMismatchException.class)
        .hasMessageContaining("3-dimensional")
        .hasMessageContaining("2 dimensions");

    assertThat(store.count(docs)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {FEW, MANY})
  void aFailureInTheMiddleLeavesNothing(int count) {
    List<VectorRecord> records = new ArrayList<>(entries(1, count));
    int middle = count / 2; // by id as well, the order in which they are written
    records.set(middle, withVector(records.get(middle), new float[] {Float.NaN, 1, 1}));

    assertThatThrownBy(() -> store.upsert(docs, records)).isInstanceOf(RagStoreException.class);

    assertThat(store.count(docs)).isZero();
  }

  @Test
  void aFailureInTheLastOfSeveralStatementsChangesNothing() {
    List<VectorRecord> old = entries(1, SEVERAL_SLICES);
    store.upsert(docs, old);
    List<VectorRecord> changed =
        new ArrayList<>(old.stream().map(entry -> changed(entry, "other")).toList());
    int last = changed.size() - 1;
    changed.set(last, withVector(changed.get(last), new float[] {Float.NaN, 1, 1}));

    assertThatThrownBy(() -> store.upsert(docs, changed)).isInstanceOf(RagStoreException.class);

    assertThat(all(store, docs)).isEqualTo(old);
  }

  @Test
  void aLongValueOfAFilterableKeyIsStoredAndFound() {
    try (PgVectorStore indexed = store(Map.of("filterableKeys", List.of("key")))) {
      indexed.indexes().build(docs);
      String text = random(10_000);
      VectorRecord large = entry(1, "source", Map.of("key", text));
      List<VectorRecord> many = new ArrayList<>(entries(2, MANY));
      many.add(large);

      indexed.upsert(docs, many);

      VectorScan scan = new VectorScan(docs, null, MANY, null, MetadataFilter.eq("key", text));
      assertThat(indexed.scan(scan)).containsExactly(large);
    }
  }

  private static String random(int length) {
    return new Random(7)
        .ints(length, 'a', 'z')
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  @Test
  void anErrorWhileRowsAreMadeLeavesNothingAndAUsableConnection() {
    List<VectorRecord> records = new ArrayList<>(entries(1, MANY));
    VectorRecord broken = entry(MANY, "source", Map.of("x", new Object()));
    records.add(broken);

    assertThatThrownBy(() -> store.upsert(docs, records))
        .isInstanceOf(IllegalArgumentException.class);

    store.upsert(docs, List.of(entry(1)));
    assertThat(all(store, docs)).containsExactly(entry(1));
  }

  @Test
  void aDroppedCollectionIsAClearError() {
    store.dropCollection("docs");

    assertThatThrownBy(() -> store.upsert(docs, List.of(entry(1))))
        .isInstanceOf(RagStoreException.class)
        .hasMessageContaining("dropped meanwhile");
  }

  @Test
  void aDroppedSchemaIsAClearError() {
    TestServer.drop(schema);

    assertThatThrownBy(() -> store.upsert(docs, List.of(entry(1))))
        .isInstanceOf(RagStoreException.class)
        .hasMessageContaining("dropped meanwhile");
    store.delete(docs, Selection.ofIds(List.of(id(1))));
  }

  /** Whatever the url says; it is then about the driver's own statements, such as COMMIT. */
  @Test
  void noStatementOfOursIsPreparedInTheServer() {
    Map<String, Object> settings = TestServer.settings(schema);
    settings.put("poolSize", 1);
    settings.computeIfPresent(
        "url",
        (key, url) -> url + (url.toString().contains("?") ? "&" : "?") + "prepareThreshold=1");
    try (PgVectorStore eager = PgVectorStore.withOwnPool(PgVectorOptions.of(settings))) {
      eager.upsert(docs, entries(1, FEW));
      eager.upsert(docs, entries(1, MANY));

      String prepared =
          eager
              .connections()
              .read(
                  "test",
                  Queries.of("SELECT string_agg(statement, '; ') FROM pg_prepared_statements"));
      assertThat(prepared)
          .contains("COMMIT")
          .doesNotContain("INSERT", "has_database_privilege", "pg_extension");
    }
  }

  @Test
  void nothingTemporaryIsLeftBehind() {
    store.upsert(docs, entries(1, MANY));
    store.upsert(docs, entries(1, MANY));

    assertThat(strings("SELECT relname FROM pg_class WHERE relname = 'ragport_incoming'"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {FEW, MANY})
  void termsAreKeptWithTheirNumber(int count) {
    List<VectorRecord> written =
        entries(1, count + 1).stream().map(old -> changed(old, "B cat b")).toList();

    store.upsert(docs, written);

    assertThat(strings("SELECT DISTINCT terms::text || ' ' || term_count FROM " + table()))
        .containsExactly("'b':1,2 'cat':1 3");
  }

  @Test
  void withoutKeywordSearchNoTermsAreKept() {
    try (PgVectorStore plain = store(Map.of("keywordSearch", false))) {
      CollectionSpec collection = collection(plain, "plain", 3);

      plain.upsert(collection, entries(1, MANY));
      plain.upsert(collection, entries(MANY, MANY + FEW));

      assertThat(
              strings(
                  "SELECT count(*) FROM "
                      + Identifiers.quote(schema, collection.identifier())
                      + " WHERE terms IS NOT NULL OR term_count IS NOT NULL"))
          .containsExactly("0");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 30})
  void aTextWithTooManyTermsIsKeptWhole(int count) {
    String large = String.join(" ", IntStream.range(0, 150_000).mapToObj(i -> "term" + i).toList());
    List<VectorRecord> written =
        entries(0, count).stream()
            .map(old -> old.id().equals(id(0)) ? changed(old, large) : old)
            .toList();

    store.upsert(docs, written);

    assertThat(all(store, docs)).isEqualTo(written);
  }

  @Test
  void deletesTheUnionOfWhatIsSelectedButNotWhatIsSpared() {
    store.upsert(
        docs,
        List.of(
            entry(1, "a", Map.of()),
            entry(2, "b", Map.of()),
            entry(3, "c", Map.of("x", 1L)),
            entry(4, "d", Map.of("x", 2L)),
            entry(5, "b", Map.of())));

    store.delete(
        docs,
        new Selection(
            List.of(id(1), id(99)),
            List.of("b", "nobody"),
            MetadataFilter.eq("x", 1),
            List.of(id(5))));

    assertThat(all(store, docs)).extracting(VectorRecord::id).containsExactly(id(4), id(5));
  }

  @Test
  void deletesSeventyThousandIds() {
    store.upsert(docs, entries(0, FEW));

    store.delete(
        docs, Selection.ofIds(IntStream.range(1, 70_000).mapToObj(TestEntries::id).toList()));

    assertThat(all(store, docs)).containsExactly(entry(0));
  }

  @Test
  void deletingFromADroppedCollectionDoesNothing() {
    store.dropCollection("docs");

    store.delete(docs, Selection.ofIds(List.of(id(1))));

    assertThat(store.findCollection("docs")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, FEW, MANY})
  void replacesTheSelectionAndNothingElse(int count) {
    store.upsert(docs, List.of(entry(1_001, "a", Map.of()), entry(1_002, "b", Map.of())));

    store.replace(docs, Selection.ofSources(List.of("a")), entries(0, count));

    List<VectorRecord> expected = new ArrayList<>(entries(0, count));
    expected.add(entry(1_002, "b", Map.of()));
    assertThat(all(store, docs)).isEqualTo(expected);
  }

  @Test
  void aReplaceThatFailsKeepsTheOldEntries() {
    store.upsert(docs, List.of(entry(1)));

    assertThatThrownBy(
            () ->
                store.replace(
                    docs,
                    Selection.ofSources(List.of("source")),
                    List.of(withVector(entry(2), new float[] {Float.NaN, 1, 1}))))
        .isInstanceOf(RagStoreException.class);

    assertThat(all(store, docs)).containsExactly(entry(1));
  }

  @Test
  void replacesOfOneSourceAtOnceLeaveOneWinner() throws Exception {
    atOnce(
        16,
        writer ->
            store.replace(
                docs,
                Selection.ofSources(List.of("source")),
                entries(writer * 50, writer * 50 + 50)));

    List<VectorRecord> left = all(store, docs);
    assertThat(left).hasSize(50);
    assertThat(left).isEqualTo(entries(number(left.get(0)), number(left.get(0)) + 50));
  }

  @Test
  void replacesOfOneFilterAtOnceLeaveOneWinner() throws Exception {
    Selection selection = Selection.ofFilter(MetadataFilter.eq("kind", "x"));

    atOnce(
        16,
        writer ->
            store.replace(
                docs,
                selection,
                IntStream.range(writer * 10, writer * 10 + 10)
                    .mapToObj(number -> entry(number, "s" + number, Map.of("kind", "x")))
                    .toList()));

    assertThat(all(store, docs)).hasSize(10);
  }

  @Test
  void writersOfTheSameEntriesInAnyOrderAllSucceed() throws Exception {
    Random random = new Random(5);
    List<List<VectorRecord>> batches =
        Stream.generate(
                () -> {
                  List<VectorRecord> batch = new ArrayList<>(entries(0, 60));
                  Collections.shuffle(batch, random);
                  return batch.subList(0, random.nextBoolean() ? 10 : 60);
                })
            .limit(64)
            .toList();

    atOnce(
        16,
        writer -> {
          for (int i = 0; i < 4; i++) {
            store.upsert(docs, batches.get(writer * 4 + i));
          }
        });

    assertThat(all(store, docs)).isSubsetOf(entries(0, 60)).doesNotHaveDuplicates();
  }

  @Test
  void sixteenThreadsLoseNothing() throws Exception {
    atOnce(
        16,
        writer -> {
          int first = writer * 1_000;
          store.upsert(docs, entries(first, first + 100));
          store.upsert(docs, entries(first + 100, first + 110));
          store.delete(docs, Selection.ofIds(List.of(id(first))));
        });

    assertThat(store.count(docs)).isEqualTo(16 * 109);
  }

  private interface Writer {
    void write(int number) throws Exception;
  }

  /** Runs so many writers at once and fails with the first failure. */
  private static void atOnce(int writers, Writer writer) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        int number = i;
        tasks.add(
            () -> {
              writer.write(number);
              return true;
            });
      }
      for (Future<Boolean> done : threads.invokeAll(tasks)) {
        assertThat(done.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<VectorRecord> shuffled(List<VectorRecord> records) {
    List<VectorRecord> shuffled = new ArrayList<>(records);
    Collections.shuffle(shuffled, new Random(3));
    return shuffled;
  }

  private static int number(VectorRecord entry) {
    return (int) entry.id().getLeastSignificantBits();
  }

  private String table() {
    return Identifiers.quote(schema, docs.identifier());
  }
}
