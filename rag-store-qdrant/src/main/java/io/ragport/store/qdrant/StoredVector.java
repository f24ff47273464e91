package io.ragport.store.qdrant;

import io.qdrant.client.grpc.Points.VectorOutput;
import io.qdrant.client.grpc.Points.VectorsOutput;

/** A dense vector of an answer, as Qdrant keeps it. */
@SuppressWarnings("deprecation") // servers of before 1.17 fill in nothing but the old field
record StoredVector(VectorOutput output) {
  /** The embedding among the vectors of a point. */
  static StoredVector embedding(QdrantCollection collection, VectorsOutput vectors) {
    return new StoredVector(
        vectors
            .getVectors()
            .getVectorsOrDefault(collection.embedding(), VectorOutput.getDefaultInstance()));
  }

  int dimension() {
    return output.hasDense() ? output.getDense().getDataCount() : output.getDataCount();
  }

  float component(int index) {
    return output.hasDense() ? output.getDense().getData(index) : output.getData(index);
  }
}
