package io.ragport.api.embedding;

/** Which side of a search a text is on; asymmetric models treat the two differently (EMB-3). */
public enum EmbeddingPurpose {
  /** The text is stored, to be found. */
  DOCUMENT,
  /** The text is what someone looks for. */
  QUERY
}
