package io.ragport.api.store;

/** How a keyword search brings words to terms; recorded with a collection when it is created. */
public enum TextLanguage {
  /** English endings are removed, so that "indexes" finds "indexing" (Porter's stemmer). */
  ENGLISH,
  /** Words are taken as they are, but for capitals; for every other language. */
  NONE
}
