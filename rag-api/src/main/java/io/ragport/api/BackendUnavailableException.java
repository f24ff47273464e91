package io.ragport.api;

import org.jspecify.annotations.Nullable;

/** The database cannot be reached or cannot be opened (LIFE-4). Repeating later may help. */
public final class BackendUnavailableException extends RagException {
  private static final long serialVersionUID = 1L;

  private final String backend;
  private final String endpoint;

  /**
   * @param endpoint host and port, or folder; without credentials
   * @param problem what happened and what to do
   */
  public BackendUnavailableException(
      String backend, String endpoint, String problem, @Nullable Throwable cause) {
    super(backend + " at " + endpoint + ": " + problem, cause);
    this.backend = backend;
    this.endpoint = endpoint;
  }

  /** The backend's name. */
  public String backend() {
    return backend;
  }

  /** Host and port, or folder. */
  public String endpoint() {
    return endpoint;
  }
}
