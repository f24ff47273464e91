package io.ragport.api;

import org.jspecify.annotations.Nullable;

/**
 * The database is there and understands the call, but its own limits forbid it, for example the
 * length of a request or a filter without an index. Repeating the same call will not help.
 */
public final class StoreRefusedException extends RagStoreException {
  private static final long serialVersionUID = 1L;

  /**
   * @param problem what was tried, which limit forbids it and what to change
   */
  public StoreRefusedException(String backend, String problem, @Nullable Throwable cause) {
    super(backend, problem, cause);
  }
}
