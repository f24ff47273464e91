package io.ragport.store.pgvector;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What is known of one collection's indexes, and when to look after them: about a second after its
 * last large write, at most five minutes after the first. Times are {@link System#nanoTime}'s. Safe
 * for use from many threads.
 */
final class IndexWatch {
  /** From here on, a write pushes the date back. */
  static final int LARGE_WRITE = 500;

  private static final long QUIET = Duration.ofSeconds(1).toNanos();
  private static final long PATIENCE = Duration.ofMinutes(5).toNanos();
  private static final long REMEMBERED = Duration.ofMinutes(1).toNanos();

  /** How long somebody else is left to build alone. */
  private static final long OTHERS_TURN = Duration.ofSeconds(10).toNanos();

  private final ReentrantLock lock = new ReentrantLock();

  // All guarded by lock.
  private boolean scheduled;
  private long firstWrite;
  private long due;
  private boolean lookedAt;
  private long lookedAtTime;
  private long entriesUntilLarge;
  private boolean withoutVectorIndex;
  private long withoutVectorIndexTime;
  private boolean dropRefused;
  private long dropRefusedTime;
  private boolean forbidden;
  private boolean failed;

  /**
   * Takes note of a write.
   *
   * @return whether the caller is to schedule a look
   */
  boolean wrote(int entries, long now) {
    lock.lock();
    try {
      if (forbidden) {
        return false;
      }
      boolean large = entries >= LARGE_WRITE;
      if (scheduled) {
        due = large ? Math.min(now + QUIET, firstWrite + PATIENCE) : due;
        return false;
      }
      entriesUntilLarge -= entries;
      if (!large && entriesUntilLarge > 0 && isFresh(lookedAt, lookedAtTime, now)) {
        return false;
      }
      scheduled = true;
      firstWrite = now;
      due = now + QUIET;
      return true;
    } finally {
      lock.unlock();
    }
  }

  long nanosUntilDue(long now) {
    lock.lock();
    try {
      return due - now;
    } finally {
      lock.unlock();
    }
  }

  /** The look begins: what is written from now on needs another. */
  void begins() {
    lock.lock();
    try {
      scheduled = false;
      lookedAt = false;
    } finally {
      lock.unlock();
    }
  }

  /** It has too few entries for indexes, by so many. */
  void isSmall(long missing, long now) {
    learn(missing, now);
  }

  /**
   * Somebody else is building its indexes, and may not come to the end.
   *
   * @return whether the caller is to schedule another look
   */
  boolean isBusy(long now) {
    lock.lock();
    try {
      if (scheduled) {
        return false;
      }
      scheduled = true;
      firstWrite = now;
      due = now + OTHERS_TURN;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** It has all its indexes. */
  void isComplete(long now) {
    learn(Long.MAX_VALUE, now);
  }

  private void learn(long newEntriesUntilLarge, long now) {
    lock.lock();
    try {
      lookedAt = true;
      lookedAtTime = now;
      entriesUntilLarge = newEntriesUntilLarge;
      withoutVectorIndex = withoutVectorIndex && newEntriesUntilLarge != Long.MAX_VALUE;
      failed = false;
    } finally {
      lock.unlock();
    }
  }

  void isWithoutVectorIndex(long now) {
    lock.lock();
    try {
      withoutVectorIndex = true;
      withoutVectorIndexTime = now;
    } finally {
      lock.unlock();
    }
  }

  boolean knownWithoutVectorIndex(long now) {
    lock.lock();
    try {
      return isFresh(withoutVectorIndex, withoutVectorIndexTime, now);
    } finally {
      lock.unlock();
    }
  }

  /** The vector index could not be taken away, and waiting for that kept others waiting. */
  void dropWasRefused(long now) {
    lock.lock();
    try {
      dropRefused = true;
      dropRefusedTime = now;
    } finally {
      lock.unlock();
    }
  }

  boolean dropWasRefusedLately(long now) {
    lock.lock();
    try {
      return isFresh(dropRefused, dropRefusedTime, now);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The role may not build: no further try.
   *
   * @return whether that is news
   */
  boolean isForbidden() {
    lock.lock();
    try {
      boolean news = !forbidden;
      forbidden = true;
      return news;
    } finally {
      lock.unlock();
    }
  }

  /**
   * A try failed: another one after the next large write, or after any in a minute.
   *
   * @return whether the one before did not
   */
  boolean hasFailed(long now) {
    lock.lock();
    try {
      boolean news = !failed;
      failed = true;
      lookedAt = true;
      lookedAtTime = now;
      entriesUntilLarge = Long.MAX_VALUE;
      return news;
    } finally {
      lock.unlock();
    }
  }

  private static boolean isFresh(boolean known, long time, long now) {
    return known && now - time < REMEMBERED;
  }
}
