package io.ragport.store.qdrant;

import java.util.List;

/** A request that any server answers. */
final class Listing {
  static final QdrantNodes.Request<List<String>> NAMES =
      ByClient.request((client, timeout) -> client.listCollectionsAsync(timeout));

  private Listing() {}

  static List<String> names(QdrantNodes nodes) {
    return nodes.call("the list", NAMES);
  }
}
