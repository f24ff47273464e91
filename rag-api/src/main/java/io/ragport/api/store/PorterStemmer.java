package io.ragport.api.store;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Takes English endings off, so that "indexes" and "indexing" meet at "index".
 *
 * <p>M. F. Porter, <i>An algorithm for suffix stripping</i>, Program 14 (3), 1980, with the
 * author's own later changes to step 2: {@code bli} in place of {@code abli}, and {@code logi}. The
 * steps bear the paper's numbers. <i>Measure</i> is the paper's <i>m</i>: how many times a
 * consonant follows a vowel. Whatever is none of the 26 letters is a consonant. For one thread.
 */
final class PorterStemmer {
  private static final int SHORTEST = 3;

  private static final Ending[][] STEP_2 =
      Ending.byLastButOne(
          "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e"
              + " ousli>ous ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful"
              + " ousness>ous aliti>al iviti>ive biliti>ble logi>log");

  private static final Ending[][] STEP_3 =
      Ending.byLastButOne("icate>ic ative> alize>al iciti>ic ical>ic ful> ness>");

  private static final Ending[][] STEP_4 =
      Ending.byLastButOne(
          "al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> sion>s tion>t ou> ism> ate>"
              + " iti> ous> ive> ize>");

  private char[] word = new char[0];
  private int length;

  /**
   * Stems a word in place.
   *
   * @param letters the word, in lower case
   * @param wordLength how many of the letters are the word
   * @return how many of them are its stem; never more
   */
  int stem(char[] letters, int wordLength) {
    if (wordLength < SHORTEST) {
      return wordLength;
    }
    word = letters;
    length = wordLength;
    takeOffPlural();
    takeOffPastAndProgressive();
    turnFinalYToI();
    shorten(STEP_2, 1);
    shorten(STEP_3, 1);
    shorten(STEP_4, 2);
    takeOffFinalE();
    takeOffDoubleL();
    return length;
  }

  /** Step 1a. */
  private void takeOffPlural() {
    if (word[length - 1] != 's') {
      return;
    }
    if (endsWith("sses") || endsWith("ies")) {
      length -= 2;
    } else if (word[length - 2] != 's') {
      length--;
    }
  }

  /** Step 1b. */
  private void takeOffPastAndProgressive() {
    if (endsWith("eed")) {
      if (measureIsAtLeast(1, length - 3)) {
        length--;
      }
      return;
    }
    int stem = length - (endsWith("ed") ? 2 : endsWith("ing") ? 3 : length);
    if (stem > 0 && hasVowel(stem)) {
      length = stem;
      mendStem();
    }
  }

  /** What is left of "hoping" and "hopping" is "hope" and "hop". */
  private void mendStem() {
    if (endsWith("at") || endsWith("bl") || endsWith("iz")) {
      word[length++] = 'e';
    } else if (endsInDoubleConsonant()) {
      char last = word[length - 1];
      if (last != 'l' && last != 's' && last != 'z') {
        length--;
      }
    } else if (endsShort(length) && measureIsAtLeast(1, length) && !measureIsAtLeast(2, length)) {
      word[length++] = 'e';
    }
  }

  /** Step 1c. */
  private void turnFinalYToI() {
    if (word[length - 1] == 'y' && hasVowel(length - 1)) {
      word[length - 1] = 'i';
    }
  }

  /** Steps 2 to 4: the longest ending that fits is replaced if the stem is long enough for it. */
  private void shorten(Ending[][] step, int minMeasure) {
    if (length < 2) {
      return;
    }
    int lastButOne = word[length - 2] - 'a';
    if (lastButOne < 0 || lastButOne >= step.length) {
      return;
    }
    for (Ending ending : step[lastButOne]) {
      if (endsWith(ending.suffix())) {
        int stem = length - ending.suffix().length() + ending.kept();
        if (measureIsAtLeast(minMeasure, stem)) {
          length -= ending.suffix().length();
          append(ending.replacement());
        }
        return;
      }
    }
  }

  /** Step 5a. */
  private void takeOffFinalE() {
    if (word[length - 1] == 'e') {
      int stem = length - 1;
      if (measureIsAtLeast(2, stem) || (measureIsAtLeast(1, stem) && !endsShort(stem))) {
        length = stem;
      }
    }
  }

  /** Step 5b. */
  private void takeOffDoubleL() {
    if (word[length - 1] == 'l' && endsInDoubleConsonant() && measureIsAtLeast(2, length)) {
      length--;
    }
  }

  private void append(String letters) {
    for (int i = 0; i < letters.length(); i++) {
      word[length++] = letters.charAt(i);
    }
  }

  private boolean endsWith(String suffix) {
    int start = length - suffix.length();
    if (start < 0) {
      return false;
    }
    for (int i = suffix.length() - 1; i >= 0; i--) {
      if (word[start + i] != suffix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean measureIsAtLeast(int wanted, int stemLength) {
    int measure = 0;
    boolean afterVowel = false;
    for (int i = 0; i < stemLength; i++) {
      boolean vowel = isVowel(i, afterVowel);
      if (afterVowel && !vowel && ++measure == wanted) {
        return true;
      }
      afterVowel = vowel;
    }
    return false;
  }

  private boolean hasVowel(int stemLength) {
    for (int i = 0; i < stemLength; i++) {
      if (isVowel(i, false)) {
        return true;
      }
    }
    return false;
  }

  private boolean endsInDoubleConsonant() {
    return length >= 2 && word[length - 1] == word[length - 2] && !isVowel(length - 1);
  }

  /** The paper's {@code *o}: consonant, vowel, consonant, the last none of w, x and y. */
  private boolean endsShort(int stemLength) {
    if (stemLength < 3) {
      return false;
    }
    char last = word[stemLength - 1];
    return last != 'w'
        && last != 'x'
        && last != 'y'
        && !isVowel(stemLength - 1)
        && isVowel(stemLength - 2)
        && !isVowel(stemLength - 3);
  }

  private boolean isVowel(int i) {
    int y = i;
    while (y > 0 && word[y] == 'y') {
      y--;
    }
    boolean vowel = isVowel(y, true);
    for (; y < i; y++) {
      vowel = !vowel;
    }
    return vowel;
  }

  /** A y is a vowel after a consonant, not at the beginning. */
  private boolean isVowel(int i, boolean afterVowel) {
    return switch (word[i]) {
      case 'a', 'e', 'i', 'o', 'u' -> true;
      case 'y' -> i > 0 && !afterVowel;
      default -> false;
    };
  }

  /**
   * One rule of a step.
   *
   * @param kept how many letters of the suffix belong to the stem that is measured: the s or t
   *     before {@code ion}
   */
  private record Ending(String suffix, String replacement, int kept) {
    /** The rules by their last letter but one, a to z, so that few are tried; longest first. */
    static Ending[][] byLastButOne(String rules) {
      Ending[][] table = new Ending[26][0];
      for (String rule : rules.split(" ", -1)) {
        int arrow = rule.indexOf('>');
        String suffix = rule.substring(0, arrow);
        String replacement = rule.substring(arrow + 1);
        int kept = suffix.endsWith("ion") && replacement.length() == 1 ? 1 : 0;
        int row = suffix.charAt(suffix.length() - 2) - 'a';
        table[row] = with(table[row], new Ending(suffix, replacement, kept));
      }
      return table;
    }

    private static Ending[] with(Ending[] endings, Ending added) {
      return Stream.concat(Arrays.stream(endings), Stream.of(added))
          .sorted(Comparator.comparingInt(ending -> -ending.suffix().length()))
          .toArray(Ending[]::new);
    }
  }
}
