package io.ragport.store.qdrant;

import io.qdrant.client.PointIdFactory;
import io.qdrant.client.VectorFactory;
import io.qdrant.client.VectorsFactory;
import io.qdrant.client.grpc.Common.Filter;
import io.qdrant.client.grpc.Points.PointStruct;
import io.qdrant.client.grpc.Points.ScrollPoints;
import io.ragport.api.FilterEvaluator;
import io.ragport.api.MetadataFilter;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.VectorRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Entries in a collection of a test's own, and which of them a filter selects. */
final class FilteredPoints implements AutoCloseable {
  private static final String NAME = "filtered";

  private final QdrantNodes nodes;
  private final CollectionCalls calls;
  private final CollectionMetadata metadata;
  private final QdrantCollection collection;
  private final List<FilterableKey> declared;
  private final Map<UUID, VectorRecord> entries = new LinkedHashMap<>();

  private FilteredPoints(QdrantOptions options, List<FilterableKey> declared) {
    this.declared = declared;
    nodes = new QdrantNodes(options);
    calls = new CollectionCalls(options, nodes);
    metadata =
        CollectionMetadata.toCreate(
            CollectionSpec.toCreate(NAME, "model", 3, null), calls.idOf(NAME), Optional.empty());
    collection = metadata.collection();
  }

  /**
   * Half of the entries written before the indexes are made, half after.
   *
   * @param declared if there are none, the collection has no index at all
   */
  static FilteredPoints create(
      QdrantOptions options, List<FilterableKey> declared, List<VectorRecord> entries) {
    FilteredPoints points = new FilteredPoints(options, declared);
    try {
      points.calls.create(points.metadata);
      points.write(entries.subList(0, entries.size() / 2));
      points.makeIndexes();
      points.write(entries.subList(entries.size() / 2, entries.size()));
      return points;
    } catch (RuntimeException | Error e) {
      points.close();
      throw e;
    }
  }

  QdrantNodes nodes() {
    return nodes;
  }

  QdrantCollection collection() {
    return collection;
  }

  private void write(List<VectorRecord> written) {
    List<PointStruct> points = new ArrayList<>();
    for (VectorRecord entry : written) {
      entries.put(entry.id(), entry);
      points.add(
          PointStruct.newBuilder()
              .setId(PointIdFactory.id(entry.id()))
              .setVectors(
                  VectorsFactory.namedVectors(
                      Map.of(collection.embedding(), VectorFactory.vector(entry.vector()))))
              .putAllPayload(PayloadCodec.write(entry, 1))
              .build());
    }
    nodes.call(
        "write",
        ByClient.request(
            (client, timeout) -> client.upsertAsync(collection.id(), points, timeout)));
  }

  private void makeIndexes() {
    if (!declared.isEmpty()) {
      calls.createIndexes(collection, PayloadIndexes.of(declared), true);
    }
  }

  /** What the server selects by that filter, or superset of it. */
  Set<UUID> selected(MetadataFilter filter) {
    return found(
        QdrantFilters.condition(null, filter, declared).orElse(Filter.getDefaultInstance()));
  }

  Set<UUID> found(Filter condition) {
    return nodes
        .call(
            "scroll",
            ByClient.request(
                (client, timeout) ->
                    client.scrollAsync(
                        ScrollPoints.newBuilder()
                            .setCollectionName(collection.id())
                            .setFilter(condition)
                            .setLimit(entries.size() + 1)
                            .build(),
                        timeout)))
        .getResultList()
        .stream()
        .map(point -> UUID.fromString(point.getId().getUuid()))
        .collect(Collectors.toSet());
  }

  /** What the evaluator selects (FLT-9). */
  Set<UUID> expected(MetadataFilter filter) {
    return entries.values().stream()
        .filter(entry -> FilterEvaluator.matches(filter, entry.metadata()))
        .map(VectorRecord::id)
        .collect(Collectors.toSet());
  }

  @Override
  public void close() {
    try (nodes) {
      calls.drop(metadata);
    }
  }
}
