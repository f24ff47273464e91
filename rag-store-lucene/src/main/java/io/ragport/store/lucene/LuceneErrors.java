package io.ragport.store.lucene;

import io.ragport.api.Arguments;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagStoreException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.ThreadInterruptedException;
import org.jspecify.annotations.Nullable;

/** Lucene's failures in the words of the contract (ERR-1). */
final class LuceneErrors {
  static final String BACKEND = "lucene";

  private LuceneErrors() {}

  /**
   * What a call in that place throws for a failure: mistakes of the caller as they are, the rest as
   * the contract has it.
   */
  static RuntimeException translate(String place, Throwable failure) {
    if (failure instanceof RuntimeException known && !isOfLucene(failure)) {
      return known;
    }
    if (failure instanceof ClosedByInterruptException
        || failure instanceof InterruptedIOException
        || failure instanceof ThreadInterruptedException
        || failure instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      return new RagStoreException(
          BACKEND, place + ": interrupted; nothing of this call was stored", failure);
    }
    if (failure instanceof IndexFormatTooNewException
        || failure instanceof IndexFormatTooOldException) {
      return new RagStoreException(
          BACKEND,
          place + ": written by another version of Lucene (use that version, or index anew)",
          failure);
    }
    if (failure instanceof CorruptIndexException) {
      return new RagStoreException(
          BACKEND, place + ": the index is damaged (remove it and index anew)", failure);
    }
    if (failure instanceof AccessDeniedException) {
      return new RagStoreException(
          BACKEND, place + ": no permission (check owner and mode of the folder)", failure);
    }
    return new RagStoreException(
        BACKEND,
        place + ": " + failure.getClass().getSimpleName() + " (is the disk full or gone?)",
        failure);
  }

  /** Unchecked exceptions of Lucene's that a caller of ours can do nothing about. */
  private static boolean isOfLucene(Throwable failure) {
    return failure instanceof AlreadyClosedException
        || failure instanceof ThreadInterruptedException
        || failure instanceof UncheckedIOException;
  }

  static BackendUnavailableException inUse(Path root, @Nullable IOException cause) {
    return new BackendUnavailableException(
        BACKEND,
        root.toString(),
        "another process has this index open (end it, or give one of the two another rag.lucene.path"
            + "; for several processes on the same data use a database backend)",
        cause);
  }

  static RagStoreException dropped(String name) {
    return new RagStoreException(
        BACKEND,
        "collection \""
            + Arguments.shortened(name)
            + "\": it was dropped meanwhile (repeat the call to create it anew)",
        null);
  }
}
