package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ragport.api.BackendUnavailableException;
import io.ragport.api.BaseRagService;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.PartialWriteException;
import io.ragport.api.QueryRequest;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.testing.TestEntries;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Nodes of a cluster that are killed. Left out unless {@code RAG_QDRANT_NODES} says that the tests
 * are about a cluster ({@code ./verify --cluster}); the one here is its own.
 */
class QdrantClusterTest {
  private static PrivateCluster cluster;

  @BeforeAll
  static void startCluster() {
    if (System.getenv("RAG_QDRANT_NODES") == null) {
      Assumptions.abort("not testable: RAG_QDRANT_NODES is not set (run ./verify --cluster)");
    }
    cluster = PrivateCluster.start();
  }

  @AfterAll
  static void endCluster() {
    if (cluster != null) { // not where it could not be started
      cluster.close();
    }
  }

  @AfterEach
  void restartEnded() {
    cluster.restartEnded();
  }

  /** A service with these settings. */
  static BaseRagService open(Map<String, ?> settings) {
    QdrantBackendProvider provider = new QdrantBackendProvider();
    return provider.open(
        ProviderConfig.of(QdrantOptions.SECTION, provider.options(), settings),
        EmbeddingSettings.of(new SeededVectors()));
  }

  @Nested
  class ThatTheClientTalksTo extends KilledNode {
    ThatTheClientTalksTo() {
      super("client's", 1, 1, 2, 3);
    }

    @Override
    PrivateCluster cluster() {
      return cluster;
    }
  }

  @Nested
  class ThatTheClientDoesNotKnow extends KilledNode {
    ThatTheClientDoesNotKnow() {
      super("unknown", 3, 1, 2);
    }

    @Override
    PrivateCluster cluster() {
      return cluster;
    }
  }

  @Test
  void aWriteThatEveryReplicaMustStoreFailsAndCanBeRepeatedOnceTheNodeIsBack() {
    Map<String, Object> settings = new HashMap<>(cluster.settings(1, 2));
    settings.put("writeConsistencyFactor", PrivateCluster.REPLICAS);
    IndexBatchRequest batch = batchForEveryShard("strict");
    try (BaseRagService service = open(settings)) {
      service.createCollection("strict", SeededVectors.DIMENSION, null);
      cluster.node(3).kill();
      Throwable failure = catchThrowable(() -> service.indexBatch(batch));
      cluster.node(3).restart();
      cluster.awaitReplicas("strict");

      service.indexBatch(batch);

      assertThat(failure)
          .isInstanceOf(PartialWriteException.class) // nor could it be taken back
          .hasCauseInstanceOf(BackendUnavailableException.class);
      assertThat(service.countEntries("strict")).isEqualTo(batch.items().size());
    }
  }

  @Test
  void aReadThatMostReplicasMustAnswerFailsUntilTheNodeIsBack() {
    Map<String, Object> settings = new HashMap<>(cluster.settings(1, 2));
    settings.put("readConsistency", "majority");
    QueryRequest query = QueryRequest.builder("text 1").collectionName("quorum").build();
    try (BaseRagService service = open(settings)) {
      service.indexBatch(batchForEveryShard("quorum"));
      cluster.node(3).kill();
      Throwable failure = catchThrowable(() -> service.query(query));
      cluster.node(3).restart();
      cluster.awaitReplicas("quorum");

      assertThat(failure)
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("too few nodes of the cluster answer");
      assertThat(service.query(query)).isNotEmpty();
    }
  }

  @Test
  void aCollectionCanBeMadeWhileANodeIsDown() {
    IndexBatchRequest batch = batchForEveryShard("new");
    try (BaseRagService service = open(cluster.settings(1, 2, 3))) {
      service.check();
      cluster.node(1).kill();

      service.indexBatch(batch);

      assertThat(service.countEntries("new")).isEqualTo(batch.items().size());
      cluster.node(1).restart();
      cluster.awaitReplicas("new");
    }
  }

  private static IndexBatchRequest batchForEveryShard(String collectionName) {
    return IndexBatchRequest.builder()
        .collectionName(collectionName)
        .addAll(
            IntStream.range(0, 50)
                .mapToObj(i -> IndexItem.of("text " + i).withId(TestEntries.id(i)))
                .toList())
        .build();
  }
}
