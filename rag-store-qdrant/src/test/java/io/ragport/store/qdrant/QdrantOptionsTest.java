package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.RagConfigurationException;
import io.ragport.api.store.TextLanguage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings and their checks; needs no server. */
class QdrantOptionsTest {
  private static AbstractThrowableAssert<?, ?> assertRefused(Map<String, ?> settings) {
    return assertThatThrownBy(() -> QdrantOptions.of(settings))
        .isInstanceOf(RagConfigurationException.class);
  }

  @Test
  void everyValueIsRead() {
    QdrantOptions options =
        QdrantOptions.of(
            Map.ofEntries(
                Map.entry("host", "qdrant.example"),
                Map.entry("port", 7_334),
                Map.entry("nodes", "b:6334,c"),
                Map.entry("tls", "true"),
                Map.entry("caCertificate", "ca.pem"),
                Map.entry("apiKey", "hunter2"),
                Map.entry("connectTimeout", "2s"),
                Map.entry("callTimeout", "3m"),
                Map.entry("retries", 0),
                Map.entry("provision", "false"),
                Map.entry("collectionPrefix", "Team é 1."),
                Map.entry("shardNumber", 6),
                Map.entry("replicationFactor", 3),
                Map.entry("writeConsistencyFactor", 2),
                Map.entry("readConsistency", "quorum"),
                Map.entry("writeOrdering", "strong"),
                Map.entry("onDiskVectors", true),
                Map.entry("onDiskPayload", false),
                Map.entry("quantization", "binary"),
                Map.entry("oversampling", 2.5),
                Map.entry("m", 24),
                Map.entry("efConstruction", 200),
                Map.entry("efSearch", 50),
                Map.entry("indexingThreshold", 5_000),
                Map.entry("filterableKeys", List.of("year:number", "a.b")),
                Map.entry("batchBytes", 100_000),
                Map.entry("pipelining", 2),
                Map.entry("maxInboundBytes", 1_000_000),
                Map.entry("keywordSearch", false),
                Map.entry("language", "none"),
                Map.entry("averageLength", 80)));

    assertThat(options.get(QdrantOptions.HOST)).isEqualTo("qdrant.example");
    assertThat(options.get(QdrantOptions.PORT)).isEqualTo(7_334);
    assertThat(options.get(QdrantOptions.NODES)).containsExactly("b:6334", "c");
    assertThat(options.get(QdrantOptions.TLS)).isTrue();
    assertThat(options.get(QdrantOptions.CA_CERTIFICATE)).isEqualTo(Path.of("ca.pem"));
    assertThat(options.get(QdrantOptions.API_KEY)).isEqualTo("hunter2");
    assertThat(options.get(QdrantOptions.CONNECT_TIMEOUT)).isEqualTo(Duration.ofSeconds(2));
    assertThat(options.get(QdrantOptions.CALL_TIMEOUT)).isEqualTo(Duration.ofMinutes(3));
    assertThat(options.get(QdrantOptions.RETRIES)).isZero();
    assertThat(options.provision()).isFalse();
    assertThat(options.get(QdrantOptions.COLLECTION_PREFIX)).isEqualTo("Team é 1.");
    assertThat(options.get(QdrantOptions.SHARD_NUMBER)).isEqualTo(6);
    assertThat(options.get(QdrantOptions.REPLICATION_FACTOR)).isEqualTo(3);
    assertThat(options.get(QdrantOptions.WRITE_CONSISTENCY_FACTOR)).isEqualTo(2);
    assertThat(options.get(QdrantOptions.READ_CONSISTENCY)).isEqualTo(ReadConsistency.QUORUM);
    assertThat(options.get(QdrantOptions.WRITE_ORDERING)).isEqualTo(WriteOrdering.STRONG);
    assertThat(options.get(QdrantOptions.ON_DISK_VECTORS)).isTrue();
    assertThat(options.get(QdrantOptions.ON_DISK_PAYLOAD)).isFalse();
    assertThat(options.get(QdrantOptions.QUANTIZATION)).isEqualTo(Quantization.BINARY);
    assertThat(options.get(QdrantOptions.OVERSAMPLING)).isEqualTo(2.5);
    assertThat(options.get(QdrantOptions.M)).isEqualTo(24);
    assertThat(options.get(QdrantOptions.EF_CONSTRUCTION)).isEqualTo(200);
    assertThat(options.get(QdrantOptions.EF_SEARCH)).isEqualTo(50);
    assertThat(options.get(QdrantOptions.INDEXING_THRESHOLD)).isEqualTo(5_000);
    assertThat(options.filterableKeys())
        .containsExactly(
            new FilterableKey("year", FilterableKey.Type.NUMBER),
            new FilterableKey("a.b", FilterableKey.Type.KEYWORD));
    assertThat(options.get(QdrantOptions.BATCH_BYTES)).isEqualTo(100_000);
    assertThat(options.get(QdrantOptions.PIPELINING)).isEqualTo(2);
    assertThat(options.get(QdrantOptions.MAX_INBOUND_BYTES)).isEqualTo(1_000_000);
    assertThat(options.get(QdrantOptions.KEYWORD_SEARCH)).isFalse();
    assertThat(options.get(QdrantOptions.LANGUAGE)).isEqualTo(TextLanguage.NONE);
    assertThat(options.get(QdrantOptions.AVERAGE_LENGTH)).isEqualTo(80);
  }

  @Test
  void theKeyDoesNotShow() {
    QdrantOptions options = QdrantOptions.of(Map.of("apiKey", "hunter2", "host", "h"));

    assertThat(options.toString()).contains("host=h", "apiKey").doesNotContain("hunter2");
  }

  @Test
  void anUnknownNameIsRefusedWithTheClosest() {
    assertRefused(Map.of("shardNumbers", 3)).hasMessageContaining("did you mean shardNumber?");
  }

  static Stream<Map<String, ?>> outOfRange() {
    return Stream.of(
        Map.of("port", 0),
        Map.of("port", 65_536),
        Map.of("connectTimeout", "99ms"),
        Map.of("callTimeout", "25h"),
        Map.of("retries", -1),
        Map.of("shardNumber", 0),
        Map.of("replicationFactor", 0),
        Map.of("writeConsistencyFactor", 0),
        Map.of("readConsistency", "some"),
        Map.of("writeOrdering", "none"),
        Map.of("quantization", "product"),
        Map.of("m", 1),
        Map.of("efConstruction", 3),
        Map.of("efSearch", 0),
        Map.of("indexingThreshold", 0),
        Map.of("filterableKeys", ":number"),
        Map.of("batchBytes", 1),
        Map.of("pipelining", 0),
        Map.of("maxInboundBytes", 1_000),
        Map.of("language", "latin"),
        Map.of("averageLength", 0));
  }

  @ParameterizedTest
  @MethodSource("outOfRange")
  void aValueOutOfRangeIsRefused(Map<String, ?> setting) {
    assertRefused(setting).hasMessageContaining("rag.qdrant." + setting.keySet().iterator().next());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b", "\\", "a:", "*", "?", "\"", "<", ">", "|", "a\u0000", "\ud800"})
  void aPrefixThatNoCollectionCanHaveIsRefused(String prefix) {
    assertRefused(Map.of("collectionPrefix", prefix))
        .hasMessageContaining("rag.qdrant.collectionPrefix");
  }

  @Test
  void anEmptyPrefixIsRefused() {
    assertRefused(Map.of("collectionPrefix", ""))
        .hasMessageContaining("rag.qdrant.collectionPrefix");
  }

  @Test
  void aPrefixIsCountedInBytes() {
    QdrantOptions.of(Map.of("collectionPrefix", "é".repeat(103)));

    assertRefused(Map.of("collectionPrefix", "é".repeat(104)))
        .hasMessageContaining("208 bytes in UTF-8 (1 to 206)");
  }

  @Test
  void oversamplingNeedsSomethingToSample() {
    QdrantOptions.of(Map.of("oversampling", 2, "quantization", "scalar"));

    assertRefused(Map.of("oversampling", 2))
        .hasMessageContaining("rag.qdrant.oversampling: is set without rag.qdrant.quantization");
  }

  @Test
  void aCertificateNeedsAnEncryptedConnection() {
    assertRefused(Map.of("caCertificate", "ca.pem"))
        .hasMessageContaining("rag.qdrant.caCertificate: is set without rag.qdrant.tls: true");
  }

  @Test
  void aGraphNeedsAsManyCandidatesAsConnections() {
    QdrantOptions.of(Map.of("m", 40, "efConstruction", 40));

    assertRefused(Map.of("m", 40, "efConstruction", 39))
        .hasMessageContaining("rag.qdrant.efConstruction: 39 is less than rag.qdrant.m, 40");
  }

  @Test
  void noMoreReplicasThanThereAreCanStoreAWrite() {
    QdrantOptions.of(Map.of("replicationFactor", 2, "writeConsistencyFactor", 2));

    assertRefused(Map.of("replicationFactor", 2, "writeConsistencyFactor", 3))
        .hasMessageContaining(
            "rag.qdrant.replicationFactor: 2 is less than rag.qdrant.writeConsistencyFactor, 3");
  }

  @Test
  void aFilterableKeyHasOneType() {
    assertThat(QdrantOptions.of(Map.of("filterableKeys", "a,a:keyword")).filterableKeys())
        .hasSize(1);

    assertRefused(Map.of("filterableKeys", "a,a:number"))
        .hasMessageContaining("rag.qdrant.filterableKeys: \"a\" is declared with two types");
  }
}
