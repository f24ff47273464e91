package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TermVectorTest {
  @Test
  void aTermHasAPositionForEachOccurrence() {
    TermVector vector = TermVector.of(Map.of("cat", 3), 5);

    assertThat(vector).hasToString("'cat':1,2,3 ");
    assertThat(vector.length()).isEqualTo(5);
  }

  @Test
  void quotesAndBackslashesAreData() {
    TermVector vector = TermVector.of(Map.of("o'b\\", 1), 1);

    assertThat(vector).hasToString("'o''b\\\\':1 ");
    assertThat(
            Catalog.strings(
                "SELECT lexeme FROM unnest(CAST("
                    + Identifiers.literal(vector.toString())
                    + " AS tsvector))"))
        .containsExactly("o'b\\");
  }

  @Test
  void occurrencesBeyondTheLimitAreLeftOut() {
    TermVector vector = TermVector.of(Map.of("a", 1_000), 1_000);

    assertThat(vector.lexemes().get(0).positions()).isEqualTo(255);
  }

  @Test
  void termsThatAreTooLongAreLeftOut() {
    TermVector vector = TermVector.of(Map.of("é".repeat(1_023), 1, "é".repeat(1_024), 1), 2);

    assertThat(texts(vector)).containsExactly("é".repeat(1_023));
  }

  @Test
  void ofTooManyTermsTheRarestAreLeftOut() {
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < 200_000; i++) {
      counts.put("term" + i, i < 10 ? 7 : 1);
    }

    TermVector vector = TermVector.of(counts, 200_060);

    assertThat(vector.lexemes()).hasSizeBetween(50_000, 150_000);
    assertThat(texts(vector)).contains("term0", "term9");
  }

  private static List<String> texts(TermVector vector) {
    return vector.lexemes().stream()
        .map(lexeme -> new String(lexeme.text(), StandardCharsets.UTF_8))
        .toList();
  }
}
