package io.ragport.store.qdrant;

import io.qdrant.client.PointIdFactory;
import io.qdrant.client.WithPayloadSelectorFactory;
import io.qdrant.client.WithVectorsSelectorFactory;
import io.qdrant.client.grpc.Points.RetrievedPoint;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorRecord;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A collection of a test's own in a real server, and what is in it, read past our readers. */
final class WrittenPoints implements AutoCloseable {
  private final QdrantOptions options;
  private final QdrantNodes nodes;
  private final QdrantCollections collections;
  private final QdrantCollection collection;

  private WrittenPoints(QdrantOptions options, QdrantCollection collection) {
    this.options = options;
    this.collection = collection;
    nodes = new QdrantNodes(options);
    collections = new QdrantCollections(options, nodes);
  }

  private static WrittenPoints create(QdrantOptions options, int dimension) {
    try (QdrantNodes nodes = new QdrantNodes(options)) {
      return new WrittenPoints(
          options,
          new QdrantCollections(options, nodes)
              .create(CollectionSpec.toCreate("docs", "model", dimension, null)));
    }
  }

  /** An empty collection in the server of all tests. */
  static WrittenPoints create(int dimension, Map<String, ?> settings) {
    return create(TestServer.options(TestServer.newPrefix(), settings), dimension);
  }

  /** An empty collection in a server of the test's own. */
  static WrittenPoints create(PrivateServer server, int dimension, Map<String, ?> settings) {
    return create(server.options(settings), dimension);
  }

  /** The same one over connections of its own. */
  WrittenPoints reopen() {
    return new WrittenPoints(options, collection);
  }

  /** One of the same name and another model. */
  void createOther() {
    collections.create(CollectionSpec.toCreate("docs", "other", 3, null));
  }

  PointWriter writer() {
    return new PointWriter(options, nodes);
  }

  QdrantNodes nodes() {
    return nodes;
  }

  QdrantCollection collection() {
    return collection;
  }

  void drop() {
    collections.drop("docs");
  }

  long count() {
    return nodes.call(
        "count",
        ByClient.request(
            (client, timeout) -> client.countAsync(collection.id(), null, true, timeout)));
  }

  boolean contains(UUID id) {
    return !points(id).isEmpty();
  }

  RetrievedPoint point(UUID id) {
    return points(id).get(0);
  }

  private List<RetrievedPoint> points(UUID id) {
    return nodes.call(
        "read",
        ByClient.request(
            (client, timeout) ->
                client.retrieveAsync(
                    collection.id(),
                    List.of(PointIdFactory.id(id)),
                    WithPayloadSelectorFactory.enable(true),
                    WithVectorsSelectorFactory.enable(true),
                    null,
                    timeout)));
  }

  /** An entry as it comes back. */
  VectorRecord entry(UUID id) {
    return PointCodec.entry(collection, point(id));
  }

  @Override
  public void close() {
    drop();
    nodes.close();
  }
}
