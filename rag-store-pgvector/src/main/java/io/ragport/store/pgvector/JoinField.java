package io.ragport.store.pgvector;

/**
 * What of an entry a row of the other table must equal.
 *
 * @param key of the metadata; empty for the others
 */
record JoinField(Part part, String key) {
  enum Part {
    ID,
    SOURCE_ID,
    METADATA
  }

  static final JoinField ID = new JoinField(Part.ID, "");
  static final JoinField SOURCE_ID = new JoinField(Part.SOURCE_ID, "");

  static JoinField metadata(String key) {
    return new JoinField(Part.METADATA, key);
  }

  /** For messages. */
  @Override
  public String toString() {
    return switch (part) {
      case ID -> "the entry's id";
      case SOURCE_ID -> "the source id";
      case METADATA -> "a metadata value";
    };
  }
}
