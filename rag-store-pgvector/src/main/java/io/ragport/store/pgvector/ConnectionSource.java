package io.ragport.store.pgvector;

import java.sql.Connection;

/** Where connections come from and go back to. Safe for use from many threads. */
interface ConnectionSource extends AutoCloseable {
  /**
   * A connection in autocommit mode, outside of any transaction.
   *
   * @param what what it is wanted for, for messages
   * @throws io.ragport.api.RagException if there is none, or the thread is interrupted
   */
  Lease borrow(String what);

  /** Told that the server ended a connection, so that others are most likely dead as well. */
  void lostOne();

  /** Ends what this created, and nothing it was given. */
  @Override
  void close();

  /** One borrowed connection; closing gives it back. Confined to one thread. */
  interface Lease extends AutoCloseable {
    Connection connection();

    /** Makes sure that nobody gets this connection again. */
    void discard();

    @Override
    void close();
  }
}
