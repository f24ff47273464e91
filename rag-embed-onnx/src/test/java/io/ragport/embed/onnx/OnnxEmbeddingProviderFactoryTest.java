package io.ragport.embed.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.spi.EmbeddingProviderFactory;
import io.ragport.api.spi.ProviderConfig;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class OnnxEmbeddingProviderFactoryTest {
  private final EmbeddingProviderFactory factory = new OnnxEmbeddingProviderFactory();

  @Test
  void itIsFoundByItsName() {
    assertThat(ServiceLoader.load(EmbeddingProviderFactory.class))
        .extracting(EmbeddingProviderFactory::name)
        .contains("onnx");
    assertThat(factory.artifact()).hasValue("io.ragport:rag-embed-onnx");
  }

  @Test
  void theModuleAndTheClassPathListTheSameServices() throws IOException {
    ModuleDescriptor module = module();
    String service = EmbeddingProviderFactory.class.getName();

    List<String> classPath =
        Files.readAllLines(Path.of("src/main/resources/META-INF/services", service));

    assertThat(module.provides())
        .singleElement()
        .satisfies(provides -> assertThat(provides.service()).isEqualTo(service))
        .satisfies(provides -> assertThat(provides.providers()).isEqualTo(classPath));
  }

  @Test
  void theModuleExportsItsOnePackage() throws IOException {
    assertThat(module().exports())
        .extracting(ModuleDescriptor.Exports::source)
        .containsExactly("io.ragport.embed.onnx");
  }

  @Test
  void aConfigurationAloneMakesAnEmbedder() {
    ProviderConfig config =
        ProviderConfig.of("rag.onnx", factory.options(), Map.of("model", "all-MiniLM-L6-v2-q"));

    try (EmbeddingProvider embedder = factory.create(config)) {
      assertThat(embedder.modelName()).isEqualTo("onnx/all-MiniLM-L6-v2-q");
      assertThat(embedder.dimension()).isEqualTo(384);
    }
  }

  @Test
  void makingAnEmbedderReadsNoFile() {
    ProviderConfig config =
        ProviderConfig.of("rag.onnx", factory.options(), Map.of("path", "/no/such/folder"));

    try (EmbeddingProvider embedder = factory.create(config)) {
      assertThat(embedder.modelName()).isEqualTo("onnx/folder");
    }
  }

  @Test
  void recordedNamesOfKnownModelsAreResolved() {
    for (String name : List.of("onnx/all-MiniLM-L6-v2", "onnx/all-MiniLM-L6-v2-q")) {
      assertThat(factory.createFor(name).map(EmbeddingProvider::modelName)).hasValue(name);
    }
  }

  @Test
  void otherRecordedNamesAreNot() {
    assertThat(factory.createFor("onnx/bge-small-en-v1.5")).isEmpty();
    assertThat(factory.createFor("all-MiniLM-L6-v2")).isEmpty();
    assertThat(factory.createFor("openai/text-embedding-3-small")).isEmpty();
    assertThat(factory.createFor("")).isEmpty();
  }

  private static ModuleDescriptor module() throws IOException {
    try (InputStream in = Files.newInputStream(Path.of("target/classes/module-info.class"))) {
      return ModuleDescriptor.read(in);
    }
  }
}
