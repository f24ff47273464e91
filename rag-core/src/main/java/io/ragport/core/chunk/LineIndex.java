package io.ragport.core.chunk;

import io.ragport.api.Arguments;
import java.util.Arrays;

/**
 * Tells the line of an offset in a text, as editors count them: from 1, ended by {@code \n}, {@code
 * \r} or both. Immutable.
 */
public final class LineIndex {
  private final int length;
  private final int[] starts;

  private LineIndex(int length, int[] starts) {
    this.length = length;
    this.starts = starts;
  }

  /** The lines of a text. */
  public static LineIndex of(String text) {
    int[] starts = new int[16];
    int lines = 1;
    for (int i = 0; i < text.length(); i++) {
      if (endsLine(text, i)) {
        if (lines == starts.length) {
          starts = Arrays.copyOf(starts, lines * 2);
        }
        starts[lines++] = i + 1;
      }
    }
    return new LineIndex(text.length(), Arrays.copyOf(starts, lines));
  }

  /**
   * The line that holds an offset.
   *
   * @param offset 0 to the length of the text, in UTF-16 units
   * @return from 1; a line break belongs to the line that it ends
   */
  public int lineAt(int offset) {
    Arguments.inRange("offset", offset, 0, length);
    int found = Arrays.binarySearch(starts, offset);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /** How many lines there are; 1 for the empty text. */
  public int lines() {
    return starts.length;
  }

  private static boolean endsLine(String text, int index) {
    char c = text.charAt(index);
    boolean partOfPair = c == '\r' && index + 1 < text.length() && text.charAt(index + 1) == '\n';
    return c == '\n' || (c == '\r' && !partOfPair);
  }
}
