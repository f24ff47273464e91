package io.ragport.store.pgvector;

/**
 * What BM25 needs to know of a whole collection.
 *
 * @param entries their number
 * @param averageLength in terms
 */
record TermTotals(double entries, double averageLength) {}
