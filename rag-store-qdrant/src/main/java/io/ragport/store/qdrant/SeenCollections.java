package io.ragport.store.qdrant;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the server told of collections, so that searches need not ask (COL-9); never that one is
 * missing. Safe for use from many threads.
 */
final class SeenCollections {
  /** When there are more, all are forgotten, and each is asked for once again. */
  private static final int MAX_REMEMBERED = 10_000;

  private final Map<String, Seen> byName = new ConcurrentHashMap<>();

  /**
   * A collection as the server told it.
   *
   * @param indexed the fields that have a payload index
   */
  record Seen(QdrantCollection collection, Set<String> indexed) {}

  Optional<Seen> recall(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  void remember(Seen seen) {
    if (byName.size() >= MAX_REMEMBERED) {
      byName.clear();
    }
    byName.put(seen.collection().spec().name(), seen);
  }

  void forget(String name) {
    byName.remove(name);
  }
}
