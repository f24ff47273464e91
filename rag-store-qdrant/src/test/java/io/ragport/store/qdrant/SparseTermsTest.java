package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.qdrant.client.grpc.Points.SparseVector;
import io.ragport.api.store.TextLanguage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SparseTermsTest {
  private static final int AVERAGE_LENGTH = 4;

  private final SparseTerms terms =
      new SparseTerms(new TermSettings(TextLanguage.ENGLISH, AVERAGE_LENGTH));

  @Test
  void aTermStandsAtItsChecksum() {
    SparseVector vector = terms.ofContent("Größe");

    assertThat(vector.getIndicesList()).containsExactly(place("größe"));
  }

  @Test
  void endingsAreIgnoredWhereTheLanguageHasThem() {
    SparseTerms whole = new SparseTerms(new TermSettings(TextLanguage.NONE, AVERAGE_LENGTH));

    assertThat(terms.ofQuery("searching").getIndicesList()).containsExactly(place("search"));
    assertThat(whole.ofQuery("searching").getIndicesList()).containsExactly(place("searching"));
  }

  @ParameterizedTest
  @CsvSource({
    "word, 1.4426",
    "word other thing here, 1",
    "word word other here, 1.375",
    "word a b c d e f g, 0.7097"
  })
  void aTermOfATextWeighsAsInBm25(String text, double weight) {
    SparseVector vector = terms.ofContent(text);

    int index = vector.getIndicesList().indexOf(place("word"));
    assertThat((double) vector.getValues(index)).isCloseTo(weight, within(1e-4));
  }

  @Test
  void aTermOfAQueryWeighsAsOftenAsItOccurs() {
    SparseVector vector = terms.ofQuery("word other word");

    assertThat(vector.getValues(vector.getIndicesList().indexOf(place("word")))).isEqualTo(2);
    assertThat(vector.getValues(vector.getIndicesList().indexOf(place("other")))).isEqualTo(1);
  }

  @Test
  void placesAreInAscendingOrderWithoutSign() {
    List<Integer> places =
        terms.ofContent("one two three four five six seven eight nine ten").getIndicesList();

    assertThat(places).hasSize(10).isSortedAccordingTo(Integer::compareUnsigned);
    assertThat(places).anyMatch(place -> place < 0).anyMatch(place -> place > 0);
  }

  @Test
  void termsAtOnePlaceAddUp() {
    assertThat(place("plumless")).isEqualTo(place("buckeroo"));

    SparseVector query = terms.ofQuery("plumless buckeroo plumless");
    SparseVector content = terms.ofContent("plumless buckeroo here now");

    assertThat(query.getIndicesList()).containsExactly(place("plumless"));
    assertThat(query.getValuesList()).containsExactly(3f);
    assertThat(content.getValues(content.getIndicesList().indexOf(place("plumless"))))
        .isEqualTo(2f);
  }

  @ParameterizedTest
  @ValueSource(strings = {"…", "?!", "-- +"})
  void aTextWithoutWordsHasNoTerms(String text) {
    assertThat(terms.ofContent(text)).isEqualTo(SparseVector.getDefaultInstance());
    assertThat(terms.ofQuery(text)).isEqualTo(SparseVector.getDefaultInstance());
  }

  private static int place(String term) {
    CRC32 checksum = new CRC32();
    checksum.update(term.getBytes(StandardCharsets.UTF_8));
    return (int) checksum.getValue();
  }
}
