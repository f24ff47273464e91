package io.ragport.store.qdrant;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import io.qdrant.client.grpc.Collections.CollectionDescription;
import io.qdrant.client.grpc.Collections.CollectionInfo;
import io.qdrant.client.grpc.Collections.CollectionOperationResponse;
import io.qdrant.client.grpc.Collections.DeleteCollection;
import io.qdrant.client.grpc.Collections.GetCollectionInfoRequest;
import io.qdrant.client.grpc.Collections.ListCollectionsRequest;
import io.ragport.api.store.CollectionIdentifiers;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What the server is asked about collections, and told to do with them. */
final class CollectionCalls {
  private final QdrantOptions options;
  private final QdrantNodes nodes;
  private final CollectionParameters parameters;

  CollectionCalls(QdrantOptions options, QdrantNodes nodes) {
    this.options = options;
    this.nodes = nodes;
    parameters = new CollectionParameters(options);
  }

  /** What Qdrant calls a collection, there or not. */
  String idOf(String name) {
    return options.get(QdrantOptions.COLLECTION_PREFIX) + CollectionIdentifiers.of(name);
  }

  /** What is there in the place of a collection; maybe not one of Ragport's. */
  Optional<CollectionInfo> info(String name) {
    return nodes.call(QdrantErrors.place(name), request(idOf(name)));
  }

  /** What Ragport recorded of a collection; empty if it is not there, or not Ragport's (COL-8). */
  Optional<CollectionMetadata> metadata(String name) {
    return info(name).flatMap(info -> metadata(name, info));
  }

  /** The same of an answer about that collection. */
  Optional<CollectionMetadata> metadata(String name, CollectionInfo info) {
    return CollectionMetadata.read(idOf(name), info)
        .filter(metadata -> metadata.spec().name().equals(name));
  }

  /** What Ragport recorded of every collection with our prefix. */
  List<CollectionMetadata> list() {
    String prefix = options.get(QdrantOptions.COLLECTION_PREFIX);
    return nodes
        .call(
            "collections",
            stubs -> stubs.collections().list(ListCollectionsRequest.getDefaultInstance()))
        .getCollectionsList()
        .stream()
        .map(CollectionDescription::getName)
        .filter(id -> id.startsWith(prefix))
        .flatMap(id -> recorded(id).stream())
        .toList();
  }

  /** Empty also for a collection of another prefix that begins like ours. */
  private Optional<CollectionMetadata> recorded(String id) {
    return nodes
        .call("collections", request(id))
        .flatMap(info -> CollectionMetadata.read(id, info))
        .filter(metadata -> idOf(metadata.spec().name()).equals(id));
  }

  /** Creates a collection, known to every node then. */
  void create(CollectionMetadata metadata) {
    String name = metadata.spec().name();
    nodes.call(
        QdrantErrors.place(name),
        stubs -> stubs.collections().create(parameters.create(metadata, stubs.timeout())));
    awaitCreated(name);
  }

  /** Returns when every node knows a collection. */
  void awaitCreated(String name) {
    awaitOnEveryNode(name, Optional::isPresent);
  }

  /** Makes payload indexes, all at once: the nodes of a cluster agree on each. */
  void createIndexes(
      QdrantCollection collection, List<PayloadIndexes.Index> missing, boolean wait) {
    missing.stream()
        .map(index -> index.create(collection.id(), wait))
        .map(
            request ->
                nodes.start(collection.place(), stubs -> stubs.points().createFieldIndex(request)))
        .toList()
        .forEach(QdrantNodes.Pending::await);
  }

  /** Removes a collection, known to no node then. A missing one is no error. */
  void drop(CollectionMetadata metadata) {
    String name = metadata.spec().name();
    DeleteCollection request =
        DeleteCollection.newBuilder().setCollectionName(metadata.spec().identifier()).build();
    nodes.callOr(
        CollectionOperationResponse.getDefaultInstance(),
        QdrantErrors.place(name),
        stubs -> stubs.collections().delete(request));
    awaitOnEveryNode(
        name,
        info ->
            info.flatMap(found -> metadata(name, found))
                .filter(found -> found.incarnation().equals(metadata.incarnation()))
                .isEmpty());
  }

  /**
   * The next call may go to any node, and must find there what this one did. With one address it
   * goes to the node that knows.
   */
  private void awaitOnEveryNode(String name, Predicate<Optional<CollectionInfo>> until) {
    if (options.find(QdrantOptions.NODES).isPresent()) {
      nodes.awaitEverywhere(QdrantErrors.place(name), request(idOf(name)), until);
    }
  }

  private static QdrantNodes.Request<Optional<CollectionInfo>> request(String id) {
    GetCollectionInfoRequest request =
        GetCollectionInfoRequest.newBuilder().setCollectionName(id).build();
    return stubs ->
        Futures.catchingAsync(
            Futures.transform(
                stubs.collections().get(request),
                answer -> Optional.of(answer.getResult()),
                MoreExecutors.directExecutor()),
            Exception.class,
            failure ->
                Failures.isMissing(failure)
                    ? Futures.immediateFuture(Optional.empty())
                    : Futures.immediateFailedFuture(failure),
            MoreExecutors.directExecutor());
  }
}
