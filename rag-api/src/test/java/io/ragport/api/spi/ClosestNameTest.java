package io.ragport.api.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosestNameTest {
  private static final List<String> NAMES = List.of("pgvector", "lucene", "qdrant", "chroma");

  @ParameterizedTest
  @CsvSource({
    "pgvectr, pgvector",
    "pg-vector, pgvector",
    "PGVECTOR, pgvector",
    "lucine, lucene",
    "Lucen, lucene",
    "qdrnt, qdrant",
    "chrome, chroma"
  })
  void aMistypedNameIsFound(String name, String meant) {
    assertThat(ClosestName.to(name, NAMES)).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"weaviate", "postgresql", "x"})
  void aNameFarFromAllIsNot(String name) {
    assertThat(ClosestName.to(name, NAMES)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"''", "a", "ab"})
  void aShortNameIsNotCloseToEveryOtherShortName(String name) {
    assertThat(ClosestName.to(name, List.of("ef", "m"))).isEmpty();
  }

  @Test
  void aShortNameWithOneLetterWrongIsFound() {
    assertThat(ClosestName.to("ek", List.of("ef", "url"))).contains("ef");
  }

  @Test
  void nothingIsCloseToNoCandidates() {
    assertThat(ClosestName.to("lucene", List.of())).isEmpty();
  }

  @Test
  void amongEquallyCloseTheFirstInTheAlphabetIsTaken() {
    assertThat(ClosestName.to("nama", List.of("namz", "name", "namb"))).contains("namb");
  }

  @Test
  void longNamesAllowMoreEdits() {
    assertThat(ClosestName.to("connectionTimout", List.of("connectTimeout")))
        .contains("connectTimeout");
  }

  @Test
  void capitalsDoNotCountInATurkishLocaleEither() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    try {
      assertThat(ClosestName.to("LIMITING", List.of("limiting", "limit"))).contains("limiting");
    } finally {
      Locale.setDefault(before);
    }
  }
}
