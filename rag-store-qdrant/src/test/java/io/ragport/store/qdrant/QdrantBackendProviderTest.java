package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.Capability;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.spi.RagBackendProvider;
import io.ragport.api.store.VectorStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** How the backend is found; needs no server. */
class QdrantBackendProviderTest {
  private final QdrantBackendProvider provider = new QdrantBackendProvider();

  @Test
  void isFoundByTheServiceLoader() {
    assertThat(
            ServiceLoader.load(RagBackendProvider.class).stream().map(ServiceLoader.Provider::type))
        .contains(QdrantBackendProvider.class);
  }

  @Test
  void theServiceFileNamesIt() throws Exception {
    Path classes =
        Path.of(
            QdrantBackendProvider.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());

    assertThat(
            Files.readAllLines(
                classes.resolve("META-INF/services/" + RagBackendProvider.class.getName())))
        .containsExactly(QdrantBackendProvider.class.getName());
  }

  @Test
  void announcesWhatItOffers() {
    assertThat(provider.name()).isEqualTo("qdrant").isEqualTo(QdrantErrors.BACKEND);
    assertThat(provider.capabilities())
        .isEqualTo(EnumSet.complementOf(EnumSet.of(Capability.ATOMIC_REPLACE)));
    assertThat(provider.artifact()).contains("io.ragport:rag-store-qdrant");
    assertThat(provider.options().stream().map(ConfigOption::name))
        .containsExactly(
            "host",
            "port",
            "nodes",
            "tls",
            "caCertificate",
            "apiKey",
            "connectTimeout",
            "callTimeout",
            "retries",
            "provision",
            "collectionPrefix",
            "shardNumber",
            "replicationFactor",
            "writeConsistencyFactor",
            "readConsistency",
            "writeOrdering",
            "onDiskVectors",
            "onDiskPayload",
            "quantization",
            "oversampling",
            "m",
            "efConstruction",
            "efSearch",
            "indexingThreshold",
            "filterableKeys",
            "batchBytes",
            "pipelining",
            "maxInboundBytes",
            "keywordSearch",
            "language",
            "averageLength");
    assertThat(provider.options().stream().filter(ConfigOption::isSecret))
        .isEqualTo(List.of(QdrantOptions.API_KEY));
  }

  @Test
  void opensWithoutAnySettingAndWithoutAServer() {
    try (VectorStore store = open(Map.of())) {
      assertThat(store.backendName()).isEqualTo("qdrant");
      assertThat(store.capabilities()).isEqualTo(provider.capabilities());
    }
  }

  @Test
  void withoutTermsAServiceOffersNoKeywordSearch() {
    try (VectorStore store = open(Map.of("keywordSearch", false))) {
      assertThat(store.capabilities())
          .isEqualTo(
              EnumSet.complementOf(
                  EnumSet.of(
                      Capability.ATOMIC_REPLACE,
                      Capability.KEYWORD_QUERY,
                      Capability.HYBRID_QUERY)));
    }
  }

  private VectorStore open(Map<String, ?> settings) {
    return provider.openStore(ProviderConfig.of("rag.qdrant", provider.options(), settings));
  }
}
