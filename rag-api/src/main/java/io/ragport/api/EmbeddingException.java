package io.ragport.api;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The embedder failed, or returned what cannot be stored (EMB-1). Nothing was stored. */
public final class EmbeddingException extends RagException {
  private static final long serialVersionUID = 1L;

  private final String model;
  private final @Nullable Integer textIndex;

  /** The whole call failed. */
  public EmbeddingException(String model, String problem, @Nullable Throwable cause) {
    super("embedder " + model + ": " + problem, cause);
    this.model = model;
    this.textIndex = null;
  }

  /**
   * One text's vector is unusable.
   *
   * @param textIndex the text's position in the caller's list, from 0
   */
  public EmbeddingException(String model, int textIndex, String problem) {
    super("embedder " + model + ": text " + textIndex + ": " + problem, null);
    this.model = model;
    this.textIndex = textIndex;
  }

  /** The embedding model asked. */
  public String model() {
    return model;
  }

  /** The position of the offending text in the caller's list; empty if the whole call failed. */
  public OptionalInt textIndex() {
    return textIndex == null ? OptionalInt.empty() : OptionalInt.of(textIndex);
  }
}
