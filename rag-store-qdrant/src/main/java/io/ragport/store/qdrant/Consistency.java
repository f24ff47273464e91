package io.ragport.store.qdrant;

import io.qdrant.client.grpc.Points.ReadConsistency;
import io.qdrant.client.grpc.Points.ReadConsistencyType;
import java.util.Optional;

/** The setting of the read consistency in Qdrant's words. Pure. */
final class Consistency {
  private Consistency() {}

  /** What a read takes for an answer; empty leaves it to the server. */
  static Optional<ReadConsistency> of(QdrantOptions options) {
    return options
        .find(QdrantOptions.READ_CONSISTENCY)
        .map(
            wanted ->
                switch (wanted) {
                  case ALL -> ReadConsistencyType.All;
                  case MAJORITY -> ReadConsistencyType.Majority;
                  case QUORUM -> ReadConsistencyType.Quorum;
                })
        .map(type -> ReadConsistency.newBuilder().setType(type).build());
  }
}
