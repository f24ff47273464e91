package io.ragport.api.store;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Text to terms, alike for content and for queries (QRY-13), for a store whose database does not do
 * it, so that a keyword search means the same in all of them. Immutable; threads may share it.
 *
 * <p>A term is a word by <a href="https://www.unicode.org/reports/tr29/">Unicode's rules</a>, in
 * lower case whatever the locale; a word of more than 255 {@code char}s counts as several. Beside
 * an identifier ({@code camelCase}, {@code snake_case}, {@code v1.2.3}) stand its parts.
 * Ideographs, Hiragana and emoji are words of their own; in Thai, Lao, Khmer, Burmese and the like
 * a run without spaces is one word. In {@link TextLanguage#ENGLISH} the possessive {@code 's} and
 * the endings that Porter's stemmer knows are taken off. There are no stop words: they weigh next
 * to nothing in BM25, and some are names.
 *
 * <p>These are the terms of the Lucene backend, with three rare exceptions. Characters that came to
 * Unicode after version 12 are part of words here, as far as the running JDK knows them, and so are
 * those of Tangut and Nüshu. The keycaps of {@code #} and {@code *} are no terms. An emoji's tags
 * behind a variation selector are left out, and the selector behind a skin tone alone is not.
 */
public final class TextTerms {
  /** A low guess: a map that is too large costs less than one that has to grow. */
  private static final int CHARACTERS_A_TERM = 4;

  private static final int MAX_EXPECTED_TERMS = 4_096;

  private final TextLanguage language;

  private TextTerms(TextLanguage language) {
    this.language = language;
  }

  /** The terms of texts in that language. */
  public static TextTerms of(TextLanguage language) {
    return new TextTerms(Objects.requireNonNull(language, "language"));
  }

  /**
   * The terms of a text; none for one without words.
   *
   * @param text anything: nothing in it is an operator
   */
  public TermCounts count(String text) {
    int expectedTerms = Math.min(text.length() / CHARACTERS_A_TERM, MAX_EXPECTED_TERMS);
    Counting counting = new Counting(language == TextLanguage.ENGLISH, expectedTerms);
    WordBreaks words = new WordBreaks(text.toCharArray());
    int length = 0;
    while (words.next()) {
      counting.add(words);
      length++;
    }
    return new TermCounts(counting.counts, length);
  }

  /** What one call has found so far. */
  private static final class Counting {
    private final boolean english;
    private final PorterStemmer stemmer = new PorterStemmer();
    private final IdentifierParts parts = new IdentifierParts();
    private final char[] word = new char[WordBreaks.MAX_LENGTH];
    private final char[] lowerCase = new char[WordBreaks.MAX_LENGTH];
    private final Map<String, Integer> counts;

    Counting(boolean english, int expectedTerms) {
      this.english = english;
      counts = new HashMap<>(expectedTerms);
    }

    void add(WordBreaks words) {
      int length = words.copyTo(word);
      if (isPlain(length)) {
        addTerm(word, length);
        return;
      }
      if (english && endsInPossessive(length)) {
        length -= 2;
      }
      parts.of(word, length);
      boolean hasPart = parts.next();
      if (!hasPart || parts.length() < length) {
        addTerm(lowerCase, toLowerCase(0, length));
      }
      for (; hasPart; hasPart = parts.next()) {
        addTerm(lowerCase, toLowerCase(parts.start(), parts.length()));
      }
    }

    /** Small letters of English alone, as most words are: one part, in lower case already. */
    private boolean isPlain(int length) {
      for (int i = 0; i < length; i++) {
        if (word[i] < 'a' || word[i] > 'z') {
          return false;
        }
      }
      return true;
    }

    private boolean endsInPossessive(int length) {
      return length >= 2
          && (word[length - 1] == 's' || word[length - 1] == 'S')
          && (word[length - 2] == '\'' || word[length - 2] == '’' || word[length - 2] == '＇');
    }

    private void addTerm(char[] letters, int length) {
      int stem = english ? stemmer.stem(letters, length) : length;
      counts.merge(new String(letters, 0, stem), 1, Integer::sum);
    }

    /**
     * Character by character into {@link #lowerCase}, whatever the locale (FLT-10).
     *
     * @return how many {@code char}s they are there
     */
    private int toLowerCase(int start, int length) {
      int to = 0;
      for (int i = start; i < start + length; ) {
        int codePoint = Character.codePointAt(word, i, start + length);
        to += Character.toChars(Character.toLowerCase(codePoint), lowerCase, to);
        i += Character.charCount(codePoint);
      }
      return to;
    }
  }
}
