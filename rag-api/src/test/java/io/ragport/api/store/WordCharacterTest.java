package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordCharacterTest {
  /** Examples of each kind, among them first and last of a listed range. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      quoteCharacter = '`',
      value = {
        "LETTER > aZßªαяաعअ가힣ⅷⓐ々˂˿\u055e\u02ed",
        "HEBREW > את",
        "DIGIT > 09٣५１\u066b",
        "KATAKANA > カーﾊ゛",
        "CONNECTOR > _‿\u202f",
        "MID_LETTER > :·",
        "MID_NUMBER > ,;，",
        "MID_BOTH > .’",
        "QUOTE > '",
        "DOUBLE_QUOTE > \"",
        "MARK > \u0301\u20e3\u00ad\u200c\uff9e",
        "COMPLEX > กລကខ\u19da\u109e\u1aad",
        "COMPLEX_MARK > \u0e31\u1031",
        "SINGLE > 一龥〇あん𠀀⺀𗀀",
        "PICTOGRAPH > ©☀☂😀🤖🪐",
        "SKIN_TONE > 🏻🏿",
        "REGIONAL > 🇦🇿",
        "JOINER > \u200d",
        "TEXT_STYLE > \ufe0e",
        "EMOJI_STYLE > \ufe0f",
        "OTHER > -+/(#*%€§×²→\u200b\ue000",
      })
  void everyCharacterHasItsPlaceInWords(WordCharacter expected, String characters) {
    assertThat(characters.codePoints().mapToObj(WordCharacter::of).collect(Collectors.toSet()))
        .containsExactly(expected);
  }
}
