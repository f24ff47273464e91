package io.ragport.api;

import org.jspecify.annotations.Nullable;

/**
 * The database took a call and did not answer in time. A write may have been stored or not; where
 * it is one of several parts, the service took back what it could (IDX-8).
 */
public final class StoreTimeoutException extends RagStoreException {
  private static final long serialVersionUID = 1L;

  /**
   * @param problem what was tried, how long it was waited for and which setting says so
   */
  public StoreTimeoutException(String backend, String problem, @Nullable Throwable cause) {
    super(backend, problem, cause);
  }
}
