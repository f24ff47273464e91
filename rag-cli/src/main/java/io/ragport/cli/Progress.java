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
  private final int total;
  private final IndexReport report;
  private final long start = System.nanoTime();
  private long last = start;

  Progress(PrintWriter err, boolean terminal, int total, IndexReport report) {
    this.err = err;
    this.terminal = terminal;
    this.total = total;
    this.report = report;
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
    int done = report.done();
    Duration elapsed = Duration.ofNanos(now - start);
    String state =
        done
            + "/"
            + total
            + " files, "
            + report.chunks()
            + " chunks, "
            + rate(report.chunks(), elapsed)
            + " chunks/s, "
            + left(done, elapsed)
            + " left";
    if (terminal) {
      int filled = BAR * done / Math.max(1, total);
      err.print("\r[" + "#".repeat(filled) + "-".repeat(BAR - filled) + "] " + state + "   ");
      err.flush();
    } else {
      err.println(state);
    }
  }

  /** Clears the bar. */
  synchronized void finish() {
    if (terminal) {
      err.print("\r" + " ".repeat(BAR + 70) + "\r");
      err.flush();
    }
  }

  private static String rate(long count, Duration elapsed) {
    return String.valueOf(Math.round(count * 10_000.0 / Math.max(1, elapsed.toMillis())) / 10.0);
  }

  private String left(int done, Duration elapsed) {
    if (done == 0) {
      return "?";
    }
    long seconds = elapsed.toMillis() * (total - done) / done / 1000;
    return seconds / 60 + ":" + (seconds % 60 < 10 ? "0" : "") + seconds % 60;
  }
}
