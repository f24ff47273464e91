package io.ragport.store.qdrant;

import io.ragport.api.RagStoreException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The pauses between questions that are asked until the answer is right. For one thread. */
final class Polling {
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final String what;
  private final Duration patience;
  private final long start = System.nanoTime();

  /**
   * Starts now.
   *
   * @param what what the questions are about, for messages
   * @param patience how long to ask
   */
  Polling(String what, Duration patience) {
    this.what = what;
    this.patience = patience;
  }

  /** Whether it has been asked for long enough. */
  boolean isOver() {
    return System.nanoTime() - start > patience.toNanos();
  }

  /**
   * Returns after a moment.
   *
   * @throws RagStoreException if the thread is interrupted; its flag is set again (CON-4)
   */
  void pause() {
    try {
      TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
    } catch (InterruptedException e) {
      throw QdrantErrors.interrupted(what, e);
    }
  }
}
