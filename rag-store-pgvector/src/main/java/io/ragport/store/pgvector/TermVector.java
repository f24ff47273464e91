package io.ragport.store.pgvector;

import io.ragport.api.store.TermCounts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The terms of one text as a {@code tsvector} holds them: a term that occurs n times has the
 * positions 1 to n. What the type cannot hold is left out: occurrences beyond 255, terms over 2,046
 * bytes, and of a text with more terms than fit into its 1 MB the rarest.
 *
 * @param lexemes in no particular order
 * @param length the number of the text's words
 */
record TermVector(List<Lexeme> lexemes, int length) {
  private static final int MAX_LEXEME_BYTES = 2_046;
  private static final int MAX_POSITIONS = 255;
  private static final int MAX_BYTES = (1 << 20) - 1;

  /** One term: its text in UTF-8, and the number of its positions. */
  record Lexeme(byte[] text, int positions) {
    /** The room it takes in the type's limit: padded to even, a count, two bytes a position. */
    private int storedBytes() {
      return text.length + (text.length & 1) + Short.BYTES * (1 + positions);
    }

    /** The room it takes on the wire: zero-terminated, a count, two bytes a position. */
    private int sentBytes() {
      return text.length + 1 + Short.BYTES * (1 + positions);
    }
  }

  static TermVector of(TermCounts terms) {
    return of(terms.counts(), terms.length());
  }

  static TermVector of(Map<String, Integer> counts, int length) {
    List<Lexeme> lexemes = new ArrayList<>(counts.size());
    long stored = 0;
    for (Map.Entry<String, Integer> term : counts.entrySet()) {
      byte[] text = term.getKey().getBytes(StandardCharsets.UTF_8);
      if (text.length <= MAX_LEXEME_BYTES) {
        Lexeme lexeme = new Lexeme(text, Math.min(term.getValue(), MAX_POSITIONS));
        lexemes.add(lexeme);
        stored += lexeme.storedBytes();
      }
    }
    return new TermVector(stored > MAX_BYTES ? thoseThatFit(lexemes) : lexemes, length);
  }

  private static List<Lexeme> thoseThatFit(List<Lexeme> lexemes) {
    lexemes.sort(Comparator.comparingInt(Lexeme::positions).reversed());
    int stored = 0;
    int kept = 0;
    while (kept < lexemes.size() && stored + lexemes.get(kept).storedBytes() <= MAX_BYTES) {
      stored += lexemes.get(kept++).storedBytes();
    }
    return lexemes.subList(0, kept);
  }

  /** The length of the type's binary form. */
  int sentBytes() {
    int bytes = Integer.BYTES;
    for (Lexeme lexeme : lexemes) {
      bytes += lexeme.sentBytes();
    }
    return bytes;
  }

  /** The type's text form. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Lexeme lexeme : lexemes) {
      String term = new String(lexeme.text(), StandardCharsets.UTF_8);
      text.append('\'').append(term.replace("\\", "\\\\").replace("'", "''")).append("':1");
      for (int position = 2; position <= lexeme.positions(); position++) {
        text.append(',').append(position);
      }
      text.append(' ');
    }
    return text.toString();
  }
}
