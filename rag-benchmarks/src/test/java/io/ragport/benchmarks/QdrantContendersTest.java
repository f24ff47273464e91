package io.ragport.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.qdrant.client.WithPayloadSelectorFactory;
import io.qdrant.client.grpc.JsonWithInt.Value;
import io.qdrant.client.grpc.Points.ScrollPoints;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The peers and the client by hand answer rightly, so that their times mean something. */
class QdrantContendersTest {
  /** The peers and the limits, as the comparison opens them. */
  enum Kind {
    RAGPORT(QdrantContenders.ragport("Ragport", Map.of())),
    RAGPORT_IDS_GIVEN(QdrantContenders.ragportGivenIds("Ragport", Map.of("keywordSearch", false))),
    RAGPORT_FILTERABLE_KEYS(
        QdrantContenders.ragport("Ragport", Map.of("filterableKeys", "group:number"))),
    LANGCHAIN4J(QdrantContenders.langChain4j()),
    SPRING_AI(QdrantContenders.springAi()),
    RAW(QdrantRawContender.plain("raw")),
    RAW_PAYLOAD_INDEXES(QdrantRawContender.withPayloadIndexes("raw"));

    private final Contender.Opener<QdrantServer> opener;

    Kind(Contender.Opener<QdrantServer> opener) {
      this.opener = opener;
    }
  }

  @ParameterizedTest
  @EnumSource
  void nearestDocumentsAreFound(Kind kind) {
    Answers.assertFindsTheNearest(kind.opener, server(), null);
  }

  @ParameterizedTest
  @EnumSource
  void nearestPassingDocumentsAreFound(Kind kind) {
    Answers.assertFindsTheNearest(kind.opener, server(), Condition.FIVE_PERCENT);
  }

  @Test
  void pointsByHandAreLikeThoseOfRagport() {
    try (Contender ragport =
            QdrantContenders.ragport("Ragport", Map.of("keywordSearch", false)).open(server());
        Contender byHand = QdrantLayoutContender.named("by hand").open(server())) {
      List<NumberedDocument> documents = new DocumentStream().next(1);
      ragport.load(documents);
      byHand.load(documents);

      assertThat(payload(byHand)).isEqualTo(payload(ragport));
      assertThat(payloadIndexes(byHand)).isEqualTo(payloadIndexes(ragport));
    }
  }

  /** The only point's, without the time at which it was written. */
  private static Map<String, Value> payload(Contender contender) {
    QdrantArea area = (QdrantArea) contender.area();
    ScrollPoints all =
        ScrollPoints.newBuilder()
            .setCollectionName(area.collections().get(0))
            .setWithPayload(WithPayloadSelectorFactory.enable(true))
            .build();
    Map<String, Value> payload =
        new HashMap<>(
            QdrantArea.answer(area.client().scrollAsync(all)).getResult(0).getPayloadMap());
    assertThat(payload.remove("created")).isNotNull();
    return payload;
  }

  private static Set<String> payloadIndexes(Contender contender) {
    QdrantArea area = (QdrantArea) contender.area();
    return QdrantArea.answer(area.client().getCollectionInfoAsync(area.collections().get(0)))
        .getPayloadSchemaMap()
        .keySet();
  }

  @Test
  void closingDeletesTheCollections() {
    try (QdrantArea other = QdrantArea.create(server())) {
      QdrantArea area = QdrantArea.create(server());
      area.createCollection();
      String collection = area.collection();

      area.close();

      assertThat(QdrantArea.answer(other.client().collectionExistsAsync(collection))).isFalse();
    }
  }

  @Test
  void serverIsMissingUnlessAllItsVariablesAreSet() {
    Map<String, String> environment = Map.of("RAG_QDRANT_HOST", "h", "RAG_QDRANT_PORT", "6334");

    assertThat(QdrantServer.from(environment)).isEmpty();
  }

  private static QdrantServer server() {
    return QdrantServer.from(System.getenv())
        .orElseGet(() -> Assumptions.abort("not testable: " + QdrantServer.MISSING));
  }
}
