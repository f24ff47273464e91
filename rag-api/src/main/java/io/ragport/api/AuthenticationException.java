package io.ragport.api;

import org.jspecify.annotations.Nullable;

/** The database or the model's server refused the credentials (LIFE-5). */
public final class AuthenticationException extends RagException {
  private static final long serialVersionUID = 1L;

  /**
   * @param endpoint host and port; without credentials
   * @param settings the settings to look at, for example {@code rag.qdrant.apiKey}
   */
  public AuthenticationException(
      String backend, String endpoint, String settings, @Nullable Throwable cause) {
    super(backend + " at " + endpoint + ": credentials refused (check " + settings + ")", cause);
  }
}
