package io.ragport.store.pgvector;

import static io.ragport.testing.TestEntries.collection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ragport.api.MetadataFilter;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import io.ragport.api.store.VectorSearch;
import io.ragport.testing.TestEntries;
import io.ragport.testing.TestSearch;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** QRY-13 on the server; a term is what stands between spaces. */
class KeywordSearchTest {
  private static final Offset<Double> CLOSE = Offset.offset(1e-4);

  @Test
  void scoresAreThoseOfBm25() {
    try (TestTable table = TestTable.create(1)) {
      List<TestTable.Row> rows = randomRows(400);
      table.insert(rows);

      for (String question :
          List.of(words(1), words(1, 30), words(2, 2, 5, 900), words(3, 4, 5, 6, 7, 8, 9))) {
        Map<UUID, Double> expected = bm25(rows, question);
        List<VectorHit> hits = keyword(table).find(table.search(question).topK(500).build());

        assertThat(hits).as(question).extracting(VectorHit::id).hasSize(expected.size());
        assertThat(hits)
            .as(question)
            .allSatisfy(
                hit ->
                    assertThat(hit.score()).isCloseTo(expected.getOrDefault(hit.id(), -1.0), CLOSE))
            .isSortedAccordingTo(Comparator.comparingDouble(VectorHit::score).reversed());
      }
    }
  }

  @Test
  void everyFrequencyUpTo255IsTold() {
    try (TestTable table = TestTable.create(1)) {
      List<TestTable.Row> rows = new ArrayList<>();
      for (int frequency = 1; frequency <= 255; frequency++) {
        rows.add(row(frequency, "zebra ".repeat(frequency) + "x ".repeat(256 - frequency)));
      }
      table.insert(rows);

      assertThat(keyword(table).find(table.search("zebra").topK(300).build()))
          .extracting(VectorHit::id)
          .containsExactlyElementsOf(
              IntStream.range(0, 255).mapToObj(i -> TestTable.id(255 - i)).toList());
    }
  }

  @Test
  void conditionsDecideWhatIsFoundButNotWhatATermWeighs() {
    try (TestTable table = TestTable.create(1)) {
      List<TestTable.Row> rows = randomRows(400);
      table.insert(rows);
      Map<UUID, Double> expected = bm25(rows, words(1, 7));
      expected.keySet().removeIf(id -> id.getLeastSignificantBits() >= 100);

      List<VectorHit> hits =
          keyword(table)
              .find(
                  table.search(words(1, 7)).filter(MetadataFilter.lt("n", 100)).topK(400).build());

      assertThat(hits)
          .hasSize(expected.size())
          .allSatisfy(
              hit ->
                  assertThat(hit.score()).isCloseTo(expected.getOrDefault(hit.id(), -1.0), CLOSE));
    }
  }

  @Test
  void sourcesRestrict() {
    try (TestTable table = TestTable.create(1)) {
      table.insert(row(1, "zebra"), row(2, "zebra"), row(3, "zebra"));

      assertThat(
              keyword(table).find(table.search("zebra").sourceIds("source 1", "source 2").build()))
          .extracting(VectorHit::sourceId)
          .containsExactlyInAnyOrder("source 1", "source 2");
    }
  }

  @Test
  void keepBestFindsTheBestEntryOfEachSource() {
    try (TestTable table = TestTable.create(1)) {
      List<TestTable.Row> rows = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        rows.add(
            new TestTable.Row(
                TestTable.id(i),
                "source " + i % 4,
                "zebra ".repeat(1 + i) + "x ".repeat(20 - i),
                new float[] {1},
                Map.of()));
      }
      table.insert(rows);

      assertThat(keyword(table).find(table.search("zebra").keepBest().topK(3).build()))
          .extracting(VectorHit::id)
          .containsExactly(TestTable.id(11), TestTable.id(10), TestTable.id(9));
    }
  }

  @Test
  void onlyTheBestComeBackWithOrWithoutTheirText() {
    try (TestTable table = TestTable.create(1)) {
      table.insert(row(1, "zebra"), row(2, "zebra zebra"), row(3, "zebra x y z"));

      assertThat(keyword(table).find(table.search("zebra").topK(2).build()))
          .extracting(VectorHit::content)
          .containsExactly("zebra zebra", "zebra");
      assertThat(keyword(table).find(table.search("zebra").topK(2).withoutContent().build()))
          .extracting(VectorHit::content)
          .containsOnlyNulls();
    }
  }

  @Test
  void nothingInATermIsAnOperator() {
    List<String> terms = List.of("a'b", "a:b", "a.b", "1,000", "d'e'f", "g_h");
    try (TestTable table = TestTable.create(1)) {
      for (int i = 0; i < terms.size(); i++) {
        table.insert(row(i, "zebra " + terms.get(i)));
      }

      for (int i = 0; i < terms.size(); i++) {
        assertThat(keyword(table).find(table.search(terms.get(i)).topK(1).build()))
            .as(terms.get(i))
            .extracting(VectorHit::id)
            .containsExactly(TestTable.id(i));
      }
    }
  }

  @Test
  void nothingInAQuestionIsAnOperator() {
    try (TestTable table = TestTable.create(1)) {
      table.insert(row(1, "zebra"), row(2, "okapi"));

      for (String operator :
          List.of("'", "''", "\\", "\\'", "|", "&", "!", ":*", "<->", "(", "$$", "?", "%", "--")) {
        assertThat(keyword(table).find(table.search(operator + "zebra " + operator).build()))
            .as(operator)
            .extracting(VectorHit::id)
            .containsExactly(TestTable.id(1));
      }
    }
  }

  @Test
  void aTextOfThousandsOfTermsIsLookedForAsAny() {
    try (TestTable table = TestTable.create(1)) {
      table.insert(row(1, "zebra"), row(2, "something else"));
      String words =
          IntStream.range(0, 20_000)
              .mapToObj(KeywordSearchTest::word)
              .collect(Collectors.joining(" "));

      assertThat(keyword(table).find(table.search(words + " zebra").build()))
          .extracting(VectorHit::id)
          .containsExactly(TestTable.id(1));
    }
  }

  @Test
  void noTermsFindNothing() {
    try (TestTable table = TestTable.create(1)) {
      table.insert(row(1, "zebra"));

      assertThat(keyword(table).find(table.search(" ").build())).isEmpty();
      assertThat(keyword(table).find(table.search("okapi").build())).isEmpty();
    }
  }

  @Test
  void anEmptyOrMissingCollectionHasNoHits() {
    try (TestTable table = TestTable.create(1)) {
      VectorSearch search = table.search("zebra").build();

      assertThat(keyword(table).find(search)).isEmpty();
      table.drop();
      assertThat(keyword(table).find(search)).isEmpty();
    }
  }

  @Test
  void aCollectionWithoutTermsSaysSo() {
    try (TestTable table = TestTable.create(1, Map.of("keywordSearch", false))) {
      assertThatExceptionOfType(RagStoreException.class)
          .isThrownBy(() -> keyword(table).find(table.search("zebra").build()))
          .withMessageContaining("\"docs\"")
          .withMessageContaining("keywordSearch: false");
    }
  }

  @Test
  void candidatesComeFromTheIndexOnTerms() {
    try (TestTable table = TestTable.create(1)) {
      table.insert(randomRows(5_000));
      table.execute(
          "CREATE INDEX terms ON " + table.sql() + " USING gin (terms)", "ANALYZE " + table.sql());
      VectorSearch search = table.search("unused").build();
      float[] ranks = {0.06f, 0.08f};

      for (Map<String, Integer> terms :
          List.of(Map.of(word(900), 1), Map.of(word(1), 1, word(2), 1, word(900), 1))) {
        KeywordSql sql = new KeywordSql(table.options().schema(), search, terms, ranks);
        assertThat(table.plan(sql.best(new TermTotals(5_000, 20))))
            .contains("Bitmap Index Scan on terms");
      }
    }
  }

  @Test
  void aLargeCollectionIsCountedOnceAMinute() {
    try (TestTable table = TestTable.create(1)) {
      table.execute(
          "INSERT INTO "
              + table.sql()
              + " SELECT CAST(lpad(to_hex(n), 32, '0') AS uuid), 's', 'x', '[1]', '{}', NULL,"
              + " now(), now(), 'x:1', 1 FROM generate_series(10000000, 10010000) n");
      table.insert(row(1, "zebra"));
      SettableClock clock = new SettableClock();
      KeywordSearch keyword = keyword(table, clock);
      VectorSearch search = table.search("zebra").build();
      double first = keyword.find(search).get(0).score();
      table.execute("DELETE FROM " + table.sql() + " WHERE source_id = 's'");

      double remembered = keyword.find(search).get(0).score();
      clock.advance(KeywordSearch.REMEMBERED.plusMillis(1));
      double counted = keyword.find(search).get(0).score();

      assertThat(remembered).isEqualTo(first);
      assertThat(counted).isLessThan(first);
    }
  }

  @Test
  void aLargeWriteOfThisServiceIsCountedAtOnce() {
    String schema = TestServer.newSchema();
    try (PgVectorStore store = PgVectorStore.withOwnPool(TestServer.options(schema, Map.of()))) {
      CollectionSpec docs = collection(store, "docs", 3);
      store.upsert(docs, texts(0, KeywordSearch.COUNTED_EACH_TIME, "x"));
      store.upsert(docs, texts(20_000, 20_001, "zebra"));
      double before = score(store, docs);

      store.upsert(docs, texts(10_000, 11_000, "x"));
      double after = score(store, docs);
      store.dropCollection("docs");
      store.createCollection(docs);
      store.upsert(docs, texts(0, 1, "zebra"));
      double anew = score(store, docs);

      assertThat(after).isGreaterThan(before);
      assertThat(anew).isLessThan(1);
    } finally {
      TestServer.drop(schema);
    }
  }

  private static List<VectorRecord> texts(int first, int last, String content) {
    return TestEntries.entries(first, last).stream()
        .map(entry -> TestEntries.changed(entry, content))
        .toList();
  }

  private static double score(PgVectorStore store, CollectionSpec docs) {
    return store.search(new TestSearch(docs, null, "zebra").build()).get(0).score();
  }

  @Test
  void whatGrewInOtherHandsBeyondWhatIsRememberedIsCountedAnew() {
    try (TestTable table = TestTable.create(1)) {
      insertMany(table, 10_001, "x");
      table.insert(row(1, "zebra"));
      KeywordSearch keyword = keyword(table);
      VectorSearch search = table.search("zebra").build();
      keyword.find(search);
      insertMany(table, 20_000, "zebra");

      double score = keyword.find(search).get(0).score();

      assertThat(score).isCloseTo(keyword(table).find(search).get(0).score(), CLOSE);
    }
  }

  private static void insertMany(TestTable table, int count, String word) {
    table.execute(
        "INSERT INTO "
            + table.sql()
            + " SELECT gen_random_uuid(), 's', '"
            + word
            + "', '[1]', '{}', NULL, now(), now(), '"
            + word
            + ":1', 1 FROM generate_series(1, "
            + count
            + ")");
  }

  private static KeywordSearch keyword(TestTable table) {
    return keyword(table, Clock.systemUTC());
  }

  private static KeywordSearch keyword(TestTable table, Clock clock) {
    return new KeywordSearch(table.options(), table.connections(), table.collections(), clock);
  }

  private static TestTable.Row row(int number, String content) {
    return new TestTable.Row(
        TestTable.id(number), "source " + number, content, new float[] {1}, Map.of());
  }

  /** Texts of 1 to 40 words, of which some are much more common than others. */
  private static List<TestTable.Row> randomRows(int count) {
    Random random = new Random(20_261_130);
    List<TestTable.Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String text =
          IntStream.range(0, 1 + random.nextInt(40))
              .mapToObj(unused -> word((int) Math.exp(random.nextDouble() * Math.log(1_000))))
              .collect(Collectors.joining(" "));
      rows.add(
          new TestTable.Row(
              TestTable.id(i), "source " + i, text, new float[] {1}, Map.of("n", (long) i)));
    }
    return rows;
  }

  private static String words(int... numbers) {
    return IntStream.of(numbers).mapToObj(KeywordSearchTest::word).collect(Collectors.joining(" "));
  }

  /** A word of letters alone, which has no parts. */
  private static String word(int number) {
    return Integer.toString(number, 26)
        .chars()
        .mapToObj(digit -> Character.toString('a' + Character.digit(digit, 26)))
        .collect(Collectors.joining("", "w", ""));
  }

  private static Map<UUID, Double> bm25(List<TestTable.Row> rows, String question) {
    Map<UUID, Double> scores = new HashMap<>();
    double average =
        rows.stream().mapToInt(row -> row.content().split(" ").length).average().orElseThrow();
    for (String term : question.split(" ")) { // a word that comes twice counts twice
      long containing = rows.stream().filter(row -> frequency(row, term) > 0).count();
      double idf = Math.log(1 + (rows.size() - containing + 0.5) / (containing + 0.5));
      for (TestTable.Row row : rows) {
        double frequency = frequency(row, term);
        double length = row.content().split(" ").length;
        if (frequency > 0) {
          scores.merge(
              row.id(),
              idf * frequency * 2.2 / (frequency + 1.2 * (0.25 + 0.75 * length / average)),
              Double::sum);
        }
      }
    }
    return scores;
  }

  private static long frequency(TestTable.Row row, String term) {
    return List.of(row.content().split(" ")).stream().filter(term::equals).count();
  }
}
