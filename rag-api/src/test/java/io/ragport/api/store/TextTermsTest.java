package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TextTermsTest {
  private final TextTerms english = TextTerms.of(TextLanguage.ENGLISH);
  private final TextTerms plain = TextTerms.of(TextLanguage.NONE);

  @Test
  void aTermIsCountedAsOftenAsItOccurs() {
    TermCounts terms = plain.count("the cat and the other cat, the third");

    assertThat(terms.counts())
        .isEqualTo(Map.of("the", 3, "cat", 2, "and", 1, "other", 1, "third", 1));
  }

  @Test
  void theLengthIsTheNumberOfWords() {
    assertThat(plain.count("the cat and the other cat").length()).isEqualTo(6);
  }

  @Test
  void aTextWithoutWordsHasNoTerms() {
    TermCounts terms = english.count(" -- !? () \n");

    assertThat(terms.counts()).isEmpty();
    assertThat(terms.length()).isZero();
  }

  @Test
  void capitalsDoNotCount() {
    assertThat(plain.count("Straße STRASSE ÉCOLE École").counts())
        .isEqualTo(Map.of("straße", 1, "strasse", 1, "école", 2));
  }

  @Test
  void capitalsBeyondTheBasicPlaneDoNotCountEither() {
    assertThat(plain.count("𐐀𐐨").counts()).isEqualTo(Map.of("𐐨𐐨", 1));
  }

  @Test
  void theDefaultLocaleChangesNothing() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    try {
      assertThat(english.count("TITLE").counts()).isEqualTo(Map.of("titl", 1));
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void englishEndingsAreTakenOff() {
    assertThat(english.count("indexes indexing indexed INDEX").counts())
        .isEqualTo(Map.of("index", 4));
  }

  @Test
  void otherLanguagesKeepTheirEndings() {
    assertThat(plain.count("indexes indexing").counts())
        .isEqualTo(Map.of("indexes", 1, "indexing", 1));
  }

  @Test
  void theEnglishPossessiveIsTakenOffWhicheverTheApostrophe() {
    assertThat(english.count("Porter's porter’s PORTER'S porter＇s").counts())
        .isEqualTo(Map.of("porter", 4));
  }

  @Test
  void elsewhereThePossessiveStaysAsItsParts() {
    assertThat(plain.count("Porter's").counts())
        .isEqualTo(Map.of("porter's", 1, "porter", 1, "s", 1));
  }

  @Test
  void identifiersAreFoundWholeAndByTheirParts() {
    assertThat(plain.count("parseHttpHeader").counts())
        .isEqualTo(Map.of("parsehttpheader", 1, "parse", 1, "http", 1, "header", 1));
  }

  @Test
  void partsDoNotMakeATextLonger() {
    assertThat(plain.count("parseHttpHeader MAX_LENGTH_2 v1.2.3").length()).isEqualTo(3);
  }

  @Test
  void thePartsOfAnIdentifierAreStemmed() {
    assertThat(english.count("IndexingServices").counts())
        .isEqualTo(Map.of("indexingservic", 1, "index", 1, "servic", 1));
  }

  @Test
  void underscoresAroundAWordAreNoneOfItsPart() {
    assertThat(plain.count("_init_").counts()).isEqualTo(Map.of("_init_", 1, "init", 1));
  }

  @Test
  void aPictographWithoutAnyPartIsATerm() {
    assertThat(plain.count("I ☔ rain").counts()).isEqualTo(Map.of("i", 1, "☔", 1, "rain", 1));
  }

  @Test
  void operatorsOfQueryLanguagesAreText() {
    assertThat(plain.count("+a -b \"c d\" (e OR f) g:* h~2 !i | & <-> \\").counts().keySet())
        .containsExactlyInAnyOrder("a", "b", "c", "d", "e", "or", "f", "g", "h", "2", "i");
  }

  @Test
  void aMegabyteOfOneWordIsCutIntoTerms() {
    TermCounts terms = plain.count("x".repeat(255 * 4_000));

    assertThat(terms.counts()).isEqualTo(Map.of("x".repeat(255), 4_000));
    assertThat(terms.length()).isEqualTo(4_000);
  }

  @Test
  void theCountsCannotBeChanged() {
    Map<String, Integer> counts = plain.count("a").counts();

    assertThatThrownBy(() -> counts.put("b", 1)).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void threadsMayShareIt() {
    List<String> texts =
        IntStream.range(0, 2_000).mapToObj(i -> "running text" + i + " camelCase" + i).toList();

    List<Map<String, Integer>> counts =
        texts.parallelStream().map(text -> english.count(text).counts()).toList();

    assertThat(counts).isEqualTo(texts.stream().map(text -> english.count(text).counts()).toList());
  }
}
