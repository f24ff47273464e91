package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordBreaksTest {
  /** Words are divided by a stroke. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      quoteCharacter = '`',
      value = {
        "two words > two|words",
        "don't 'quoted' can’t > don't|quoted|can’t",
        "example.com a.b. > example.com|a.b",
        "std::vector a:b > std|vector|a:b",
        "3.14 1,000,000 1. ,5 > 3.14|1,000,000|1|5",
        "a,b 1:2 > a|b|1|2",
        "x1.y 1x.2 v1.2.3 > x1|y|1x|2|v1.2.3",
        "snake_case __init__ _ ___ > snake_case|__init__",
        "half-open C# C++ a/b e@f.org > half|open|C|C|a|b|e|f.org",
        "naïve cafe\u0301 > naïve|cafe\u0301",
        "soft\u00adhyphen zero\u200bwidth > soft\u00adhyphen|zero|width",
        "日本語 > 日|本|語",
        "ひらがな カタカナー > ひ|ら|が|な|カタカナー",
        "ﾊﾝｶｸ カタa カ_a > ﾊﾝｶｸ|カタ|a|カ_a",
        "한국어 문장 > 한국어|문장",
        "ภาษาไทย ง่าย > ภาษาไทย|ง่าย",
        "12 ١٢٫٥ １２ > 12|١٢٫٥|１２",
        "צה\"ל ג' א\"ב\"ג > צה\"ל|ג'|א\"ב|ג",
        "𝐀𝐁 x𐐀 > 𝐀𝐁|x𐐀",
      })
  void wordsEndWhereUnicodeSaysSo(String text, String words) {
    assertThat(words(text)).containsExactly(words.split("\\|"));
  }

  @ParameterizedTest
  @CsvSource({
    "no☔rain, no|☔|rain",
    "😀😀, 😀|😀",
    "❤️x, ❤️|x",
    "👍🏽👍, 👍🏽|👍",
    "👩‍👩‍👧, 👩‍👩‍👧",
    "🏳️‍🌈🏳, 🏳️‍🌈|🏳",
    "🇩🇪🇫🇷🇮, 🇩🇪|🇫🇷",
    "1️⃣, 1️⃣",
  })
  void emojiSequencesAreWords(String text, String words) {
    assertThat(words(text)).containsExactly(words.split("\\|"));
  }

  @Test
  void aWordIsCutAtItsGreatestLength() {
    assertThat(words("a".repeat(255 + 255 + 1)))
        .containsExactly("a".repeat(255), "a".repeat(255), "a");
  }

  @Test
  void theCutIsNotInTheMiddleOfACharacter() {
    assertThat(words("a".repeat(254) + "𐐀b")).containsExactly("a".repeat(254), "𐐀b");
  }

  @Test
  void aCutWordDoesNotEndInADot() {
    assertThat(words("a".repeat(254) + ".b")).containsExactly("a".repeat(254), "b");
  }

  @Test
  void halfASurrogatePairIsNoWord() {
    assertThat(words("a\ud83db\ude00")).containsExactly("a", "b");
  }

  @Test
  void anEmptyTextHasNoWords() {
    assertThat(words("")).isEmpty();
  }

  private static List<String> words(String text) {
    WordBreaks breaks = new WordBreaks(text.toCharArray());
    char[] word = new char[WordBreaks.MAX_LENGTH];
    List<String> words = new ArrayList<>();
    while (breaks.next()) {
      words.add(new String(word, 0, breaks.copyTo(word)));
    }
    return words;
  }
}
