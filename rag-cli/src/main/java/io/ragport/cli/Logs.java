package io.ragport.cli;

import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Log lines on standard error: Ragport's warnings in one line, everything with {@code --debug}. */
final class Logs {
  private static final Logger ROOT = Logger.getLogger("");

  private Logs() {}

  /** Replaces the JDK's default log output. */
  static void configure(boolean debug) {
    for (Handler handler : ROOT.getHandlers()) {
      ROOT.removeHandler(handler);
    }
    if (debug) {
      ROOT.addHandler(new ConsoleHandler());
      ROOT.setLevel(Level.INFO);
    } else {
      ROOT.addHandler(new Warnings());
      ROOT.setLevel(Level.WARNING);
    }
  }

  /** Libraries' hints are for their developers, not for someone who searches their documents. */
  private static final class Warnings extends Handler {
    @Override
    public void publish(LogRecord entry) {
      boolean ours = String.valueOf(entry.getLoggerName()).startsWith("io.ragport");
      if (ours && entry.getLevel().intValue() >= Level.WARNING.intValue()) {
        System.err.println("warning: " + entry.getMessage());
      }
    }

    @Override
    public void flush() {
      System.err.flush();
    }

    @Override
    public void close() {
      flush();
    }
  }
}
