package io.ragport.store.qdrant;

/**
 * The payload of a point. User metadata has fields of its own, so no key can meet ours (META-3).
 */
final class Fields {
  static final String CONTENT = "content";

  /** The source id; has a payload index. */
  static final String SOURCE = "source";

  /** Microseconds since 1970, an integer. */
  static final String CREATED = "created";

  /** Microseconds since 1970, an integer; only if it is not {@link #CREATED}. */
  static final String UPDATED = "updated";

  /** The length of the embedding, if it is not 1: Qdrant keeps cosine vectors at unit length. */
  static final String NORM = "norm";

  /** The metadata's scalars, by {@link MetadataKeys}: what filters look at. */
  static final String SCALARS = "meta";

  /**
   * JSON of the metadata that {@link #SCALARS} does not hold as it is: nulls, lists, objects, and
   * doubles that stand there as another number, see {@link StoredNumbers}; those are in both.
   */
  static final String REST = "rest";

  /**
   * The keys whose values are null, a list or an object, so not in {@link #SCALARS}: a list of
   * strings, the keys as they are. Absent if there are none. With it {@code exists} is exact; has a
   * payload index.
   */
  static final String OTHER_KEYS = "keys";

  private Fields() {}
}
