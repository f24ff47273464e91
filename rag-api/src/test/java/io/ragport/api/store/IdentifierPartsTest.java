package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentifierPartsTest {
  @ParameterizedTest
  @CsvSource({
    "word, word",
    "Word, Word",
    "WORD, WORD",
    "camelCase, camel|Case",
    "CamelCaseWord, Camel|Case|Word",
    "HTTPServer2, HTTPServer|2",
    "getHTTP, get|HTTP",
    "snake_case, snake|case",
    "__init__, init",
    "v1.2.3, v|1|2|3",
    "utf8, utf|8",
    "2nd, 2|nd",
    "don't, don|t",
    "österreichÄhre, österreich|Ähre",
    "мояПеременная, моя|Переменная",
    "x²y, x|y",
    "x₂y, x|₂|y",
    "日1, 日|1",
    "a𝐀1B, a𝐀1|B",
  })
  void partsBeginWhereTheKindOfCharacterChanges(String word, String parts) {
    assertThat(parts(word)).containsExactly(parts.split("\\|"));
  }

  @Test
  void whatHasNoLetterOrDigitHasNoParts() {
    assertThat(parts("_.-")).isEmpty();
  }

  @Test
  void charactersBehindTheWordAreNotRead() {
    IdentifierParts parts = new IdentifierParts();
    parts.of("aBcD".toCharArray(), 2);

    assertThat(rest(parts)).containsExactly("0+1", "1+1");
  }

  @Test
  void theNextWordStartsAnew() {
    IdentifierParts parts = new IdentifierParts();
    parts.of("aB".toCharArray(), 2);
    parts.next();

    parts.of("cd".toCharArray(), 2);

    assertThat(rest(parts)).containsExactly("0+2");
  }

  private static List<String> rest(IdentifierParts parts) {
    List<String> rest = new ArrayList<>();
    while (parts.next()) {
      rest.add(parts.start() + "+" + parts.length());
    }
    return rest;
  }

  private static List<String> parts(String word) {
    IdentifierParts parts = new IdentifierParts();
    parts.of(word.toCharArray(), word.length());
    List<String> found = new ArrayList<>();
    while (parts.next()) {
      found.add(word.substring(parts.start(), parts.start() + parts.length()));
    }
    return found;
  }
}
