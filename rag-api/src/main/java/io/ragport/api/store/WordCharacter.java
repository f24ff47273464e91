package io.ragport.api.store;

import java.lang.Character.UnicodeScript;

/**
 * What a character can do in a word: the property {@code Word_Break} of <a
 * href="https://www.unicode.org/reports/tr29/#Default_Word_Boundaries">UAX #29</a>, which the JDK
 * does not tell, worked out from those that it does.
 */
enum WordCharacter {
  OTHER,
  LETTER,
  HEBREW,
  DIGIT,
  KATAKANA,
  /** Underscores and the like, which join letters, digits and Katakana. */
  CONNECTOR,
  /** Between letters. */
  MID_LETTER,
  /** Between digits. */
  MID_NUMBER,
  /** Between letters and between digits. */
  MID_BOTH,
  /** As {@link #MID_BOTH}, and at the end of a Hebrew word. */
  QUOTE,
  /** Between Hebrew letters. */
  DOUBLE_QUOTE,
  /** Goes with the character before, as do {@link #JOINER} and the two styles. */
  MARK,
  /** Of a script that does not write spaces between words. */
  COMPLEX,
  COMPLEX_MARK,
  /** An ideograph or Hiragana: a word of its own. */
  SINGLE,
  PICTOGRAPH,
  SKIN_TONE,
  /** Half of a flag. */
  REGIONAL,
  JOINER,
  TEXT_STYLE,
  EMOJI_STYLE;

  private static final int FIRST_HANGUL_SYLLABLE = 0xAC00;
  private static final int LAST_HANGUL_SYLLABLE = 0xD7A3;

  static WordCharacter of(int codePoint) {
    if (codePoint >= FIRST_HANGUL_SYLLABLE && codePoint <= LAST_HANGUL_SYLLABLE) {
      return LETTER;
    }
    WordCharacter listed = listed(codePoint);
    return listed == OTHER ? ofType(codePoint) : listed;
  }

  boolean isLetter() {
    return this == LETTER || this == HEBREW;
  }

  boolean joinsLetters() {
    return this == MID_LETTER || this == MID_BOTH || this == QUOTE;
  }

  boolean joinsDigits() {
    return this == MID_NUMBER || this == MID_BOTH || this == QUOTE;
  }

  /** Whether it goes with any character of a word before it (WB4). */
  boolean isMark() {
    return switch (this) {
      case MARK, COMPLEX_MARK, JOINER, TEXT_STYLE, EMOJI_STYLE, SKIN_TONE -> true;
      default -> false;
    };
  }

  /** Those that the annex lists one by one, but for letters. */
  private static WordCharacter listed(int codePoint) {
    return switch (codePoint) {
      case ':', 0xB7, 0x387, 0x5F4, 0x2027, 0xFE13, 0xFE55, 0xFF1A -> MID_LETTER;
      case ',', ';', 0x37E, 0x589, 0x60C, 0x60D, 0x66C, 0x7F8, 0x2044 -> MID_NUMBER;
      case 0xFE10, 0xFE14, 0xFE50, 0xFE54, 0xFF0C, 0xFF1B -> MID_NUMBER;
      case '.', 0x2018, 0x2019, 0x2024, 0xFE52, 0xFF07, 0xFF0E -> MID_BOTH;
      case '\'' -> QUOTE;
      case '"' -> DOUBLE_QUOTE;
      case 0x66B -> DIGIT;
      case 0x202F -> CONNECTOR;
      case 0x200C, 0x1A7F, 0xFF9E, 0xFF9F -> MARK;
      case 0x200D -> JOINER;
      case 0xFE0E -> TEXT_STYLE;
      case 0xFE0F -> EMOJI_STYLE;
      case 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x309B, 0x309C, 0x30A0, 0x30FC, 0xFF70 ->
          KATAKANA;
      case 0x1F3FB, 0x1F3FC, 0x1F3FD, 0x1F3FE, 0x1F3FF -> SKIN_TONE;
      default -> OTHER;
    };
  }

  private static WordCharacter ofType(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK ->
          isComplex(codePoint) ? COMPLEX_MARK : MARK;
      case Character.FORMAT -> codePoint == 0x200B ? OTHER : MARK;
      case Character.CONNECTOR_PUNCTUATION -> CONNECTOR;
      case Character.DECIMAL_DIGIT_NUMBER -> DIGIT;
      case Character.CONTROL, Character.PRIVATE_USE, Character.SURROGATE -> OTHER;
      case Character.UNASSIGNED -> Pictographs.contains(codePoint) ? PICTOGRAPH : OTHER;
      case Character.OTHER_LETTER -> ofLetter(codePoint);
      case Character.UPPERCASE_LETTER, Character.LOWERCASE_LETTER, Character.TITLECASE_LETTER ->
          LETTER;
      default -> ofSymbol(codePoint);
    };
  }

  private static WordCharacter ofLetter(int codePoint) {
    if (Character.isIdeographic(codePoint)) {
      return SINGLE;
    }
    return switch (UnicodeScript.of(codePoint)) {
      case HAN, HIRAGANA -> SINGLE;
      case KATAKANA -> KATAKANA;
      case HEBREW -> HEBREW;
      default -> isComplex(codePoint) ? COMPLEX : LETTER;
    };
  }

  /** Modifier letters, numbers, punctuation and symbols: the odd one is in words. */
  private static WordCharacter ofSymbol(int codePoint) {
    UnicodeScript script = UnicodeScript.of(codePoint);
    if (isLetterSymbol(codePoint)) {
      return LETTER;
    } else if (isComplex(codePoint)) {
      return isComplexSymbol(codePoint) ? COMPLEX : OTHER;
    } else if (script == UnicodeScript.KATAKANA) {
      return KATAKANA;
    } else if (script == UnicodeScript.HIRAGANA) {
      return SINGLE;
    } else if (Character.isAlphabetic(codePoint) && !Character.isIdeographic(codePoint)) {
      return LETTER;
    } else if (script == UnicodeScript.HAN) {
      return SINGLE;
    } else if (codePoint >= 0x1F1E6 && codePoint <= 0x1F1FF) {
      return REGIONAL;
    }
    return Pictographs.contains(codePoint) ? PICTOGRAPH : OTHER;
  }

  /** The annex counts these as letters, though they are not alphabetic. */
  private static boolean isLetterSymbol(int c) {
    return (c >= 0x2C2 && c <= 0x2C5)
        || (c >= 0x2D2 && c <= 0x2D7)
        || (c >= 0x2DE && c <= 0x2DF)
        || (c >= 0x2EF && c <= 0x2FF)
        || (c >= 0x55B && c <= 0x55E && c != 0x55D)
        || (c >= 0xA720 && c <= 0xA721)
        || (c >= 0xA789 && c <= 0xA78A)
        || c == 0x2ED
        || c == 0x5F3
        || c == 0xAB5B;
  }

  /** Line_Break = SA: scripts whose words only a dictionary can tell. */
  private static boolean isComplex(int codePoint) {
    return switch (UnicodeScript.of(codePoint)) {
      case THAI, LAO, MYANMAR, KHMER, NEW_TAI_LUE, TAI_LE, TAI_THAM, TAI_VIET, AHOM -> true;
      default -> false;
    };
  }

  /** Line_Break = SA, though neither letter nor mark. */
  private static boolean isComplexSymbol(int c) {
    return Character.isAlphabetic(c)
        || (c >= 0x109E && c <= 0x109F)
        || (c >= 0x19DE && c <= 0x19DF)
        || (c >= 0x1AA0 && c <= 0x1AAD)
        || (c >= 0xAA77 && c <= 0xAA79)
        || (c >= 0xAADE && c <= 0xAADF)
        || (c >= 0x1173A && c <= 0x1173B)
        || c == 0x19DA
        || c == 0x1173F;
  }
}
