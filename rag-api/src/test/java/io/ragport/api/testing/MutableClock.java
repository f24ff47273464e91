package io.ragport.api.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until it is told to move. */
public final class MutableClock extends Clock {
  /** With nanoseconds, so that truncation to microseconds shows. */
  public static final Instant START = Instant.parse("2026-03-01T12:00:00.123456789Z");

  private volatile Instant now = START;

  /** Moves the time. */
  public void advance(Duration by) {
    now = now.plus(by);
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
