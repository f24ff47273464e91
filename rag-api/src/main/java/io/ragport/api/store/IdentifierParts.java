package io.ragport.api.store;

/**
 * The parts of an identifier, one after the other: a new one begins where a capital follows a small
 * letter, where letters and digits meet, and after anything that is neither. {@code HTTPServer2}
 * has the parts {@code HTTPServer} and {@code 2}: where capitals end is anyone's guess. For one
 * thread.
 */
final class IdentifierParts {
  /** What a character is to its neighbours; those with a bit in common are not parted. */
  private static final int DELIMITER = 0;

  private static final int LOWER = 1;
  private static final int UPPER = 2;
  private static final int LETTER = LOWER | UPPER;
  private static final int DIGIT = 4;
  private static final int ANY = LETTER | DIGIT;

  private static final byte[] LATIN = latin();

  private char[] word = new char[0];
  private int wordLength;
  private int start;
  private int end;

  /** Begins with another word, which is read while its parts are. */
  void of(char[] newWord, int length) {
    word = newWord;
    wordLength = length;
    start = 0;
    end = 0;
  }

  /** Goes to the next part; false after the last. */
  boolean next() {
    start = end;
    while (start < wordLength && kind(word[start]) == DELIMITER) {
      start++;
    }
    if (start == wordLength) {
      end = start;
      return false;
    }
    int kind = kind(word[start]);
    for (end = start + 1; end < wordLength; end++) {
      int following = kind(word[end]);
      if (parted(kind, following)) {
        break;
      }
      kind = following;
    }
    return true;
  }

  int start() {
    return start;
  }

  int length() {
    return end - start;
  }

  private static boolean parted(int kind, int following) {
    boolean alike = (kind & following) != 0;
    boolean capitalised = (kind & UPPER) != 0 && (following & LETTER) != 0;
    return !alike && !capitalised;
  }

  private static int kind(char c) {
    return c < LATIN.length ? LATIN[c] : kindBeyondLatin(c);
  }

  /** Half of a surrogate pair goes with anything, so that no pair is parted. */
  private static int kindBeyondLatin(char c) {
    return switch (Character.getType(c)) {
      case Character.UPPERCASE_LETTER -> UPPER;
      case Character.LOWERCASE_LETTER -> LOWER;
      case Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER,
          Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.COMBINING_SPACING_MARK ->
          LETTER;
      case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> DIGIT;
      case Character.SURROGATE -> ANY;
      default -> DELIMITER;
    };
  }

  private static byte[] latin() {
    byte[] kinds = new byte[0x100];
    for (char c = 0; c < kinds.length; c++) {
      if (Character.isLowerCase(c)) {
        kinds[c] = LOWER;
      } else if (Character.isUpperCase(c)) {
        kinds[c] = UPPER;
      } else if (Character.isDigit(c)) {
        kinds[c] = DIGIT;
      }
    }
    return kinds;
  }
}
