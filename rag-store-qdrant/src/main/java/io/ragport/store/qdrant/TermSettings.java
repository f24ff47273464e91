package io.ragport.store.qdrant;

import io.ragport.api.store.TextLanguage;

/**
 * How the texts of a collection become weighted terms; recorded with it, since its entries were
 * written so.
 *
 * @param averageLength the words of a usual text, for BM25
 */
record TermSettings(TextLanguage language, int averageLength) {}
