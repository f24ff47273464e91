package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From a name in any script to an identifier of any store (COL-1). */
class CollectionIdentifiersTest {
  @ParameterizedTest
  @CsvSource({
    "default, default_37a8eec1ce19687d",
    "My Notes (2026), my_notes_2026_0f11a038426b3f95",
    "'  ', 6c179f21e6f62b62"
  })
  void theIdentifierOfANameNeverChanges(String name, String identifier) {
    assertThat(CollectionIdentifiers.of(name)).isEqualTo(identifier);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "_",
        "__a__",
        "A.B-C",
        "'; DROP TABLE x; --",
        "\ud83d\ude00",
        "\u0645\u0631\u062d\u0628\u0627",
        "..",
        "/",
        "\n",
        "a very long name that goes on and on and on and on and on and on",
        "\u0130I\u0131i",
        "1"
      })
  void anIdentifierIsShortAndHasLegalCharactersOnly(String name) {
    assertThat(CollectionIdentifiers.of(name))
        .matches("[a-z0-9]([a-z0-9_]*[a-z0-9])?")
        .hasSizeBetween(16, 49);
  }

  @Test
  void theLongestNameHasAnIdentifierOfAtMost49Characters() {
    assertThat(CollectionIdentifiers.of("x".repeat(512))).hasSize(49);
  }

  @ParameterizedTest
  @CsvSource({"a, A", "a b, a_b", "a-b, a.b", "x, 'x '", "\u00e9, e\u0301", "\u00df, ss"})
  void namesThatLookAlikeHaveDifferentIdentifiers(String one, String other) {
    assertThat(CollectionIdentifiers.of(one)).isNotEqualTo(CollectionIdentifiers.of(other));
  }

  @Test
  void fiftyThousandNamesHaveDifferentIdentifiers() {
    long seed = 5;
    Random random = new Random(seed);
    Set<String> names = new HashSet<>();
    while (names.size() < 50_000) {
      names.add(
          random
              .ints(1 + random.nextInt(5), 'A', 'z')
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString());
    }

    assertThat(names.stream().map(CollectionIdentifiers::of).distinct())
        .as("seed %s", seed)
        .hasSize(50_000);
  }

  @Test
  void aTurkishLocaleChangesNothing() {
    String before = CollectionIdentifiers.of("INDIGO TITLE");
    Locale locale = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    try {
      assertThat(CollectionIdentifiers.of("INDIGO TITLE"))
          .isEqualTo(before)
          .startsWith("indigo_title_");
    } finally {
      Locale.setDefault(locale);
    }
  }
}
