package io.ragport.store.lucene;

import static io.ragport.store.lucene.TestStores.collection;
import static io.ragport.store.lucene.TestStores.entry;
import static io.ragport.store.lucene.TestStores.id;
import static io.ragport.store.lucene.TestStores.ids;
import static io.ragport.store.lucene.TestStores.keyword;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.MetadataFilter;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.TextLanguage;
import io.ragport.api.store.VectorHit;
import io.ragport.store.lucene.TestStores.Query;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a keyword query finds (QRY-13). */
class KeywordSearchTest {
  private final LuceneVectorStore store = TestStores.inMemory();
  private CollectionSpec docs = CollectionSpec.toCreate("docs", "model", 2, null);

  @BeforeEach
  void index() {
    docs = collection(store, "docs", 2);
    String[] texts = {
      "Call getUserName before you log in.",
      "The table user_account_id holds numbers.",
      "Released as v1.2.3 in May; see ERR-4711 for the reasons.",
      "Indexing large collections of documents.",
      "Der Müller mahlt 42 Säcke Korn",
      "東京都の天気 and the rest",
      "to be or not to be",
      "Error 4711 happened in release 1.2.4",
    };
    for (int i = 0; i < texts.length; i++) {
      store.upsert(docs, List.of(entry(i, "s" + i, texts[i], Map.of("n", (long) i), 1f, i)));
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  @ParameterizedTest
  @CsvSource({
    "getUserName, 0",
    "getusername, 0",
    "name, 0",
    "user_account_id, 1",
    "account, 1",
    "v1.2.3, 2",
    "ERR-4711, 2",
    "err, 2",
    "index, 3",
    "document collection, 3",
    "MÜLLER, 4",
    "42, 4",
    "天気, 5",
    "not, 6",
  })
  void findsIdentifiersNumbersAndWords(String text, int expected) {
    assertThat(ids(store.search(keyword(docs, 5, text)))).startsWith(id(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AND OR NOT",
        "content:secret",
        "\"unclosed",
        "(((",
        "getUserName*",
        "/regex[/",
        "a~0.5^3",
        "[* TO *]",
        "+-&&||!(){}[]^\"~*?:\\/",
        "😀"
      })
  void takesNothingForAnOperator(String text) {
    List<VectorHit> hits = store.search(keyword(docs, 50, text));

    assertThat(hits.size()).isLessThan(5);
  }

  @Test
  void aTextOfAHundredThousandWordsIsOneQuery() {
    String text =
        IntStream.range(0, 100_000)
                .mapToObj(KeywordSearchTest::word)
                .collect(Collectors.joining(" "))
            + " müller indexing getUserName";

    List<VectorHit> hits = store.search(keyword(docs, 50, text));

    assertThat(ids(hits)).containsExactlyInAnyOrder(id(0), id(1), id(3), id(4));
  }

  @Test
  void longTextsScoreAsTheSumOfTheirParts() {
    String filler =
        IntStream.range(0, 2_000)
            .mapToObj(KeywordSearchTest::word)
            .collect(Collectors.joining(" "));

    double alone = store.search(keyword(docs, 1, "müller korn")).get(0).score();
    double among = store.search(keyword(docs, 1, "müller " + filler + " korn")).get(0).score();

    assertThat(among).isCloseTo(alone, within(1e-5));
  }

  @Test
  void filtersTakePartInTheSearch() {
    MetadataFilter filter = MetadataFilter.gt("n", 2);

    List<VectorHit> hits = store.search(Query.keyword(docs, 1, "4711 the").filter(filter).build());

    assertThat(ids(hits)).containsExactly(id(7));
  }

  @Test
  void otherLanguagesKeepTheirEndings() {
    try (LuceneVectorStore plain =
        new LuceneVectorStore(
            new LuceneOptions(Path.of("unused"), true, 16, 100, 64, 64, TextLanguage.NONE))) {
      CollectionSpec german = collection(plain, "german", 2);
      plain.upsert(german, List.of(entry(1, "s", "indexing", Map.of(), 1f, 0f)));

      assertThat(plain.search(keyword(german, 5, "index"))).isEmpty();
      assertThat(plain.search(keyword(german, 5, "INDEXING"))).hasSize(1);
    }
  }

  /** A word of letters that no text here has. */
  private static String word(int number) {
    return "zz"
        + Integer.toString(number, 26)
            .chars()
            .map(digit -> Character.isDigit(digit) ? digit - '0' + 'q' : digit)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
  }
}
