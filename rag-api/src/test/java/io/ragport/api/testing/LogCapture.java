package io.ragport.api.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what a package logs while it is open, in place of printing it. */
public final class LogCapture extends Handler {
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();
  private final Logger logger;

  private LogCapture(Logger logger) {
    this.logger = logger;
  }

  /** Collects what is logged under that name. */
  public static LogCapture of(String name) {
    Logger logger = Logger.getLogger(name);
    LogCapture capture = new LogCapture(logger);
    logger.addHandler(capture);
    logger.setUseParentHandlers(false);
    return capture;
  }

  /** The warnings so far. */
  public List<String> warnings() {
    return records.stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogRecord::getMessage)
        .toList();
  }

  @Override
  public void publish(LogRecord entry) {
    records.add(entry);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
