package io.ragport.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Collects the warnings of some loggers, from when it is made until it is stopped. It sees them
 * where {@link System.Logger} ends in {@code java.util.logging}, as it does unless a jar says
 * otherwise.
 */
final class LogWatch extends Handler {
  private static final String PROBE = "is anybody listening?";

  private final List<String> warnings = new ArrayList<>(); // guarded by this
  private final List<Watched> loggers;
  private final boolean seesWarnings;

  /** A logger, and whether its parents' handlers were told before it was watched. */
  private record Watched(Logger logger, boolean parentsToo) {}

  /** Watches these loggers and those below them. */
  LogWatch(String... names) {
    loggers =
        Stream.of(names)
            .distinct()
            .map(Logger::getLogger)
            .map(logger -> new Watched(logger, logger.getUseParentHandlers()))
            .toList();
    loggers.forEach(
        watched -> {
          watched.logger.addHandler(this);
          watched.logger.setUseParentHandlers(false);
        });
    System.getLogger(names[0]).log(System.Logger.Level.WARNING, PROBE);
    seesWarnings = warnings.remove(PROBE);
  }

  /**
   * The warnings since the last call; these are then no longer unexpected. Ends the test as not
   * testable where warnings go elsewhere.
   */
  synchronized List<String> take() {
    if (!seesWarnings) {
      Assumptions.abort(
          Rules.NOT_TESTABLE + "System.Logger does not end in java.util.logging in this run");
    }
    return unexpected();
  }

  /** The warnings that nobody took. */
  synchronized List<String> unexpected() {
    List<String> taken = List.copyOf(warnings);
    warnings.clear();
    return taken;
  }

  /** Collects no longer; what was collected stays. */
  void stop() {
    loggers.forEach(
        watched -> {
          watched.logger.removeHandler(this);
          watched.logger.setUseParentHandlers(watched.parentsToo);
        });
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
