package io.ragport.store.pgvector;

import io.ragport.testing.InThread;
import java.util.concurrent.CountDownLatch;

/** Connections that somebody has. */
final class Held {
  private Held() {}

  /** A call that has taken a connection, and keeps it until there is enough of it. */
  static InThread by(PgConnections connections, CountDownLatch enough) throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    InThread started =
        InThread.start(
            () ->
                connections.read(
                    "holding",
                    connection -> {
                      held.countDown();
                      InThread.await(enough);
                      return "held";
                    }));
    InThread.await(held);
    return started;
  }
}
