package io.ragport.api.store;

/**
 * What has been read of a word: the boundary rules of <a
 * href="https://www.unicode.org/reports/tr29/#Word_Boundary_Rules">UAX #29</a> (WB…) and the emoji
 * sequences of <a href="https://www.unicode.org/reports/tr51/#Emoji_Sequences">UTS #51</a> as an
 * automaton.
 */
enum WordState {
  /** The character before was the last. */
  END(false),
  NOTHING(false),
  LETTERS(true),
  HEBREW_LETTERS(true),
  /** WB7a: an apostrophe may end a Hebrew word, or stand inside. */
  HEBREW_APOSTROPHE(true),
  /** WB7b: a Hebrew letter must follow. */
  HEBREW_DOUBLE_QUOTE(false),
  /** WB7c. */
  HEBREW_ABBREVIATION(true),
  /** WB6: a letter must follow. */
  MID_LETTER(false),
  DIGITS(true),
  /** WB12: a digit must follow. */
  MID_NUMBER(false),
  KATAKANA(true),
  /** WB13b, with nothing to connect so far. */
  LEADING_CONNECTOR(false),
  /** WB13a. */
  CONNECTOR(true),
  COMPLEX(true),
  SINGLE(true),
  /** WB15: the other half must follow. */
  HALF_FLAG(false),
  /** A picture must follow. */
  LEADING_JOINER(false),
  PICTURE(true),
  PICTURE_JOINER(true),
  STYLED(true),
  /** A picture must follow. */
  STYLED_JOINER(false);

  private final boolean word;

  WordState(boolean word) {
    this.word = word;
  }

  /** Whether what has been read is a word, if the next character is none of it. */
  boolean isWord() {
    return word;
  }

  WordState after(WordCharacter next) {
    return switch (this) {
      case END -> END;
      case NOTHING -> begin(next);
      case LEADING_JOINER -> afterLeadingJoiner(next);
      case PICTURE, PICTURE_JOINER, STYLED, STYLED_JOINER -> inPicture(next);
      default -> next.isMark() ? this : inWord(next);
    };
  }

  private static WordState begin(WordCharacter first) {
    return switch (first) {
      case CONNECTOR -> LEADING_CONNECTOR;
      case KATAKANA -> KATAKANA;
      case COMPLEX, COMPLEX_MARK -> COMPLEX;
      case SINGLE -> SINGLE;
      case REGIONAL -> HALF_FLAG;
      case JOINER -> LEADING_JOINER;
      case PICTOGRAPH, SKIN_TONE -> PICTURE;
      default -> alphanumeric(first);
    };
  }

  private WordState inWord(WordCharacter next) {
    return switch (this) {
      case LETTERS -> next.joinsLetters() ? MID_LETTER : connected(next);
      case HEBREW_LETTERS -> afterHebrew(next);
      case HEBREW_APOSTROPHE, HEBREW_ABBREVIATION -> connected(next);
      case HEBREW_DOUBLE_QUOTE -> next == WordCharacter.HEBREW ? HEBREW_ABBREVIATION : END;
      case MID_LETTER -> next.isLetter() ? LETTERS : END;
      case DIGITS -> next.joinsDigits() ? MID_NUMBER : connected(next);
      case MID_NUMBER -> next == WordCharacter.DIGIT ? DIGITS : END;
      case KATAKANA -> next == WordCharacter.KATAKANA ? KATAKANA : connectorOnly(next);
      case LEADING_CONNECTOR, CONNECTOR -> afterConnector(next);
      case COMPLEX -> next == WordCharacter.COMPLEX ? COMPLEX : END;
      case HALF_FLAG -> next == WordCharacter.REGIONAL ? SINGLE : END;
      default -> END;
    };
  }

  private static WordState afterHebrew(WordCharacter next) {
    return switch (next) {
      case QUOTE -> HEBREW_APOSTROPHE;
      case DOUBLE_QUOTE -> HEBREW_DOUBLE_QUOTE;
      default -> next.joinsLetters() ? MID_LETTER : connected(next);
    };
  }

  private WordState afterConnector(WordCharacter next) {
    return switch (next) {
      case CONNECTOR -> this;
      case KATAKANA -> KATAKANA;
      default -> alphanumeric(next);
    };
  }

  /** What may follow a letter or digit as it stands: WB5, WB8 to WB10, WB13a. */
  private static WordState connected(WordCharacter next) {
    return next == WordCharacter.CONNECTOR ? CONNECTOR : alphanumeric(next);
  }

  private static WordState connectorOnly(WordCharacter next) {
    return next == WordCharacter.CONNECTOR ? CONNECTOR : END;
  }

  private static WordState alphanumeric(WordCharacter next) {
    return switch (next) {
      case LETTER -> LETTERS;
      case HEBREW -> HEBREW_LETTERS;
      case DIGIT -> DIGITS;
      default -> END;
    };
  }

  private static WordState afterLeadingJoiner(WordCharacter next) {
    return switch (next) {
      case JOINER -> LEADING_JOINER;
      case PICTOGRAPH -> PICTURE;
      default -> END;
    };
  }

  /** UTS #51: marks and skin tones, one style, and behind a joiner another picture. */
  private WordState inPicture(WordCharacter next) {
    boolean styled = this == STYLED || this == STYLED_JOINER;
    boolean joined = this == PICTURE_JOINER || this == STYLED_JOINER;
    return switch (next) {
      case JOINER -> styled ? STYLED_JOINER : PICTURE_JOINER;
      case MARK, COMPLEX_MARK -> styled ? END : PICTURE;
      case EMOJI_STYLE -> styled ? END : STYLED;
      case SKIN_TONE -> joined || !styled ? PICTURE : END;
      case PICTOGRAPH -> joined ? PICTURE : END;
      default -> END;
    };
  }
}
