package io.ragport.cli;

import java.util.Arrays;

/**
 * The text of a file and where its lines are.
 *
 * @param text what is indexed
 * @param title the document's own title; empty if it has none
 * @param breaks offsets in {@code text} at which another line of the file begins, ascending
 * @param lines the file's line, from 1, that begins at each of them
 */
record SourceText(String text, String title, int[] breaks, int[] lines) {
  /** A text whose lines are the file's. */
  static SourceText of(String text) {
    int[] breaks = new int[16];
    int count = 1;
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      if (count == breaks.length) {
        breaks = Arrays.copyOf(breaks, 2 * count);
      }
      breaks[count++] = i + 1;
    }
    int[] lines = new int[count];
    Arrays.setAll(lines, i -> i + 1);
    return new SourceText(text, "", Arrays.copyOf(breaks, count), lines);
  }

  /** The file's line, from 1, of the character at that offset. */
  int lineAt(int offset) {
    int index = Arrays.binarySearch(breaks, offset);
    return lines[Math.max(0, index >= 0 ? index : -index - 2)];
  }
}
