package io.ragport.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Collects the warnings of Ragport's loggers while it is open. It sees them where {@link
 * System.Logger} ends in {@code java.util.logging}, as it does unless a jar says otherwise.
 */
final class LogWatch extends Handler {
  private final List<String> warnings = new ArrayList<>(); // guarded by this
  private final Logger logger = Logger.getLogger("io.ragport");
  private final boolean parents = logger.getUseParentHandlers();

  /** Collects from now on. */
  LogWatch start() {
    logger.addHandler(this);
    logger.setUseParentHandlers(false);
    return this;
  }

  /** Collects no longer; what was collected stays. */
  void stop() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(parents);
  }

  /** The warnings since the last call; these are then no longer unexpected. */
  synchronized List<String> take() {
    List<String> taken = List.copyOf(warnings);
    warnings.clear();
    return taken;
  }

  @Override
  public synchronized void publish(LogRecord entry) {
    if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
      warnings.add(entry.getMessage());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    stop();
  }
}
