package io.ragport.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.ragport.api.spi.EmbeddingProviderFactory;
import io.ragport.api.spi.RagBackendProvider;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;

/** SPI-1 on the module path, in a JVM of its own, and what the module declares. */
class ModulePathTest {
  private static final String MAIN =
      """
      package app;
      import io.ragport.core.*;
      import io.ragport.core.config.*;
      import java.nio.file.*;
      public class Main {
        public static void main(String[] args) throws Exception {
          System.out.println("module " + RagBackends.class.getModule().getName());
          if (args[0].equals("blind")) {
            Thread.currentThread().setContextClassLoader(null);
          }
          RagBackends backends = RagBackends.discover();
          backends.all().forEach(b -> System.out.println("backend " + b.name()));
          backends.problems().forEach(p -> System.out.println("problem " + p));
          EmbeddingProviders.discover().all().forEach(e -> System.out.println("embedder " + e.name()));
          Path file = Files.createTempFile("rag", ".yaml");
          Files.writeString(file, "rag: {backend: alpha, cache: {size: 3}}");
          RagConfig config = RagConfig.load(file, java.util.Map.of());
          Files.delete(file);
          System.out.println("config " + config.backend() + " " + config.cacheSize().getAsInt());
          CachingEmbeddingProvider.builder(new HashingEmbeddingProvider()).build().close();
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void pluginsAreFoundOnTheModulePath() throws Exception {
    List<Path> path = new ArrayList<>(libraries());
    path.add(plugin("sound", "sound.Alpha", PluginJar.backendSource("sound.Alpha", "alpha", "")));
    path.add(
        plugin(
            "method",
            "method.Factory",
            """
            package method;
            public class Factory {
              private Factory() {}
              public static io.ragport.api.spi.RagBackendProvider provider() { return new Hidden(); }
            }
            """,
            "method.Hidden",
            PluginJar.backendSource("method.Hidden", "hidden", "Hidden() {}")));
    Path broken =
        plugin(
            "broken",
            "broken.Broken",
            PluginJar.backendSource(
                "broken.Broken",
                "broken",
                "public Broken() { throw new RuntimeException(\"boom\"); }"));
    path.add(broken);
    path.add(app(path));

    for (String mode : List.of("context", "blind")) {
      assertThat(run(path, mode))
          .containsExactly(
              "module io.ragport.core",
              "backend alpha",
              "backend hidden",
              "problem broken.Broken in "
                  + broken
                  + ": cannot be constructed: java.lang.RuntimeException: boom",
              "embedder hashing",
              "config alpha 3");
    }
  }

  @Test
  void theModuleExportsItsPackagesAndNothingElse() throws IOException {
    ModuleDescriptor module = descriptor();

    assertThat(module.exports().stream().filter(e -> !e.isQualified()).map(e -> e.source()))
        .containsExactlyInAnyOrder(
            "io.ragport.core", "io.ragport.core.chunk", "io.ragport.core.config");
    assertThat(module.uses())
        .isEqualTo(
            Set.of(RagBackendProvider.class.getName(), EmbeddingProviderFactory.class.getName()));
  }

  @Test
  void theModuleProvidesWhatTheServicesFileLists() throws IOException {
    String service = EmbeddingProviderFactory.class.getName();
    List<String> listed =
        Files.readAllLines(
            PluginJar.place(RagBackends.class).resolve("META-INF/services").resolve(service));

    List<String> provided =
        descriptor().provides().stream()
            .filter(p -> p.service().equals(service))
            .flatMap(p -> p.providers().stream())
            .toList();

    assertThat(provided).isEqualTo(listed);
  }

  private static ModuleDescriptor descriptor() throws IOException {
    try (InputStream in =
        Files.newInputStream(PluginJar.place(RagBackends.class).resolve("module-info.class"))) {
      return ModuleDescriptor.read(in);
    }
  }

  private Path plugin(String name, String className, String source, String... more) {
    PluginJar jar =
        new PluginJar(folder, name)
            .modulePath(libraries().toArray(Path[]::new))
            .source(
                "module-info",
                "module "
                    + name
                    + " { requires io.ragport.api; provides io.ragport.api.spi.RagBackendProvider with "
                    + className
                    + "; }")
            .source(className, source);
    for (int i = 0; i < more.length; i += 2) {
      jar.source(more[i], more[i + 1]);
    }
    return jar.build();
  }

  private Path app(List<Path> path) {
    return new PluginJar(folder, "app")
        .modulePath(path.toArray(Path[]::new))
        .source("module-info", "module app { requires io.ragport.core; }")
        .source("app.Main", MAIN)
        .build();
  }

  private List<String> run(List<Path> path, String mode) throws Exception {
    Path output = folder.resolve("output-" + mode);
    Path errors = folder.resolve("errors-" + mode);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--module-path",
                path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                "--module",
                "app/app.Main",
                mode)
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    assertThat(process.waitFor()).as(() -> read(errors)).isZero();
    return Files.readAllLines(output, StandardCharsets.UTF_8);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> libraries() {
    return Stream.of(
            RagBackends.class,
            RagBackendProvider.class,
            JsonAutoDetect.class,
            JsonFactory.class,
            ObjectMapper.class,
            YAMLFactory.class,
            LoaderOptions.class,
            Caffeine.class,
            Nullable.class)
        .map(PluginJar::place)
        .toList();
  }
}
