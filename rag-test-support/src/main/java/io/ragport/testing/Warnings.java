package io.ragport.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The warnings that a class logs while this is open. */
public final class Warnings extends Handler implements AutoCloseable {
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Logger logger;

  private Warnings(Logger logger) {
    this.logger = logger;
  }

  /** From now on. */
  public static Warnings of(Class<?> type) {
    Warnings warnings = new Warnings(Logger.getLogger(type.getName()));
    warnings.logger.addHandler(warnings);
    warnings.logger.setUseParentHandlers(false);
    return warnings;
  }

  /** In the order they came. */
  public List<String> messages() {
    return messages;
  }

  @Override
  public void publish(LogRecord message) {
    if (message.getLevel().intValue() >= Level.WARNING.intValue()) {
      messages.add(message.getMessage());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
