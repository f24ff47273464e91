package io.ragport.store.pgvector;

import java.util.List;

/**
 * How much a schema holds.
 *
 * @param totalEntries of all collections, exact
 * @param totalCollections how many there are
 * @param collections their names, in order
 */
public record PgVectorStats(long totalEntries, int totalCollections, List<String> collections) {
  public PgVectorStats {
    collections = List.copyOf(collections);
  }
}
