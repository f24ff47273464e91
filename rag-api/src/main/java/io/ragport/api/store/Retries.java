package io.ragport.api.store;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * How often a store repeats failed work, and how long it waits before (ERR-3). Which failures are
 * transient, and what is safe to repeat, the store knows. Immutable.
 */
public final class Retries {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);

  private final int max;
  private final Sleeper sleeper;
  private final DoubleSupplier random;

  /** How time passes; replaced in tests. */
  public interface Sleeper {
    /** Returns after the pause. */
    void sleep(Duration pause) throws InterruptedException;
  }

  /**
   * With a clock of the caller's.
   *
   * @param max how many times to repeat, 0 or more
   * @param random from 0 to below 1
   */
  public Retries(int max, Sleeper sleeper, DoubleSupplier random) {
    this.max = max;
    this.sleeper = sleeper;
    this.random = random;
  }

  /**
   * On the real clock.
   *
   * @param max how many times to repeat, 0 or more
   */
  public static Retries upTo(int max) {
    return new Retries(
        max,
        pause -> Thread.sleep(pause.toMillis()),
        () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * Waits before the next attempt: 20 ms, doubled each time, of that a random part from half to all
   * of it, so that those who met once do not meet again.
   *
   * @param failures how many attempts have failed, from 1
   * @return false, at once, if there have been enough
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public boolean pause(int failures) throws InterruptedException {
    if (failures > max) {
      return false;
    }
    double part = 0.5 + random.getAsDouble() / 2;
    double nanos = FIRST_PAUSE.toNanos() * Math.pow(2, failures - 1) * part;
    sleeper.sleep(Duration.ofNanos((long) nanos));
    return true;
  }
}
