package io.ragport.store.qdrant;

import static io.qdrant.client.PointIdFactory.id;
import static io.qdrant.client.QueryFactory.nearest;
import static io.qdrant.client.VectorFactory.vector;
import static io.qdrant.client.VectorsFactory.namedVectors;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.qdrant.client.grpc.Points.PointStruct;
import io.qdrant.client.grpc.Points.Query;
import io.qdrant.client.grpc.Points.QueryPoints;
import io.qdrant.client.grpc.Points.Vector;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a real server says of vectors that a collection does not have, or not any more. */
class OtherVectorsTest {
  private static final String MADE_ANEW =
      "it was made anew with other settings meanwhile (repeat the call)";

  private final QdrantOptions options = TestServer.options(TestServer.newPrefix(), Map.of());
  private final QdrantNodes nodes = new QdrantNodes(options);
  private final CollectionCalls calls = new CollectionCalls(options, nodes);
  private final CollectionMetadata docs =
      CollectionMetadata.toCreate(
          CollectionSpec.toCreate("docs", "model", 3, null), calls.idOf("docs"), Optional.empty());

  @BeforeEach
  void create() {
    calls.create(docs);
  }

  @AfterEach
  void drop() {
    try (nodes) {
      calls.drop(docs);
    }
  }

  private void search(String name, Query query) {
    QueryPoints request =
        QueryPoints.newBuilder()
            .setCollectionName(docs.spec().identifier())
            .setQuery(query)
            .setUsing(name)
            .build();
    nodes.call(
        "the search", ByClient.request((client, timeout) -> client.queryAsync(request, timeout)));
  }

  private void write(String name, Vector vector) {
    List<PointStruct> points =
        List.of(
            PointStruct.newBuilder()
                .setId(id(1))
                .setVectors(namedVectors(Map.of(name, vector)))
                .build());
    nodes.call(
        "the batch",
        ByClient.request(
            (client, timeout) -> client.upsertAsync(docs.spec().identifier(), points, timeout)));
  }

  @Test
  void vectorsOfAnotherNameTellThatTheCollectionWasMadeAnew() {
    List<Runnable> requests =
        List.of(
            () -> search("another", nearest(1f, 2f, 3f)),
            () -> search("another", nearest(List.of(1f), List.of(7))),
            () -> write("another", vector(1, 2, 3)));

    for (Runnable request : requests) {
      assertThatThrownBy(request::run)
          .isExactlyInstanceOf(RagStoreException.class)
          .hasMessageEndingWith(MADE_ANEW)
          .matches(Failures::isOtherVector);
    }
  }

  @Test
  void vectorsOfAnotherDimensionTellSoToo() {
    assertThatThrownBy(() -> write(docs.collection().embedding(), vector(1, 2)))
        .isExactlyInstanceOf(RagStoreException.class)
        .hasMessage("qdrant: the batch: " + MADE_ANEW)
        .matches(
            failure -> Status.fromThrowable(failure).getCode() == Status.Code.INVALID_ARGUMENT);
  }
}
