package io.ragport.store.qdrant;

import io.ragport.api.store.VectorSearch;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Collections that had fewer entries than a search asked for when last looked. There all vectors
 * are compared at once, which spares the second search that an answer with few hits leads to
 * (QRY-2). One that has grown since is found by it as well, only slower, and once. Safe for use
 * from many threads.
 */
final class SmallCollections {
  private static final int MAX_REMEMBERED = 1_000;

  private final Set<String> ids = ConcurrentHashMap.newKeySet();

  boolean contains(QdrantCollection collection) {
    return ids.contains(collection.id());
  }

  /** Told that it has as many entries as a search asked for. */
  void forget(QdrantCollection collection) {
    ids.remove(collection.id());
  }

  /**
   * Told how many hits a search by vector had in the end.
   *
   * @param search as asked
   */
  void learn(QdrantCollection collection, VectorSearch search, int hits) {
    if (!search.byVector()) {
      return;
    }
    if (hits >= search.topK()) {
      forget(collection);
    } else if (search.topK() <= EntrySearch.MAX_BY_INDEX
        && search.sourceIds() == null
        && search.filter() == null
        && ids.size() < MAX_REMEMBERED) {
      ids.add(collection.id());
    }
  }
}
