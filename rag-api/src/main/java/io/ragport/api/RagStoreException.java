package io.ragport.api;

import org.jspecify.annotations.Nullable;

/** The store failed in a way no other exception describes. */
public final class RagStoreException extends RagException {
  private static final long serialVersionUID = 1L;

  /**
   * @param problem what was tried, what went wrong and what to do; no texts, vectors or secrets
   */
  public RagStoreException(String backend, String problem, @Nullable Throwable cause) {
    super(backend + ": " + problem, cause);
  }
}
