package io.ragport.api;

import org.jspecify.annotations.Nullable;

/**
 * The root of every failure that is neither a wrong argument, a closed service nor an undeclared
 * capability (ERR-1). Messages hold no secrets, texts or vectors (ERR-2); a driver's own exception
 * is the {@linkplain #getCause() cause}.
 */
public abstract sealed class RagException extends RuntimeException
    permits AuthenticationException,
        BackendUnavailableException,
        CollectionMismatchException,
        DimensionMismatchException,
        EmbeddingException,
        PartialWriteException,
        RagConfigurationException,
        RagStoreException {
  private static final long serialVersionUID = 1L;

  RagException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
