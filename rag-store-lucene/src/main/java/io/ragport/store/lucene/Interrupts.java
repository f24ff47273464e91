package io.ragport.store.lucene;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Keeps interrupts away from files. Java closes a file that an interrupted thread reads, writes or
 * syncs; where that would harm others than the interrupted call, the work runs in here.
 */
final class Interrupts {
  private Interrupts() {}

  /** Stops an interrupted call between two steps (CON-4). */
  static void check() throws InterruptedIOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException();
    }
  }

  /** Work that may be repeated from its start. */
  interface Repeatable<T> {
    T run() throws IOException;
  }

  /** Runs to the end, whatever interrupts it; the thread is interrupted afterwards (CON-4). */
  static <T> T heldBack(Repeatable<T> work) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return work.run();
        } catch (ClosedByInterruptException e) {
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
