package io.ragport.api.store;

/**
 * The words of a text, one after the other, by the rules of <a
 * href="https://www.unicode.org/reports/tr29/#Word_Boundary_Rules">UAX #29</a>; what has no letter,
 * digit or pictograph is skipped. A word is the longest that begins where it does. For one thread.
 */
final class WordBreaks {
  /** In {@code char}s; a longer word is cut there. */
  static final int MAX_LENGTH = 255;

  /** Bits of a {@link WordCharacter} in {@link #NEXT}. */
  private static final int CHARACTER_BITS = 5;

  /**
   * What each of the characters below is. Those of most scripts beyond, ideographs and Hangul first
   * of all, are told nearly as fast as looked up; a table of all would hold up the first text.
   */
  private static final byte[] CHARACTERS = characters(0x1000);

  /** The state after a state and a character. */
  private static final byte[] NEXT = transitions();

  private static final boolean[] IS_WORD = words();
  private static final int NOTHING = WordState.NOTHING.ordinal();
  private static final int END = WordState.END.ordinal();

  private final char[] text;
  private int start;
  private int end;

  WordBreaks(char[] text) {
    this.text = text;
  }

  /** Goes to the next word; false after the last. */
  boolean next() {
    for (start = end; start < text.length; start++) {
      end = endOfWord();
      if (end > start) {
        return true;
      }
    }
    end = start;
    return false;
  }

  /**
   * The word in place, its length returned.
   *
   * @param target {@value #MAX_LENGTH} or more
   */
  int copyTo(char[] target) {
    System.arraycopy(text, start, target, 0, end - start);
    return end - start;
  }

  /** Behind the longest word that begins at {@link #start}, which is returned if none does. */
  private int endOfWord() {
    int limit = Math.min(text.length, start + MAX_LENGTH);
    int state = NOTHING;
    int accepted = start;
    int position = start;
    while (position < limit) {
      char c = text[position];
      int codePoint = c;
      int character;
      if (c < CHARACTERS.length) {
        character = CHARACTERS[c];
      } else {
        codePoint = Character.codePointAt(text, position, text.length);
        character = WordCharacter.of(codePoint).ordinal();
      }
      state = NEXT[state << CHARACTER_BITS | character];
      if (state == END) {
        break;
      }
      position += Character.charCount(codePoint);
      if (position > limit) {
        break;
      }
      if (IS_WORD[state]) {
        accepted = position;
      }
    }
    return accepted;
  }

  private static byte[] characters(int count) {
    byte[] characters = new byte[count];
    for (int c = 0; c < characters.length; c++) {
      characters[c] = (byte) WordCharacter.of(c).ordinal();
    }
    return characters;
  }

  private static byte[] transitions() {
    byte[] next = new byte[WordState.values().length << CHARACTER_BITS];
    for (WordState state : WordState.values()) {
      for (WordCharacter character : WordCharacter.values()) {
        next[state.ordinal() << CHARACTER_BITS | character.ordinal()] =
            (byte) state.after(character).ordinal();
      }
    }
    return next;
  }

  private static boolean[] words() {
    boolean[] words = new boolean[WordState.values().length];
    for (WordState state : WordState.values()) {
      words[state.ordinal()] = state.isWord();
    }
    return words;
  }
}
