package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.Capability;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.spi.RagBackendProvider;
import io.ragport.api.store.TextLanguage;
import io.ragport.api.store.VectorStore;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the backend is found and configured; needs no server. */
class PgVectorBackendProviderTest {
  private static final String ADDRESS = "jdbc:postgresql://db.example:5433/rag?sslmode=require";

  private final PgVectorBackendProvider provider = new PgVectorBackendProvider();

  @Test
  void isFoundByTheServiceLoader() {
    assertThat(
            ServiceLoader.load(RagBackendProvider.class).stream().map(ServiceLoader.Provider::type))
        .contains(PgVectorBackendProvider.class);
  }

  @Test
  void moduleAndServiceFilesNameTheSameProviders() throws Exception {
    ModuleDescriptor module;
    try (InputStream descriptor = Files.newInputStream(classes().resolve("module-info.class"))) {
      module = ModuleDescriptor.read(descriptor);
    }
    for (ModuleDescriptor.Provides provides : module.provides()) {
      assertThat(serviceFile(provides.service())).isEqualTo(provides.providers());
    }
    assertThat(module.provides()).hasSize(1);
    assertThat(module.exports().stream().map(ModuleDescriptor.Exports::source))
        .containsExactly("io.ragport.store.pgvector");
  }

  @Test
  void announcesEverything() {
    assertThat(provider.name()).isEqualTo("pgvector").isEqualTo(PgErrors.BACKEND);
    assertThat(provider.capabilities()).containsExactlyInAnyOrder(Capability.values());
    assertThat(provider.artifact()).contains("io.ragport:rag-store-pgvector");
    assertThat(provider.options().stream().map(ConfigOption::name))
        .containsExactly(
            "url",
            "user",
            "password",
            "schema",
            "provision",
            "poolSize",
            "connectTimeout",
            "poolTimeout",
            "queryTimeout",
            "retries",
            "vectorType",
            "index",
            "m",
            "efConstruction",
            "efSearch",
            "filterableKeys",
            "keywordSearch",
            "language",
            "applicationName");
    assertThat(provider.options().stream().filter(ConfigOption::isSecret))
        .containsExactly(PgVectorOptions.PASSWORD);
  }

  @Test
  void withoutTermsAServiceOffersNoKeywordSearch() {
    try (VectorStore store = provider.openStore(config(Map.of("keywordSearch", false)))) {
      assertThat(store.capabilities())
          .isEqualTo(
              EnumSet.complementOf(EnumSet.of(Capability.KEYWORD_QUERY, Capability.HYBRID_QUERY)));
    }
  }

  @Test
  void everyValueIsRead() {
    PgVectorOptions options =
        PgVectorOptions.of(
            Map.ofEntries(
                Map.entry("url", ADDRESS),
                Map.entry("user", "app"),
                Map.entry("password", "hunter2"),
                Map.entry("schema", "Rag \"1\""),
                Map.entry("provision", "false"),
                Map.entry("poolSize", 3),
                Map.entry("connectTimeout", "2s"),
                Map.entry("poolTimeout", "300ms"),
                Map.entry("queryTimeout", "1m"),
                Map.entry("retries", 0),
                Map.entry("vectorType", "halfvec"),
                Map.entry("index", "none"),
                Map.entry("m", 24),
                Map.entry("efConstruction", 100),
                Map.entry("efSearch", 50),
                Map.entry("filterableKeys", List.of("year", "a.b")),
                Map.entry("keywordSearch", "true"),
                Map.entry("language", "none"),
                Map.entry("applicationName", "notes")));

    assertThat(options.url()).contains(ADDRESS);
    assertThat(options.user()).contains("app");
    assertThat(options.password()).contains("hunter2");
    assertThat(options.schema()).isEqualTo("Rag \"1\"");
    assertThat(options.provision()).isFalse();
    assertThat(options.poolSize()).isEqualTo(3);
    assertThat(options.connectTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(options.poolTimeout()).isEqualTo(Duration.ofMillis(300));
    assertThat(options.queryTimeout()).isEqualTo(Duration.ofMinutes(1));
    assertThat(options.retries()).isZero();
    assertThat(options.vectorType()).isEqualTo(VectorType.HALFVEC);
    assertThat(options.index()).isEqualTo(IndexMethod.NONE);
    assertThat(options.m()).isEqualTo(24);
    assertThat(options.efConstruction()).isEqualTo(100);
    assertThat(options.efSearch()).isEqualTo(50);
    assertThat(options.filterableKeys()).containsExactly("year", "a.b");
    assertThat(options.keywordSearch()).isTrue();
    assertThat(options.language()).isEqualTo(TextLanguage.NONE);
    assertThat(options.applicationName()).isEqualTo("notes");
    assertThat(options.toString()).doesNotContain("hunter2");
  }

  @Test
  void onlyTheAddressNeedsToBeSet() {
    assertThatThrownBy(
            () ->
                provider.openStore(ProviderConfig.of("rag.pgvector", provider.options(), Map.of())))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("rag.pgvector.url")
        .hasMessageContaining("jdbc:postgresql://");
    try (VectorStore store = provider.openStore(config(Map.of()))) {
      assertThat(store.backendName()).isEqualTo("pgvector");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:mysql://h/d", "postgresql://h/d", "h:5432"})
  void anAddressOfSomethingElseIsRefused(String url) {
    assertThatThrownBy(() -> provider.openStore(config(Map.of("url", url))))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("rag.pgvector.url")
        .hasMessageContaining("jdbc:postgresql://host:port/database");
  }

  @Test
  void aPasswordInTheAddressIsRefusedWithoutShowingIt() {
    assertThatThrownBy(
            () -> provider.openStore(config(Map.of("url", ADDRESS + "&password=hunter2"))))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("rag.pgvector.password")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void aGraphWithTooFewCandidatesIsRefused() {
    assertThatThrownBy(() -> provider.openStore(config(Map.of("m", 40, "efConstruction", 64))))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("rag.pgvector.efConstruction")
        .hasMessageContaining("rag.pgvector.m");
  }

  @Test
  void valuesOutOfRangeAreRefused() {
    for (String name : Set.of("poolSize", "m", "efConstruction", "efSearch")) {
      assertThatThrownBy(() -> provider.openStore(config(Map.of(name, 0))))
          .isInstanceOf(RagConfigurationException.class)
          .hasMessageContaining("rag.pgvector." + name);
    }
  }

  private ProviderConfig config(Map<String, ?> settings) {
    Map<String, Object> all = new HashMap<>(Map.of("url", ADDRESS));
    all.putAll(settings);
    return ProviderConfig.of("rag.pgvector", provider.options(), all);
  }

  private static List<String> serviceFile(String service) throws Exception {
    return Files.readAllLines(classes().resolve("META-INF/services").resolve(service));
  }

  private static Path classes() throws Exception {
    return Path.of(
        PgVectorBackendProvider.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
