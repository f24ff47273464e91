package io.ragport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.EmbeddingProviderFactory;
import io.ragport.api.spi.RagBackendProvider;
import io.ragport.core.EmbeddingProviders;
import io.ragport.core.RagBackends;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The option tables of docs/CONFIGURATION.md are those that the providers declare. */
class ConfigurationDocTest {
  @TestFactory
  Stream<DynamicTest> everyProvidersTableIsInTheDocument() throws IOException {
    String document = Files.readString(Path.of("..", "docs", "CONFIGURATION.md"));
    Stream<DynamicTest> backends =
        RagBackends.discover().all().stream()
            .map((RagBackendProvider backend) -> test(document, backend.name(), backend.options()));
    Stream<DynamicTest> embedders =
        EmbeddingProviders.discover().all().stream()
            .map(
                (EmbeddingProviderFactory embedder) ->
                    test(document, embedder.name(), embedder.options()));
    return Stream.concat(backends, embedders);
  }

  private static DynamicTest test(String document, String name, List<ConfigOption<?>> options) {
    String table =
        options.stream()
            .map(ConfigurationDocTest::row)
            .collect(Collectors.joining("\n", header(name), "\n"));
    return DynamicTest.dynamicTest("rag." + name, () -> assertThat(document).contains(table));
  }

  private static String header(String name) {
    return "### `rag."
        + name
        + "`\n\n| option | what it does | valid | default |\n|---|---|---|---|\n";
  }

  private static String row(ConfigOption<?> option) {
    return "| `"
        + option.name()
        + "` | "
        + option.description()
        + (option.isSecret() ? " (secret)" : "")
        + " | "
        + option.allowed()
        + " | "
        + option.defaultText().map(text -> "`" + text + "`").orElse("–")
        + " |";
  }
}
