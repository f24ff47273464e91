package io.ragport.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ragport.api.EmbeddingException;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.QueryMode;
import io.ragport.api.QueryRequest;
import io.ragport.api.RagEntry;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.embedding.EmbeddingListener;
import io.ragport.api.embedding.EmbeddingOperation;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.embedding.EmbeddingStats;
import io.ragport.api.testing.InMemoryVectorStore;
import io.ragport.api.testing.LogCapture;
import io.ragport.api.testing.RecordingEmbedding;
import io.ragport.api.testing.Services;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One report for each call of an embedder (EMB-5). */
class EmbeddingReportsTest {
  private final LogCapture log = LogCapture.of("io.ragport.api.store");
  private final InMemoryVectorStore store = new InMemoryVectorStore();
  private final RecordingEmbedding embedding = new RecordingEmbedding();
  private final List<EmbeddingStats> reports = new ArrayList<>();
  private final VectorStoreRagService service = listening(reports::add);

  @AfterEach
  void stopCapturing() {
    log.close();
  }

  @Test
  void everyOperationReportsItsCall() {
    List<String> two = List.of("east", "north");
    service.index("east");
    service.indexBatch(IndexBatchRequest.builder().addAll(Services.items(2)).build());
    service.query("east");
    service.queryBatch(QueryBatchRequest.builder(two).build());
    service.replace(
        ReplaceRequest.builder("default").sourceId("s").add(Services.item(1, "up")).build());
    service.computeSimilarityMatrix(two, List.of("default"), "default");

    assertThat(reports)
        .extracting(EmbeddingStats::operation)
        .containsExactly(EmbeddingOperation.values());
    assertThat(reports).extracting(EmbeddingStats::batchSize).containsExactly(1, 2, 1, 2, 1, 2);
    assertThat(reports).extracting(EmbeddingStats::model).containsOnly("model-a");
    assertThat(reports).allSatisfy(stats -> assertThat(stats.duration().isNegative()).isFalse());
  }

  @Test
  void aBatchThatIsSplitReportsEachCall() {
    embedding.limitedTo(2, 1000);

    service.indexBatch(IndexBatchRequest.builder().addAll(Services.items(5)).build());

    assertThat(reports).extracting(EmbeddingStats::batchSize).containsExactly(2, 2, 1);
  }

  @Test
  void tokensAreReportedWhereTheyAreKnown() {
    service.index("east");
    embedding.countingTokens(7);
    service.index("north");

    assertThat(reports)
        .extracting(EmbeddingStats::tokens)
        .containsExactly(OptionalLong.empty(), OptionalLong.of(7));
  }

  @Test
  void aHybridQueryReportsOnceAndAKeywordQueryNever() {
    service.index("east");
    reports.clear();

    service.query(QueryRequest.builder("east").mode(QueryMode.KEYWORD).build());
    service.query(QueryRequest.builder("east").mode(QueryMode.HYBRID).build());

    assertThat(reports).hasSize(1);
  }

  @Test
  void aFailedCallIsNotReported() {
    embedding.failing(new IllegalStateException("down"));

    assertThatExceptionOfType(EmbeddingException.class).isThrownBy(() -> service.index("east"));
    assertThat(reports).isEmpty();
  }

  @Test
  void aRequestsListenerTakesThePlaceOfTheServices() {
    List<EmbeddingStats> own = new ArrayList<>();
    EmbeddingListener listener = own::add;
    service.index(IndexRequest.builder("east").listener(listener).build());
    service.indexBatch(
        IndexBatchRequest.builder().addAll(Services.items(2)).listener(listener).build());
    service.query(QueryRequest.builder("east").listener(listener).build());
    service.queryBatch(QueryBatchRequest.builder(List.of("east")).listener(listener).build());
    service.replace(
        ReplaceRequest.builder("default")
            .sourceId("s")
            .add(Services.item(1, "up"))
            .listener(listener)
            .build());

    assertThat(own).extracting(EmbeddingStats::batchSize).containsExactly(1, 2, 1, 1, 1);
    assertThat(reports).isEmpty();
  }

  @Test
  void theNextRequestReportsToTheServicesListenerAgain() {
    service.index(IndexRequest.builder("east").listener(stats -> {}).build());
    service.index("north");

    assertThat(reports).hasSize(1);
  }

  @Test
  void withoutAListenerNothingIsCounted() {
    VectorStoreRagService silent = Services.over(store, embedding);

    RagEntry entry = silent.index("east");

    assertThat(entry.content()).isEqualTo("east");
    assertThat(reports).isEmpty();
  }

  @Test
  void aThrowingListenerBreaksNothingAndIsLogged() {
    VectorStoreRagService broken =
        listening(
            stats -> {
              throw new IllegalStateException("listener");
            });

    RagEntry entry = broken.index("east");

    assertThat(broken.getEntries("default", List.of(entry.id()))).hasSize(1);
    assertThat(log.warnings()).containsExactly("memory: an embedding listener failed");
  }

  @Test
  void aListenerMayCallTheService() {
    List<Long> counts = new ArrayList<>();
    VectorStoreRagService[] self = new VectorStoreRagService[1];
    self[0] = listening(stats -> counts.add(self[0].countEntries("default")));

    self[0].index("east");

    assertThat(counts).containsExactly(0L);
  }

  @Test
  void nothingIsReportedOrEmbeddedWhereNothingIsAsked() {
    service.queryBatch(QueryBatchRequest.builder(List.of()).build());
    service.query(QueryRequest.builder("east").sourceIds(List.of()).build());
    service.query(QueryRequest.builder("east").collectionName("missing").build());
    service.computeSimilarityMatrix(List.of("east"), List.of(), "default");

    assertThat(reports).isEmpty();
    assertThat(embedding.calls()).isEmpty();
  }

  private VectorStoreRagService listening(EmbeddingListener listener) {
    return VectorStoreRagService.builder(
            store, EmbeddingSettings.of(embedding).withListener(listener))
        .build();
  }
}
