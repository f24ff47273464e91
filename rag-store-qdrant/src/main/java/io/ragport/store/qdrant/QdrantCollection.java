package io.ragport.store.qdrant;

import io.ragport.api.store.CollectionSpec;
import java.util.Optional;

/**
 * A collection as it stands in the server.
 *
 * @param spec its {@code identifier} is the name of Qdrant's collection
 * @param incarnation differs from that of every other collection, also of the same name
 * @param terms how keyword searches weigh its texts; empty in one without keyword search
 */
record QdrantCollection(CollectionSpec spec, String incarnation, Optional<TermSettings> terms) {
  /** What Qdrant calls it. */
  String id() {
    return spec.identifier();
  }

  /** How a message names it. */
  String place() {
    return QdrantErrors.place(spec.name());
  }

  /**
   * The named vector of embeddings. No other collection has it: a request for one that was dropped
   * and made anew meanwhile names a vector that is not there, and fails. So searches need not ask
   * what the collection is like (COL-9), and no batch ends up half in one and half in the other.
   */
  String embedding() {
    return "embedding-" + incarnation;
  }

  /** The named sparse vector of weighted terms, just as much its own. */
  String termWeights() {
    return "terms-" + incarnation;
  }
}
