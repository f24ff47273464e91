package io.ragport.core.chunk;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which offsets of a text lie inside a grapheme cluster, what a reader takes for one character: a
 * letter with its marks, an emoji with its modifiers, a surrogate pair (<a
 * href="https://unicode.org/reports/tr29/">UAX #29</a>, as the running JVM has it).
 */
final class Graphemes {
  private static final Pattern CLUSTER = Pattern.compile("\\X");

  /** Below it only CR LF is a cluster of two. */
  private static final char FIRST_MARK = '\u0300';

  private final BitSet inside;

  private Graphemes(BitSet inside) {
    this.inside = inside;
  }

  /** The clusters of a text, in one pass. */
  static Graphemes of(String text) {
    BitSet inside = new BitSet();
    Matcher cluster = CLUSTER.matcher(text);
    int i = 0;
    while (i < text.length()) {
      int next = i + 1;
      if (next < text.length() && !(isPlain(text.charAt(i)) && isPlain(text.charAt(next)))) {
        cluster.region(i, text.length());
        next = cluster.lookingAt() ? cluster.end() : next;
      }
      if (next > i + 1) {
        inside.set(i + 1, next);
      }
      i = next;
    }
    return new Graphemes(inside);
  }

  /** Whether cutting before this offset would cut a cluster. */
  boolean isInside(int offset) {
    return inside.get(offset);
  }

  private static boolean isPlain(char c) {
    return c < FIRST_MARK && c != '\r';
  }
}
