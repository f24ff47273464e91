package io.ragport.store.qdrant;

import io.qdrant.client.PointIdFactory;
import io.qdrant.client.grpc.Points.DenseVector;
import io.qdrant.client.grpc.Points.NamedVectors;
import io.qdrant.client.grpc.Points.PointStruct;
import io.qdrant.client.grpc.Points.SparseVector;
import io.qdrant.client.grpc.Points.Vector;
import io.qdrant.client.grpc.Points.Vectors;
import io.ragport.api.store.VectorRecord;
import java.util.Optional;

/** Entries as points of one collection. Immutable. */
final class PointBuilder {
  private final String embedding;
  private final String termWeights;
  private final Optional<SparseTerms> terms;

  PointBuilder(QdrantCollection collection) {
    embedding = collection.embedding();
    termWeights = collection.termWeights();
    terms = collection.terms().map(SparseTerms::new);
  }

  PointStruct build(VectorRecord entry) {
    UnitVector unit = UnitVector.of(entry.vector());
    return PointStruct.newBuilder()
        .setId(PointIdFactory.id(entry.id()))
        .setVectors(Vectors.newBuilder().setVectors(vectors(unit, entry.content())))
        .putAllPayload(PayloadCodec.write(entry, unit.length()))
        .build();
  }

  private NamedVectors.Builder vectors(UnitVector unit, String content) {
    NamedVectors.Builder vectors =
        NamedVectors.newBuilder()
            .putVectors(embedding, Vector.newBuilder().setDense(dense(unit)).build());
    terms
        .map(known -> known.ofContent(content))
        .filter(weights -> weights.getIndicesCount() > 0)
        .ifPresent(weights -> vectors.putVectors(termWeights, sparse(weights)));
    return vectors;
  }

  private static DenseVector.Builder dense(UnitVector unit) {
    DenseVector.Builder dense = DenseVector.newBuilder();
    for (float component : unit.components()) {
      dense.addData(component);
    }
    return dense;
  }

  private static Vector sparse(SparseVector weights) {
    return Vector.newBuilder().setSparse(weights).build();
  }
}
