package io.ragport.cli;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * Tells how far the work is: a bar that is redrawn on a terminal, a line now and then otherwise.
 * Safe for use from many threads.
 */
final class Progress {
  private static final int BAR = 24;
  private static final long REDRAW_NANOS = Duration.ofMillis(200).toNanos();
  private static final long LINE_NANOS = Duration.ofSeconds(5).toNanos();

  private final PrintWriter err;
  private final boolean terminal;
  private final Work work;
  private final long start = System.nanoTime();
  private long last = start;
  private int width; // of the line on the terminal

  /** What is being done. */
  interface Work {
    /** How much of it is done. */
    int done();

    /** How much there is. */
    int total();

    /** How far it is, in words. */
    String described(Duration elapsed);
  }

  Progress(PrintWriter err, boolean terminal, Work work) {
    this.err = err;
    this.terminal = terminal;
    this.work = work;
  }

  /** Whether standard error is a terminal; the launcher says so. */
  static boolean onTerminal() {
    return Boolean.getBoolean("ragport.terminal");
  }

  /** Shows the state, unless it was shown a moment ago. */
  synchronized void update() {
    long now = System.nanoTime();
    if (now - last < (terminal ? REDRAW_NANOS : LINE_NANOS)) {
      return;
    }
    last = now;
    int done = work.done();
    int total = work.total();
    Duration elapsed = Duration.ofNanos(now - start);
    String state = work.described(elapsed) + ", " + left(done, total, elapsed) + " left";
    if (terminal) {
      int filled = BAR * done / Math.max(1, total);
      String line = "[" + "#".repeat(filled) + "-".repeat(BAR - filled) + "] " + state;
      err.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
      width = line.length();
      err.flush();
    } else {
      err.println(state);
    }
  }

  /** Clears the bar. */
  synchronized void finish() {
    if (terminal) {
      err.print("\r" + " ".repeat(width) + "\r");
      err.flush();
    }
  }

  private static String left(int done, int total, Duration elapsed) {
    if (done == 0) {
      return "?";
    }
    long seconds = elapsed.toMillis() * (total - done) / done / 1000;
    return seconds / 60 + ":" + (seconds % 60 < 10 ? "0" : "") + seconds % 60;
  }
}
