package io.ragport.store.lucene;

/**
 * How graphs are built.
 *
 * @param maxConnections of a vector to others, Lucene's M
 * @param efConstruction candidates looked at for the connections of a new vector
 * @param smallestGraph vectors from which on a merged segment has a graph
 * @param workers threads that build one graph, 1 or more
 */
record GraphSettings(int maxConnections, int efConstruction, int smallestGraph, int workers) {
  static final GraphSettings DEFAULT = of(16, 64);

  static GraphSettings of(int maxConnections, int efConstruction) {
    return new GraphSettings(
        maxConnections, efConstruction, 2_000, Runtime.getRuntime().availableProcessors());
  }
}
