package io.ragport.store.qdrant;

import static io.ragport.testing.TestEntries.changed;
import static io.ragport.testing.TestEntries.entries;
import static io.ragport.testing.TestEntries.entry;
import static io.ragport.testing.TestEntries.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.qdrant.client.grpc.Points.PointStruct;
import io.qdrant.client.grpc.Points.UpsertPoints;
import io.qdrant.client.grpc.Points.WriteOrderingType;
import io.ragport.api.RagStoreException;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.Selection;
import io.ragport.api.store.TextLanguage;
import io.ragport.api.store.VectorRecord;
import io.ragport.testing.InThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The requests of writes: their sizes, their order, and what happens after a failure. */
class WriteRequestsTest {
  private static final int LARGE = 1 << 20;
  private static final int FEW_BYTES = 2_000;

  private static final QdrantCollection DOCS =
      new QdrantCollection(
          CollectionSpec.toCreate("docs", "model", 3, null).storedAs("docs", 1),
          "1",
          Optional.of(new TermSettings(TextLanguage.ENGLISH, 10)));

  @Test
  void entriesThatFillOneRequestAreOneRequest() {
    int bytes = upserts(entries(10, 40), LARGE).get(0).getSerializedSize();

    assertThat(upserts(entries(10, 40), bytes)).hasSize(1);
    assertThat(upserts(entries(10, 41), bytes))
        .extracting(UpsertPoints::getPointsCount)
        .containsExactly(30, 1);
  }

  @Test
  void noRequestIsLargerThanItMayBeAndNoneSmallerThanItNeedBe() {
    List<UpsertPoints> requests = upserts(entries(0, 200), FEW_BYTES);

    assertThat(requests).hasSizeGreaterThan(2);
    for (int i = 0; i < requests.size() - 1; i++) {
      PointStruct next = requests.get(i + 1).getPoints(0);
      assertThat(requests.get(i).getSerializedSize()).isLessThanOrEqualTo(FEW_BYTES);
      assertThat(requests.get(i).toBuilder().addPoints(next).build().getSerializedSize())
          .isGreaterThan(FEW_BYTES);
    }
  }

  @Test
  void anEntryThatIsTooLargeForARequestGoesAlone() {
    List<VectorRecord> entries = new ArrayList<>(entries(0, 3));
    entries.set(1, changed(entry(1), "word ".repeat(FEW_BYTES)));

    assertThat(upserts(entries, FEW_BYTES))
        .extracting(UpsertPoints::getPointsCount)
        .containsExactly(1, 1, 1);
  }

  @Test
  void noEntriesAreNoRequest() {
    assertThat(upserts(List.of(), LARGE)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"WEAK, Weak", "MEDIUM, Medium", "STRONG, Strong"})
  void writesTellHowTheyAreOrderedAndWaitForTheServer(String setting, WriteOrderingType ordering) {
    try (RecordingServer server = RecordingServer.answering();
        QdrantNodes nodes = new QdrantNodes(server.options(Map.of()))) {
      PointWriter writer = new PointWriter(server.options(Map.of("writeOrdering", setting)), nodes);

      writer.upsert(DOCS, entries(0, 1));
      writer.delete("docs", "docs", Selection.ofIds(List.of(id(1))));

      assertThat(server.upserts())
          .singleElement()
          .matches(UpsertPoints::getWait, "waits")
          .matches(request -> request.getOrdering().getType() == ordering, "ordered")
          .matches(request -> request.getCollectionName().equals("docs"), "in the collection");
      assertThat(server.deletes())
          .singleElement()
          .matches(request -> request.getWait(), "waits")
          .matches(request -> request.getOrdering().getType() == ordering, "ordered")
          .matches(request -> request.getCollectionName().equals("docs"), "in the collection");
    }
  }

  @Test
  void deletingManyIdsIsOneRequest() {
    try (RecordingServer server = RecordingServer.answering();
        QdrantNodes nodes = new QdrantNodes(server.options(Map.of()))) {
      List<VectorRecord> entries = entries(0, 70_000);

      new PointWriter(server.options(Map.of()), nodes)
          .delete("docs", "docs", Selection.ofIds(entries.stream().map(VectorRecord::id).toList()));

      assertThat(server.deletes())
          .singleElement()
          .matches(request -> request.getPoints().getPoints().getIdsCount() == 70_000, "all ids");
    }
  }

  @Test
  void asManyRequestsAreUnderWayAsThereMayBe() throws Exception {
    try (RecordingServer server = RecordingServer.holding();
        QdrantNodes nodes = new QdrantNodes(server.options(Map.of()))) {
      InThread write = writing(server, nodes);
      RecordingServer.Held first = server.writeOf(id(0));
      RecordingServer.Held second = server.writeOf(id(1));
      Object forFirst = write.awaitParked();
      assertThat(sent(server, nodes)).hasSize(2);

      first.succeed();
      RecordingServer.Held third = server.writeOf(id(2));
      write.awaitParked(now -> now != forFirst);

      assertThat(sent(server, nodes)).hasSize(3);
      second.succeed();
      third.succeed();
      server.writeOf(id(3)).succeed();
      assertThat(write.join()).isNull();
      assertThat(sent(server, nodes)).hasSize(4);
    }
  }

  @Test
  void afterAFailureNothingIsSentAndAllThatWasSentIsWaitedFor() throws Exception {
    try (RecordingServer server = RecordingServer.holding();
        QdrantNodes nodes = new QdrantNodes(server.options(Map.of()))) {
      InThread write = writing(server, nodes);
      RecordingServer.Held first = server.writeOf(id(0));
      RecordingServer.Held second = server.writeOf(id(1));

      Object forFirst = write.awaitParked();

      first.fail(Status.INVALID_ARGUMENT);
      write.awaitParked(now -> now != forFirst);
      second.succeed();

      assertThat(write.join()).isInstanceOf(RagStoreException.class);
      assertThat(sent(server, nodes)).hasSize(2);
    }
  }

  @Test
  void theFirstFailureIsTheOneThatIsThrown() throws Exception {
    try (RecordingServer server = RecordingServer.holding();
        QdrantNodes nodes = new QdrantNodes(server.options(Map.of()))) {
      InThread write = writing(server, nodes);
      RecordingServer.Held first = server.writeOf(id(0));
      RecordingServer.Held second = server.writeOf(id(1));

      second.fail(Status.INVALID_ARGUMENT);
      first.fail(Status.FAILED_PRECONDITION);

      assertThat(write.join()).hasRootCauseMessage("FAILED_PRECONDITION");
    }
  }

  @Test
  void anInterruptStopsAWriteWhenAllThatWasSentHasEnded() throws Exception {
    try (RecordingServer server = RecordingServer.holding();
        QdrantNodes nodes = new QdrantNodes(server.options(Map.of()))) {
      InThread write = writing(server, nodes);
      RecordingServer.Held first = server.writeOf(id(0));
      RecordingServer.Held second = server.writeOf(id(1));
      Object forFirst = write.awaitParked();

      write.interrupt();
      first.succeed();
      write.awaitParked(now -> now != forFirst);
      second.succeed();

      assertThat(write.join()).isInstanceOf(RagStoreException.class);
      assertThat(write.wasInterrupted()).isTrue();
      assertThat(sent(server, nodes)).hasSize(2);
    }
  }

  /** Four requests, two at a time. */
  private static InThread writing(RecordingServer server, QdrantNodes nodes) {
    List<VectorRecord> entries =
        entries(0, 4).stream().map(entry -> changed(entry, "word ".repeat(FEW_BYTES))).toList();
    PointWriter writer =
        new PointWriter(server.options(Map.of("batchBytes", FEW_BYTES, "pipelining", 2)), nodes);
    return InThread.start(() -> writer.upsert(DOCS, entries));
  }

  /** All that were sent until now: the server takes requests in the order in which they were. */
  private static List<UpsertPoints> sent(RecordingServer server, QdrantNodes nodes) {
    nodes.call("x", ByClient.request((client, timeout) -> client.healthCheckAsync(timeout)));
    return server.upserts();
  }

  private static List<UpsertPoints> upserts(List<VectorRecord> entries, int batchBytes) {
    try (RecordingServer server = RecordingServer.answering();
        QdrantNodes nodes = new QdrantNodes(server.options(Map.of()))) {
      new PointWriter(server.options(Map.of("batchBytes", batchBytes, "pipelining", 1)), nodes)
          .upsert(DOCS, entries);

      return server.upserts();
    }
  }
}
