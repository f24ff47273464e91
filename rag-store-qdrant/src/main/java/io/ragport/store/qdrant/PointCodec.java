package io.ragport.store.qdrant;

import io.qdrant.client.grpc.Common.PointId;
import io.qdrant.client.grpc.Points.RetrievedPoint;
import io.qdrant.client.grpc.Points.ScoredPoint;
import io.ragport.api.store.VectorHit;
import io.ragport.api.store.VectorRecord;
import java.util.UUID;

/** What the points of an answer stand for. Pure. */
final class PointCodec {
  private PointCodec() {}

  static UUID id(PointId id) {
    return UUID.fromString(id.getUuid());
  }

  /** The entry that a point with payload and embedding is. */
  static VectorRecord entry(QdrantCollection collection, RetrievedPoint point) {
    return PayloadCodec.entry(
        id(point.getId()),
        point.getPayloadMap(),
        StoredVector.embedding(collection, point.getVectors()));
  }

  /** A point as a hit with the score that the server gave it. */
  static VectorHit hit(ScoredPoint point) {
    return hit(point, point.getScore());
  }

  /** The same of a search by vector, where the score is a similarity. */
  static VectorHit nearest(ScoredPoint point) {
    return hit(point, cosine(point.getScore()));
  }

  private static VectorHit hit(ScoredPoint point, double score) {
    return PayloadCodec.hit(id(point.getId()), point.getPayloadMap(), score);
  }

  /** Single precision may go beyond what a cosine can be. */
  static double cosine(double computed) {
    return Math.max(-1, Math.min(1, computed));
  }
}
