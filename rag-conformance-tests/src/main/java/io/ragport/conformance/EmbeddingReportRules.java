package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.IndexBatchRequest;
import io.ragport.api.IndexItem;
import io.ragport.api.IndexRequest;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.embedding.EmbeddingListener;
import io.ragport.api.embedding.EmbeddingOperation;
import io.ragport.api.embedding.EmbeddingStats;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** EMB-5: one report for each embedding call. */
abstract class EmbeddingReportRules extends Rules {
  private final List<EmbeddingStats> reports = new CopyOnWriteArrayList<>();

  EmbeddingReportRules(Backend backend) {
    super(backend);
  }

  @Rule("EMB-5")
  @Test
  void eachEmbeddingCallReportsOnceWithItsOperationAndSize() {
    BaseRagService reporting = listening(reports::add);

    indexAndQuery(reporting, null);

    assertThat(reports)
        .extracting(EmbeddingStats::operation)
        .containsExactly(
            EmbeddingOperation.INDEX,
            EmbeddingOperation.INDEX_BATCH,
            EmbeddingOperation.QUERY,
            EmbeddingOperation.QUERY_BATCH);
    assertThat(reports).extracting(EmbeddingStats::batchSize).containsExactly(1, 2, 1, 2);
  }

  @Rule("EMB-5")
  @Needs(Capability.REPLACE)
  @Test
  void replacingReportsOnce() {
    BaseRagService reporting = listening(reports::add);

    reporting.replace(replacement().build());

    assertThat(reports)
        .extracting(EmbeddingStats::operation)
        .containsExactly(EmbeddingOperation.REPLACE);
    assertThat(reports).extracting(EmbeddingStats::batchSize).containsExactly(1);
  }

  @Rule("EMB-5")
  @Test
  void aReportTellsModelDurationAndTokens() {
    BaseRagService reporting = listening(reports::add);

    reporting.index("tokens not known");
    embedding.countingTokens(7);
    reporting.index("tokens known");

    assertThat(reports)
        .extracting(EmbeddingStats::model)
        .containsExactly(embedding.modelName(), embedding.modelName());
    assertThat(reports)
        .allSatisfy(
            report -> assertThat(report.duration().isNegative()).as("negative duration").isFalse());
    assertThat(reports)
        .extracting(EmbeddingStats::tokens)
        .containsExactly(OptionalLong.empty(), OptionalLong.of(7));
  }

  @Rule("EMB-5")
  @Test
  void aBatchThatIsSplitReportsEachCall() {
    embedding.limitedTo(2, Integer.MAX_VALUE);
    BaseRagService reporting = listening(reports::add);

    reporting.indexBatch(
        IndexBatchRequest.builder()
            .addAll(Stream.of("a", "b", "c", "d", "e").map(IndexItem::of).toList())
            .build());

    assertThat(reports).extracting(EmbeddingStats::batchSize).isEqualTo(embedding.batchSizes());
    assertThat(reports.stream().collect(Collectors.summingInt(EmbeddingStats::batchSize)))
        .isEqualTo(5);
  }

  @Rule("EMB-5")
  @Test
  void whereNothingIsEmbeddedNothingIsReported() {
    BaseRagService reporting = listening(reports::add);

    reporting.indexBatch(IndexBatchRequest.builder().build());
    reporting.query("in a missing collection");
    reporting.queryBatch(QueryBatchRequest.builder(List.of()).build());

    assertThat(reports).isEmpty();
  }

  @Rule("EMB-5")
  @Test
  void aRequestsListenerTakesThePlaceOfTheServices() {
    List<EmbeddingStats> own = new CopyOnWriteArrayList<>();
    BaseRagService reporting = listening(reports::add);

    indexAndQuery(reporting, own::add);

    assertThat(own).extracting(EmbeddingStats::batchSize).containsExactly(1, 2, 1, 2);
    assertThat(reports).as("reports to the service's").isEmpty();
  }

  @Rule("EMB-5")
  @Needs(Capability.REPLACE)
  @Test
  void aReplaceRequestsListenerTakesThePlaceOfTheServices() {
    List<EmbeddingStats> own = new CopyOnWriteArrayList<>();
    BaseRagService reporting = listening(reports::add);

    reporting.replace(replacement().listener(own::add).build());

    assertThat(own).extracting(EmbeddingStats::batchSize).containsExactly(1);
    assertThat(reports).as("reports to the service's").isEmpty();
  }

  @Rule("EMB-5")
  @Test
  void aRequestsListenerIsToldWhereTheServiceHasNone() {
    indexAndQuery(service, reports::add);

    assertThat(reports).extracting(EmbeddingStats::batchSize).containsExactly(1, 2, 1, 2);
  }

  @Rule("EMB-5")
  @Test
  void theNextRequestReportsToTheServicesListenerAgain() {
    BaseRagService reporting = listening(reports::add);

    reporting.index(IndexRequest.builder("one").listener(report -> {}).build());
    reporting.index("two");

    assertThat(reports).hasSize(1);
  }

  @Rule("EMB-5")
  @Test
  void aListenerThatThrowsBreaksNoCall() {
    BaseRagService reporting = listening(EmbeddingReportRules::fail);

    indexAndQuery(reporting, null);

    assertThat(contents(everything(DOCS))).containsExactlyInAnyOrder("one", "two", "three");
    assertThat(log.take()).as("warnings").isNotEmpty();
  }

  @Rule("EMB-5")
  @Test
  void aRequestsListenerThatThrowsBreaksNoCall() {
    indexAndQuery(service, EmbeddingReportRules::fail);

    assertThat(contents(everything(DOCS))).containsExactlyInAnyOrder("one", "two", "three");
    assertThat(log.take()).as("warnings").isNotEmpty();
  }

  private static void fail(EmbeddingStats report) {
    throw new IllegalStateException("made by the suite");
  }

  private BaseRagService listening(EmbeddingListener listener) {
    return keep(configured(Map.of()).embedder(embedding).listener(listener).open());
  }

  /** One call of each kind; one, two, one and two texts. */
  private static void indexAndQuery(BaseRagService called, @Nullable EmbeddingListener listener) {
    IndexRequest.Builder single = IndexRequest.builder("one").collectionName(DOCS);
    IndexBatchRequest.Builder batch =
        IndexBatchRequest.builder()
            .collectionName(DOCS)
            .add(IndexItem.of("two"))
            .add(IndexItem.of("three"));
    if (listener != null) {
      single.listener(listener);
      batch.listener(listener);
    }
    called.index(single.build());
    called.indexBatch(batch.build());
    called.query(theQuery().listener(listener).build());
    called.queryBatch(
        QueryBatchRequest.builder(List.of("four", "five"))
            .collectionName(DOCS)
            .listener(listener)
            .build());
  }

  private static ReplaceRequest.Builder replacement() {
    return ReplaceRequest.builder(DOCS).sourceId("a").add(IndexItem.of("new"));
  }
}
