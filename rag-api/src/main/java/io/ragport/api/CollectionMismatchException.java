package io.ragport.api;

/** A collection exists with another model, dimension, normalizer or layout (COL-2, EMB-4). */
public final class CollectionMismatchException extends RagException {
  private static final long serialVersionUID = 1L;

  private final String collectionName;

  /**
   * @param property what differs: {@code model}, {@code dimension}, {@code normalizer}, {@code
   *     layout version}
   */
  public CollectionMismatchException(
      String collectionName, String property, Object recorded, Object asked, String advice) {
    super(
        "collection \""
            + Arguments.shortened(collectionName)
            + "\": recorded with "
            + property
            + " "
            + recorded
            + ", but asked for "
            + asked
            + " ("
            + advice
            + ")",
        null);
    this.collectionName = collectionName;
  }

  /** The collection's real name. */
  public String collectionName() {
    return collectionName;
  }
}
