package io.ragport.store.lucene;

/**
 * How collections are written.
 *
 * @param bufferMegabytes memory for entries before they go to a segment
 */
record WriteSettings(GraphSettings graph, int bufferMegabytes) {}
