package io.ragport.core.chunk;

/**
 * How good a place each offset of a text is to cut before it. White space belongs to what it
 * follows: the places are where visible text goes on.
 */
final class Breaks {
  // Good to bad. Each level holds the places of those before it.
  static final byte PARAGRAPH = 0;
  static final byte LINE = 1;
  static final byte SENTENCE = 2;
  static final byte CLAUSE = 3;
  static final byte WORD = 4;
  static final byte GRAPHEME = 5;

  /** Inside a grapheme cluster or in white space. */
  private static final byte NOWHERE = 6;

  private static final String SENTENCE_ENDS = ".!?…‽؟।";
  private static final String CLAUSE_ENDS = ",;:،؛";
  private static final String CLOSERS = "\"')]}»”’";

  // Of scripts that put no space after them.
  private static final String WIDE_SENTENCE_ENDS = "。！？｡";
  private static final String WIDE_CLAUSE_ENDS = "、，；：";
  private static final String WIDE_CLOSERS = "」』）】》";

  private final String text;
  private final Graphemes graphemes;
  private final byte[] levels;

  Breaks(String text) {
    this.text = text;
    this.graphemes = Graphemes.of(text);
    this.levels = levels();
  }

  /** The level of a cut before the offset. */
  byte level(int offset) {
    return levels[offset];
  }

  /** Whether the character is white space and none of it belongs to a visible cluster. */
  boolean isBlank(int offset) {
    return Character.isWhitespace(text.charAt(offset))
        && !(graphemes.isInside(offset + 1) && isVisible(offset + 1))
        && !(graphemes.isInside(offset) && isVisible(offset - 1));
  }

  /** The end of the visible text before an offset; not before {@code start}. */
  int trimmedEnd(int start, int end) {
    int trimmed = end;
    while (trimmed > start && isBlank(trimmed - 1)) {
      trimmed--;
    }
    return trimmed;
  }

  private boolean isVisible(int offset) {
    return !Character.isWhitespace(text.charAt(offset));
  }

  private byte[] levels() {
    byte[] result = new byte[text.length() + 1];
    byte punctuation = GRAPHEME;
    int lineBreaks = 0;
    boolean spaced = false;
    for (int i = 0; i < text.length(); i++) {
      result[i] = NOWHERE;
      if (isBlank(i)) {
        spaced = true;
        lineBreaks += isLineBreak(i) ? 1 : 0;
        continue;
      }
      if (!graphemes.isInside(i)) {
        result[i] = level(i, lineBreaks, spaced, punctuation);
      }
      punctuation = punctuationAfter(text.charAt(i), spaced ? GRAPHEME : punctuation);
      spaced = false;
      lineBreaks = 0;
    }
    result[text.length()] = PARAGRAPH;
    return result;
  }

  /** The level before a visible character, from what lies between it and the last one. */
  private byte level(int offset, int lineBreaks, boolean spaced, byte punctuation) {
    if (lineBreaks > 1) {
      return PARAGRAPH;
    }
    if (lineBreaks == 1) {
      return LINE;
    }
    char c = text.charAt(offset);
    boolean wide = offset > 0 && isWide(text.charAt(offset - 1)) && !isWide(c);
    return spaced || wide ? (byte) Math.min(punctuation, spaced ? WORD : GRAPHEME) : GRAPHEME;
  }

  /** What a character makes of the place after it; a closing quote leaves it as it was. */
  private static byte punctuationAfter(char c, byte before) {
    if (SENTENCE_ENDS.indexOf(c) >= 0 || WIDE_SENTENCE_ENDS.indexOf(c) >= 0) {
      return SENTENCE;
    }
    if (CLAUSE_ENDS.indexOf(c) >= 0 || WIDE_CLAUSE_ENDS.indexOf(c) >= 0) {
      return CLAUSE;
    }
    return CLOSERS.indexOf(c) >= 0 || WIDE_CLOSERS.indexOf(c) >= 0 ? before : GRAPHEME;
  }

  private static boolean isWide(char c) {
    return WIDE_SENTENCE_ENDS.indexOf(c) >= 0
        || WIDE_CLAUSE_ENDS.indexOf(c) >= 0
        || WIDE_CLOSERS.indexOf(c) >= 0;
  }

  private boolean isLineBreak(int offset) {
    char c = text.charAt(offset);
    return c == '\n'
        || c == '\u2028'
        || c == '\u2029'
        || (c == '\r' && (offset + 1 == text.length() || text.charAt(offset + 1) != '\n'));
  }
}
