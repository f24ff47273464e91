package io.ragport.store.lucene;

/** The names of a document's fields: ours alone, user keys never become one (META-3). */
final class Fields {
  /** The id as 16 bytes, whose order is that of {@link io.ragport.api.EntryIds#ORDER}. */
  static final String ID = "id";

  static final String SOURCE = "source";
  static final String CONTENT = "content";

  /** The terms of the content. */
  static final String TEXT = "text";

  static final String METADATA = "metadata";

  /** The terms of the metadata, see {@link FilterTerms}. */
  static final String FILTER = "filter";

  static final String CREATED = "created";
  static final String UPDATED = "updated";

  /** The embedding at unit length. */
  static final String VECTOR = "vector";

  /** The embedding as it was given, where that was not of unit length. */
  static final String ORIGINAL = "original";

  private Fields() {}
}
