package io.ragport.api;

import org.jspecify.annotations.Nullable;

/**
 * The store failed. Two failures that a caller may want to tell apart have classes of their own;
 * for the others this one stands itself.
 */
public sealed class RagStoreException extends RagException
    permits StoreRefusedException, StoreTimeoutException {
  private static final long serialVersionUID = 1L;

  /**
   * @param problem what was tried, what went wrong and what to do; no texts, vectors or secrets
   */
  public RagStoreException(String backend, String problem, @Nullable Throwable cause) {
    super(backend + ": " + problem, cause);
  }
}
