package io.ragport.conformance;

import java.util.Map;
import java.util.function.Supplier;

/**
 * A place for the data of one test. For one thread, but for {@link #settings}. The suite closes
 * every service it opened before it closes the sandbox.
 */
public interface Sandbox extends AutoCloseable {
  /**
   * Settings of the backend's section, {@code rag.<backend>}: names as its options, values as they
   * would be in a file. Every service opened with them works on the data of this sandbox.
   */
  Map<String, Object> settings();

  /**
   * The same, but for an address where no server answers, and a connect timeout of about a second.
   * Best one that neither refuses nor answers, so that a call without a timeout would hang
   * (LIFE-4).
   */
  default Map<String, Object> unreachable() {
    throw missing(Means.UNREACHABLE_SERVER);
  }

  /** The same, but for a password or token that is wrong. */
  default Map<String, Object> wrongCredentials() {
    throw missing(Means.WRONG_CREDENTIALS);
  }

  /** Stops the server and starts it again; returns when it answers. */
  default void restart() {
    throw missing(Means.RESTART);
  }

  /**
   * Puts data that is not Ragport's beside Ragport's: a table, a collection, a file.
   *
   * @return looks at that data again; equal as long as nobody touched it
   */
  default Supplier<?> placeForeignData() {
    throw missing(Means.FOREIGN_DATA);
  }

  /** Removes the data. */
  @Override
  void close();

  private static UnsupportedOperationException missing(Means means) {
    return new UnsupportedOperationException(
        "the fixture neither provides " + means + " nor lists it in impossible()");
  }
}
