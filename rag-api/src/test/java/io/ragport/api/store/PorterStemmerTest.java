package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Examples of each step, as far as the later ones leave them alone. */
class PorterStemmerTest {
  private final PorterStemmer stemmer = new PorterStemmer();

  @ParameterizedTest
  @CsvSource({
    "caresses, caress",
    "ponies, poni",
    "ties, ti",
    "caress, caress",
    "cats, cat",
    "feed, feed",
    "agreed, agre",
    "plastered, plaster",
    "bled, bled",
    "motoring, motor",
    "sing, sing",
    "conflated, conflat",
    "troubled, troubl",
    "sized, size",
    "hopping, hop",
    "falling, fall",
    "hissing, hiss",
    "fizzed, fizz",
    "failing, fail",
    "filing, file",
    "trying, try",
    "happy, happi",
    "sky, sky",
    "enjoy, enjoi",
  })
  void step1TakesOffPluralsAndParticiples(String word, String stem) {
    assertThat(stem(word)).isEqualTo(stem);
  }

  @ParameterizedTest
  @CsvSource({
    "relational, relat",
    "conditional, condit",
    "rational, ration",
    "valenci, valenc",
    "digitizer, digit",
    "conformabli, conform",
    "radicalli, radic",
    "analogousli, analog",
    "vietnamization, vietnam",
    "operator, oper",
    "feudalism, feudal",
    "decisiveness, decis",
    "hopefulness, hope",
    "formaliti, formal",
    "sensitiviti, sensit",
    "sensibiliti, sensibl",
    "astrologi, astrolog",
    "triplicate, triplic",
    "formative, form",
    "electrical, electr",
    "goodness, good",
  })
  void steps2And3ShortenDoubleEndings(String word, String stem) {
    assertThat(stem(word)).isEqualTo(stem);
  }

  @ParameterizedTest
  @CsvSource({
    "revival, reviv",
    "allowance, allow",
    "airliner, airlin",
    "adjustable, adjust",
    "replacement, replac",
    "adjustment, adjust",
    "dependent, depend",
    "adoption, adopt",
    "decision, decis",
    "million, million",
    "homologou, homolog",
    "effective, effect",
    "probate, probat",
    "rate, rate",
    "cease, ceas",
    "controlling, control",
    "roll, roll",
  })
  void steps4And5TakeOffWhatIsLeft(String word, String stem) {
    assertThat(stem(word)).isEqualTo(stem);
  }

  @ParameterizedTest
  @CsvSource({"is, is", "s, s", "as, as", "ies, i", "ion, ion", "ing, ing", "ed, ed", "yyyy, yyyi"})
  void whatIsHardlyAWordDoesNoHarm(String word, String stem) {
    assertThat(stem(word)).isEqualTo(stem);
  }

  @Test
  void otherLettersAreConsonants() {
    assertThat(stem("größes")).isEqualTo("größe");
    assertThat(stem("12345s")).isEqualTo("12345");
  }

  @Test
  void lettersBehindTheWordStayAsTheyAre() {
    char[] letters = "hopping along".toCharArray();

    int length = stemmer.stem(letters, 7);

    assertThat(length).isEqualTo(3);
    assertThat(new String(letters, 7, 6)).isEqualTo(" along");
  }

  private String stem(String word) {
    char[] letters = word.toCharArray();
    return new String(letters, 0, stemmer.stem(letters, letters.length));
  }
}
