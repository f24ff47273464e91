package io.ragport.api;

import java.util.List;
import java.util.UUID;

/**
 * Storing failed and taking back what had been written failed too: the store holds a part of the
 * batch (IDX-8). The failure is the cause, the failed clean-up is suppressed in it.
 */
public final class PartialWriteException extends RagException {
  private static final long serialVersionUID = 1L;

  private final UUID[] written;
  private final UUID[] notWritten;

  /**
   * @param written ids that are, or may be, in the store with their new content
   * @param notWritten ids that were not written
   */
  public PartialWriteException(
      String backend, List<UUID> written, List<UUID> notWritten, Throwable cause) {
    super(
        backend
            + ": the batch is stored in part: "
            + written.size()
            + " written, "
            + notWritten.size()
            + " not (delete or repeat the ids in written())",
        cause);
    this.written = written.toArray(UUID[]::new);
    this.notWritten = notWritten.toArray(UUID[]::new);
  }

  /** Ids that are, or may be, in the store with their new content. */
  public List<UUID> written() {
    return List.of(written);
  }

  /** Ids that were not written. */
  public List<UUID> notWritten() {
    return List.of(notWritten);
  }
}
