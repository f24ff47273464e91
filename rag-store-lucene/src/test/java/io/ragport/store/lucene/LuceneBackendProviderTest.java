package io.ragport.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.spi.RagBackendProvider;
import io.ragport.api.store.TextLanguage;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the backend is found and configured. */
class LuceneBackendProviderTest {
  private final LuceneBackendProvider provider = new LuceneBackendProvider();

  @Test
  void isFoundByTheServiceLoader() {
    assertThat(
            ServiceLoader.load(RagBackendProvider.class).stream().map(ServiceLoader.Provider::type))
        .contains(LuceneBackendProvider.class);
    assertThat(KnnVectorsFormat.forName("RagportGraph")).isInstanceOf(GraphVectorsFormat.class);
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
    assertThat(module.provides()).hasSize(2);
    assertThat(module.exports().stream().map(ModuleDescriptor.Exports::source))
        .containsExactly("io.ragport.store.lucene");
  }

  @Test
  void opensAServiceThatKeepsWhatItIsGiven(@TempDir Path folder) {
    ProviderConfig config =
        ProviderConfig.of(
            "rag.lucene", provider.options(), Map.of("path", folder.resolve("x").toString()));
    BaseRagService service = provider.open(config, EmbeddingSettings.of(new LetterCounts()));
    assertThat(folder).isEmptyDirectory();
    service.index("abba");
    service.index("zebra");
    service.close();

    BaseRagService reopened = provider.open(config, EmbeddingSettings.of(new LetterCounts()));

    assertThat(reopened.query("baba", 1))
        .singleElement()
        .satisfies(hit -> assertThat(hit.content()).isEqualTo("abba"))
        .satisfies(hit -> assertThat(hit.similarity()).isCloseTo(1, within(1e-6)));
    reopened.close();
    assertThatThrownBy(() -> reopened.query("baba")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void announcesEverything() {
    assertThat(provider.name()).isEqualTo("lucene").isEqualTo(LuceneErrors.BACKEND);
    assertThat(provider.capabilities()).containsExactlyInAnyOrder(Capability.values());
    assertThat(provider.artifact()).contains("io.ragport:rag-store-lucene");
    assertThat(provider.options().stream().map(ConfigOption::name))
        .containsExactly(
            "path",
            "memory",
            "provision",
            "m",
            "efConstruction",
            "efSearch",
            "writeBufferMb",
            "language");
  }

  @Test
  void everyOptionArrives() {
    LuceneOptions options =
        options(
            Map.of(
                "path", "x",
                "provision", "false",
                "m", 24,
                "efConstruction", "200",
                "efSearch", 150,
                "writeBufferMb", 32,
                "language", "none"));

    assertThat(options)
        .isEqualTo(new LuceneOptions(Path.of("x"), false, 24, 200, 150, 32, TextLanguage.NONE));
    assertThat(options.writing().bufferMegabytes()).isEqualTo(32);
    assertThat(options.writing().graph().maxConnections()).isEqualTo(24);
    assertThat(options.writing().graph().efConstruction()).isEqualTo(200);
  }

  @Test
  void nothingNeedsToBeSet() {
    LuceneOptions options = options(Map.of());

    assertThat(options.path()).isEqualTo(Path.of(".rag", "index"));
    assertThat(options.memory()).isFalse();
  }

  @Test
  void memoryAndAPathContradictEachOther() {
    assertThatThrownBy(() -> options(Map.of("memory", true, "path", "x")))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("rag.lucene.memory")
        .hasMessageContaining("rag.lucene.path");
    assertThat(options(Map.of("memory", true)).memory()).isTrue();
  }

  @Test
  void valuesOutOfRangeAreRefused() {
    for (String name : Set.of("m", "efConstruction", "efSearch", "writeBufferMb")) {
      assertThatThrownBy(() -> options(Map.of(name, 0)))
          .isInstanceOf(RagConfigurationException.class)
          .hasMessageContaining("rag.lucene." + name);
    }
  }

  private LuceneOptions options(Map<String, ?> raw) {
    return LuceneOptions.from(ProviderConfig.of("rag.lucene", provider.options(), raw));
  }

  private static List<String> serviceFile(String service) throws Exception {
    return Files.readAllLines(classes().resolve("META-INF/services").resolve(service));
  }

  private static Path classes() throws Exception {
    return Path.of(
        LuceneBackendProvider.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** A text's vector is how often it has each letter. */
  private static final class LetterCounts implements EmbeddingProvider {
    @Override
    public float[][] embed(List<String> texts, EmbeddingPurpose purpose) {
      float[][] vectors = new float[texts.size()][26];
      for (int i = 0; i < vectors.length; i++) {
        float[] vector = vectors[i];
        texts.get(i).chars().forEach(letter -> vector[letter - 'a']++);
      }
      return vectors;
    }

    @Override
    public int dimension() {
      return 26;
    }

    @Override
    public String modelName() {
      return "letters";
    }
  }
}
