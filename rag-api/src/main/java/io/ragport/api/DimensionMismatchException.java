package io.ragport.api;

/** A vector does not have the collection's dimension; nothing was written (COL-4). */
public final class DimensionMismatchException extends RagException {
  private static final long serialVersionUID = 1L;

  private final int expected;
  private final int actual;

  public DimensionMismatchException(String collectionName, int expected, int actual) {
    super(
        "collection \""
            + Arguments.shortened(collectionName)
            + "\": holds "
            + expected
            + "-dimensional embeddings; got "
            + actual
            + " dimensions (use the embedder the collection was made with, or another collection)",
        null);
    this.expected = expected;
    this.actual = actual;
  }

  /** The collection's dimension. */
  public int expected() {
    return expected;
  }

  /** The dimension that was offered. */
  public int actual() {
    return actual;
  }
}
