package io.ragport.benchmarks;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A row of a Markdown table. */
final class Row {
  private Row() {}

  /** Prints the cells as their strings. */
  static void print(PrintStream out, Object... cells) {
    out.println(
        Arrays.stream(cells).map(String::valueOf).collect(Collectors.joining(" | ", "| ", " |")));
  }
}
