package io.ragport.api;

import org.jspecify.annotations.Nullable;

/** A setting is unknown, missing, malformed, out of range, or does not allow what was asked. */
public final class RagConfigurationException extends RagException {
  private static final long serialVersionUID = 1L;

  /**
   * @param key the full name of the setting, for example {@code rag.lucene.path}
   * @param problem what is wrong with it and what is allowed; no secret values
   */
  public RagConfigurationException(String key, String problem) {
    this(key, problem, null);
  }

  public RagConfigurationException(String key, String problem, @Nullable Throwable cause) {
    super(key + ": " + problem, cause);
    this.key = key;
  }

  private final String key;

  /** The full name of the setting, for example {@code rag.lucene.path}. */
  public String key() {
    return key;
  }
}
