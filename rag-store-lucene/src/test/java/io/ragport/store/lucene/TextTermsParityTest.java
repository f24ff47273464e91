package io.ragport.store.lucene;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.store.TextLanguage;
import io.ragport.api.store.TextTerms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A keyword search means the same here and where {@link TextTerms} does the work (QRY-13). */
@ParameterizedClass
@EnumSource
class TextTermsParityTest {
  private static final String ENDINGS =
      "ational tional enci anci izer bli alli entli eli ousli ization ation ator alism iveness"
          + " fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance"
          + " ence er ic able ible ant ement ment ent ion sion tion ou ism ate iti ous ive ize e y s"
          + " es ies sses ss eed ed ing ingly ll lle yy yed bbing tting zzed lled ssed at bl iz";

  private static final String BEGINNINGS =
      "s tr abl contr rel y sky op hyp gen xyz bb oll happ enj e ee a io ss t";

  private static final String LETTERS = "aeiouybcdlstzwxngéß1";

  private static final int FIRST_PRIVATE_PLANE = 0xF0000;

  /** The character alone, in the middle, at the end and next to itself. */
  private static final String SURROUNDINGS =
      "@ a@a - 1@1 - _@_ - a@1 - 1@a - カ@カ - カ@a - א@א - א\"@\"א - 漢@ - ก@ก - @@ - @\u0301 - ☔@☔";

  /** Whatever can meet in a word; a skin tone never alone. */
  private static final String CHARACTERS =
      "a b z A B Z é É ß µ ª ǅ І ї 0 9 ٣ ١ ² ⅷ _ ‿ : · , , ; . . ’ ' ' \" \" א ב ש \u0301 \u00ad"
          + " \u200d \ufe0e \ufe0f ก \u0e31 ခ 漢 字 〇 あ ん カ ー 한 국 々 𐐀 𐐨 𝐀 𠀀 ☔ 😀 👍🏽 🇩 🇪 - - (";

  private static final String IDENTIFIER_CHARACTERS = "a b c s X Y Z 0 1 9 _ . : ' ’ - -";

  private static final String LONG_WORD_CHARACTERS = "a a a a B 1 _ . ' é 𐐀 \u0301";

  private final TextAnalysis lucene;
  private final TextTerms terms;

  TextTermsParityTest(TextLanguage language) {
    lucene = new TextAnalysis(language);
    terms = TextTerms.of(language);
  }

  @AfterEach
  void close() {
    lucene.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"docs", "rag-api/src/main", "rag-store-lucene/src/main"})
  void thisProjectsPagesAndSourcesHaveTheSameTerms(String folder) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..").resolve(folder))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertSameTerms(Files.readString(file), file.toString());
      }
    }
  }

  /** But for those that came after Unicode 12, where Lucene is, and what it skips of older ones. */
  @Test
  void everyCharacterIsInTheSameWords() {
    int compared = 0;
    for (int character = 1; character < FIRST_PRIVATE_PLANE; character++) {
      if (Character.isDefined(character)
          && Character.getType(character) != Character.SURROGATE
          && !isLegacyDigit(character)) {
        String text = SURROUNDINGS.replace("@", Character.toString(character));
        Map<String, Integer> found = terms.count(text).counts();
        if (found.equals(lucene(text))) {
          compared++;
        } else {
          assertUnknownToLucene(character);
        }
      }
    }

    assertThat(compared).isGreaterThan(120_000);
  }

  @Test
  void inventedWordsHaveTheSameStems() {
    String[] beginnings = BEGINNINGS.split(" ", -1);
    String[] endings = ENDINGS.split(" ", -1);

    assertSameTerms(
        2_000,
        random ->
            joined(
                100,
                word -> {
                  StringBuilder text = new StringBuilder(oneOf(beginnings, random));
                  for (int ending = random.nextInt(3); ending > 0; ending--) {
                    text.append(oneOf(endings, random));
                  }
                  for (int letter = random.nextInt(4); letter > 0; letter--) {
                    char inserted = LETTERS.charAt(random.nextInt(LETTERS.length()));
                    text.insert(random.nextInt(text.length() + 1), inserted);
                  }
                  return text.append(' ').toString();
                }));
  }

  @Test
  void inventedIdentifiersHaveTheSameTerms() {
    String[] characters = IDENTIFIER_CHARACTERS.split(" ", -1);

    assertSameTerms(1_000, random -> joined(300, character -> oneOf(characters, random)));
  }

  @Test
  void mixedScriptsHaveTheSameTerms() {
    String[] characters = CHARACTERS.split(" ", -1);

    assertSameTerms(3_000, random -> joined(200, character -> oneOf(characters, random)));
  }

  @Test
  void veryLongWordsAreCutInTheSamePlaces() {
    String[] characters = LONG_WORD_CHARACTERS.split(" ", -1);

    assertSameTerms(300, random -> joined(2_000, character -> oneOf(characters, random)));
  }

  private void assertSameTerms(int texts, Function<Random, String> textOf) {
    long seed = Long.getLong("ragport.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < texts; i++) {
      assertSameTerms(textOf.apply(random), "text " + i + " with -Dragport.seed=" + seed);
    }
  }

  private void assertSameTerms(String text, String origin) {
    assertThat(terms.count(text).counts()).as(origin).isEqualTo(lucene(text));
  }

  private Map<String, Integer> lucene(String text) {
    Map<String, Integer> counts = new HashMap<>();
    try {
      lucene.terms(text).forEach((term, count) -> counts.put(term.utf8ToString(), count));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return counts;
  }

  private void assertUnknownToLucene(int character) {
    String text = Character.toString(character);
    assertThat(lucene(text + " a" + text + "a 1" + text + "1"))
        .as("what Lucene makes of U+" + Integer.toHexString(character))
        .isEqualTo(Map.of("a", 2, "1", 2));
  }

  /** Ten digits of Unicode 13 in a place where Lucene expects emoji. */
  private static boolean isLegacyDigit(int character) {
    return character >= 0x1FBF0 && character <= 0x1FBF9;
  }

  private static String joined(int count, IntFunction<String> part) {
    return IntStream.range(0, count).mapToObj(part).collect(joining());
  }

  private static String oneOf(String[] choices, Random random) {
    return choices[random.nextInt(choices.length)];
  }
}
