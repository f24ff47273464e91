package io.ragport.store.qdrant;

import static io.ragport.testing.TestEntries.collection;
import static org.assertj.core.api.Assertions.assertThat;

import io.qdrant.client.grpc.Collections.CollectionConfig;
import io.qdrant.client.grpc.Collections.CollectionInfo;
import io.qdrant.client.grpc.Collections.Distance;
import io.qdrant.client.grpc.Collections.Modifier;
import io.qdrant.client.grpc.Collections.PayloadSchemaInfo;
import io.qdrant.client.grpc.Collections.PayloadSchemaType;
import io.qdrant.client.grpc.Collections.QuantizationConfig;
import io.qdrant.client.grpc.Collections.QuantizationType;
import io.qdrant.client.grpc.Collections.SparseVectorParams;
import io.qdrant.client.grpc.Collections.VectorParams;
import io.ragport.api.store.CollectionSpec;
import io.ragport.api.store.TextLanguage;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every setting of collections reaches the server (CFG-5). */
class CreatedCollectionTest {
  private final String prefix = TestServer.newPrefix();
  private final RawCollections raw = RawCollections.of(prefix);
  private Map<String, Object> settings = new HashMap<>();

  @BeforeEach
  void connect() {
    settings = TestServer.settings(prefix);
  }

  @AfterEach
  void drop() {
    raw.close();
  }

  /** A new collection with these settings, as the server tells it. */
  private CollectionInfo created(Map<String, ?> more) {
    settings.putAll(more);
    try (QdrantVectorStore store = QdrantVectorStore.connecting(QdrantOptions.of(settings))) {
      return raw.info(collection(store, "docs", 3).identifier());
    }
  }

  private CollectionConfig config(Map<String, ?> more) {
    return created(more).getConfig();
  }

  private static VectorParams embeddings(CollectionConfig config) {
    return config
        .getParams()
        .getVectorsConfig()
        .getParamsMap()
        .getMapMap()
        .values()
        .iterator()
        .next();
  }

  private static Map<String, SparseVectorParams> terms(CollectionConfig config) {
    return config.getParams().getSparseVectorsConfig().getMapMap();
  }

  @Test
  void whatIsNotSetIsLeftToTheServer() {
    CollectionConfig config = config(Map.of());
    raw.create(prefix + "other", Map.of());

    CollectionConfig other = raw.info(prefix + "other").getConfig();
    assertThat(config.getHnswConfig()).isEqualTo(other.getHnswConfig());
    assertThat(config.getOptimizerConfig()).isEqualTo(other.getOptimizerConfig());
    assertThat(config.getWalConfig()).isEqualTo(other.getWalConfig());
    assertThat(config.hasQuantizationConfig()).isFalse();
    assertThat(embeddings(config))
        .isEqualTo(VectorParams.newBuilder().setSize(3).setDistance(Distance.Cosine).build());
    assertThat(
            config.getParams().toBuilder().clearVectorsConfig().clearSparseVectorsConfig().build())
        .isEqualTo(other.getParams().toBuilder().clearVectorsConfig().build());
  }

  @Test
  void vectorsAreNamedForTheSettings() {
    CollectionConfig config = config(Map.of());

    QdrantCollection collection =
        CollectionMetadata.read(prefix, CollectionInfo.newBuilder().setConfig(config).build())
            .orElseThrow()
            .collection();
    assertThat(config.getParams().getVectorsConfig().getParamsMap().getMapMap())
        .containsOnlyKeys(collection.embedding());
    assertThat(terms(config)).containsOnlyKeys(collection.termWeights());
    assertThat(terms(config).values())
        .extracting(SparseVectorParams::getModifier)
        .containsExactly(Modifier.Idf);
  }

  @Test
  void shardsAndReplicas() {
    CollectionConfig config =
        config(Map.of("shardNumber", 3, "replicationFactor", 2, "writeConsistencyFactor", 2));

    assertThat(config.getParams().getShardNumber()).isEqualTo(3);
    assertThat(config.getParams().getReplicationFactor()).isEqualTo(2);
    assertThat(config.getParams().getWriteConsistencyFactor()).isEqualTo(2);
  }

  @Test
  void vectorsOnDisk() {
    CollectionConfig config = config(Map.of("onDiskVectors", true));

    assertThat(embeddings(config).getOnDisk()).isTrue();
    assertThat(terms(config).values())
        .singleElement()
        .satisfies(terms -> assertThat(terms.getIndex().getOnDisk()).isTrue());
  }

  @Test
  void payloadInMemory() {
    assertThat(config(Map.of("onDiskPayload", false)).getParams().getOnDiskPayload()).isFalse();
  }

  @Test
  void payloadOnDisk() {
    assertThat(config(Map.of("onDiskPayload", true)).getParams().getOnDiskPayload()).isTrue();
  }

  @Test
  void scalarQuantization() {
    QuantizationConfig copies = config(Map.of("quantization", "scalar")).getQuantizationConfig();

    assertThat(copies.getScalar().getType()).isEqualTo(QuantizationType.Int8);
    assertThat(copies.getScalar().getAlwaysRam()).isTrue();
  }

  @Test
  void binaryQuantization() {
    QuantizationConfig copies = config(Map.of("quantization", "binary")).getQuantizationConfig();

    assertThat(copies.hasBinary()).isTrue();
    assertThat(copies.getBinary().getAlwaysRam()).isTrue();
  }

  @Test
  void connectionsOfTheGraph() {
    CollectionConfig config = config(Map.of("m", 24));

    assertThat(config.getHnswConfig().getM()).isEqualTo(24);
  }

  @Test
  void candidatesForTheGraph() {
    CollectionConfig config = config(Map.of("efConstruction", 77));

    assertThat(config.getHnswConfig().getEfConstruct()).isEqualTo(77);
  }

  @Test
  void sizeOfAnIndexedSegment() {
    CollectionConfig config = config(Map.of("indexingThreshold", 123));

    assertThat(config.getOptimizerConfig().getIndexingThreshold()).isEqualTo(123);
  }

  @Test
  void withoutKeywordSearchThereAreNoTerms() {
    CollectionInfo info = created(Map.of("keywordSearch", false));

    assertThat(terms(info.getConfig())).isEmpty();
    assertThat(CollectionMetadata.read(prefix, info).orElseThrow().collection().terms()).isEmpty();
  }

  @Test
  void languageAndLengthAreRecorded() {
    CollectionInfo info = created(Map.of("language", "none", "averageLength", 80));

    assertThat(CollectionMetadata.read(prefix, info).orElseThrow().collection().terms())
        .contains(new TermSettings(TextLanguage.NONE, 80));
  }

  @Test
  void filterableKeysHaveIndexes() {
    CollectionInfo info =
        created(Map.of("filterableKeys", "lang,year:number,a.b c:boolean", "provision", false));

    assertThat(info.getPayloadSchemaMap())
        .containsKeys(Fields.SOURCE)
        .extractingFromEntries(
            entry -> entry.getKey() + " " + entry.getValue().getDataType().name())
        .contains(
            MetadataKeys.path("lang") + " " + PayloadSchemaType.Keyword,
            MetadataKeys.path("year") + " " + PayloadSchemaType.Float,
            MetadataKeys.path("a.b c") + " " + PayloadSchemaType.Bool);
  }

  @Test
  void prefixAndNameMakeTheId() {
    created(Map.of());

    assertThat(raw.ids()).singleElement().asString().startsWith(prefix + "docs_");
  }

  @Test
  void sourcesHaveAnIndexInAnyCase() {
    PayloadSchemaInfo index = created(Map.of()).getPayloadSchemaOrThrow(Fields.SOURCE);

    assertThat(index.getDataType()).isEqualTo(PayloadSchemaType.Keyword);
  }

  @Test
  void theLargestDimensionWorks() {
    try (QdrantVectorStore store = QdrantVectorStore.connecting(QdrantOptions.of(settings))) {
      CollectionSpec wide = collection(store, "wide", QdrantCollections.MAX_DIMENSION);

      assertThat(embeddings(raw.info(wide.identifier()).getConfig()).getSize()).isEqualTo(65_536);
    }
  }
}
