package io.ragport.store.qdrant;

import io.qdrant.client.grpc.Collections.BinaryQuantization;
import io.qdrant.client.grpc.Collections.CreateCollection;
import io.qdrant.client.grpc.Collections.Distance;
import io.qdrant.client.grpc.Collections.HnswConfigDiff;
import io.qdrant.client.grpc.Collections.Modifier;
import io.qdrant.client.grpc.Collections.OptimizersConfigDiff;
import io.qdrant.client.grpc.Collections.QuantizationConfig;
import io.qdrant.client.grpc.Collections.QuantizationType;
import io.qdrant.client.grpc.Collections.ScalarQuantization;
import io.qdrant.client.grpc.Collections.SparseIndexConfig;
import io.qdrant.client.grpc.Collections.SparseVectorConfig;
import io.qdrant.client.grpc.Collections.SparseVectorParams;
import io.qdrant.client.grpc.Collections.VectorParams;
import io.qdrant.client.grpc.Collections.VectorParamsMap;
import io.qdrant.client.grpc.Collections.VectorsConfig;
import io.ragport.api.spi.ConfigOption;
import java.time.Duration;
import java.util.Optional;

/** The request that creates a collection. What no setting says is left to the server. */
final class CollectionParameters {
  private final QdrantOptions options;

  /**
   * Nodes agree in a fraction of that. What was on its way to a node that leads no longer is lost,
   * and has to be asked for again.
   */
  private static final long AGREEMENT_SECONDS = 5;

  CollectionParameters(QdrantOptions options) {
    this.options = options;
  }

  /**
   * The request.
   *
   * @param timeout how long the nodes of a cluster may take to agree on it, at most
   */
  CreateCollection create(CollectionMetadata metadata, Duration timeout) {
    QdrantCollection collection = metadata.collection();
    CreateCollection.Builder request =
        CreateCollection.newBuilder()
            .setCollectionName(collection.id())
            .setVectorsConfig(
                VectorsConfig.newBuilder()
                    .setParamsMap(
                        VectorParamsMap.newBuilder()
                            .putMap(
                                collection.embedding(), embeddings(collection.spec().dimension()))))
            .putAllMetadata(metadata.write())
            .setTimeout(Math.max(1, Math.min(AGREEMENT_SECONDS, timeout.toSeconds())));
    if (collection.terms().isPresent()) {
      request.setSparseVectorsConfig(
          SparseVectorConfig.newBuilder().putMap(collection.termWeights(), terms()));
    }
    options.find(QdrantOptions.SHARD_NUMBER).ifPresent(request::setShardNumber);
    options.find(QdrantOptions.REPLICATION_FACTOR).ifPresent(request::setReplicationFactor);
    options
        .find(QdrantOptions.WRITE_CONSISTENCY_FACTOR)
        .ifPresent(request::setWriteConsistencyFactor);
    options.find(QdrantOptions.ON_DISK_PAYLOAD).ifPresent(request::setOnDiskPayload);
    quantization().ifPresent(request::setQuantizationConfig);
    if (isAnySet(QdrantOptions.M, QdrantOptions.EF_CONSTRUCTION)) {
      request.setHnswConfig(graph());
    }
    options
        .find(QdrantOptions.INDEXING_THRESHOLD)
        .ifPresent(
            size ->
                request.setOptimizersConfig(
                    OptimizersConfigDiff.newBuilder().setIndexingThreshold(size)));
    return request.build();
  }

  private VectorParams embeddings(int dimension) {
    VectorParams.Builder vectors =
        VectorParams.newBuilder().setSize(dimension).setDistance(Distance.Cosine);
    options.find(QdrantOptions.ON_DISK_VECTORS).ifPresent(vectors::setOnDisk);
    return vectors.build();
  }

  /** The server weighs rare terms up, by what all entries hold at the time of the search. */
  private SparseVectorParams terms() {
    SparseVectorParams.Builder vectors = SparseVectorParams.newBuilder().setModifier(Modifier.Idf);
    options
        .find(QdrantOptions.ON_DISK_VECTORS)
        .ifPresent(onDisk -> vectors.setIndex(SparseIndexConfig.newBuilder().setOnDisk(onDisk)));
    return vectors.build();
  }

  /** The copies are in memory also where the vectors are not: there they save the most reads. */
  private Optional<QuantizationConfig> quantization() {
    QuantizationConfig.Builder copies = QuantizationConfig.newBuilder();
    return switch (options.get(QdrantOptions.QUANTIZATION)) {
      case NONE -> Optional.empty();
      case SCALAR ->
          Optional.of(
              copies
                  .setScalar(
                      ScalarQuantization.newBuilder()
                          .setType(QuantizationType.Int8)
                          .setAlwaysRam(true))
                  .build());
      case BINARY ->
          Optional.of(copies.setBinary(BinaryQuantization.newBuilder().setAlwaysRam(true)).build());
    };
  }

  private HnswConfigDiff graph() {
    HnswConfigDiff.Builder graph = HnswConfigDiff.newBuilder();
    options.find(QdrantOptions.M).ifPresent(graph::setM);
    options.find(QdrantOptions.EF_CONSTRUCTION).ifPresent(graph::setEfConstruct);
    return graph.build();
  }

  private boolean isAnySet(ConfigOption<?> one, ConfigOption<?> other) {
    return options.find(one).isPresent() || options.find(other).isPresent();
  }
}
