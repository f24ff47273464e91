package io.ragport.cli;

import io.ragport.api.Arguments;
import io.ragport.api.BaseRagService;
import io.ragport.core.RagServices;
import io.ragport.core.config.RagConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that choose a service; shared by the commands that use one. */
final class ServiceOptions {
  private static final Path DEFAULT_FILE = Path.of("rag.yaml");

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Settings in YAML, JSON or .properties; ./rag.yaml if it is there.")
  private @Nullable Path config;

  @Option(names = "--backend", paramLabel = "NAME", description = "Overrides rag.backend.")
  private @Nullable String backend;

  @Option(names = "--embedder", paramLabel = "NAME", description = "Overrides rag.embedder.")
  private @Nullable String embedder;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Overrides one setting, such as rag.lucene.path=/data/index; repeatable.")
  private List<String> settings = List.of();

  @Option(names = "--debug", description = "Shows errors with all their details, and log lines.")
  private boolean debug;

  /** The configuration: these options, over the environment, over the file (CFG-1). */
  RagConfig config() {
    Logs.configure(debug);
    RagConfig.Builder builder = RagConfig.builder().environment(System.getenv());
    if (config != null) {
      builder.file(config);
    } else if (Files.exists(DEFAULT_FILE)) {
      builder.file(DEFAULT_FILE);
    }
    if (backend != null) {
      builder.backend(backend);
    }
    if (embedder != null) {
      builder.embedder(embedder);
    }
    for (int i = 0; i < settings.size(); i++) {
      String setting = settings.get(i);
      int equals = setting.indexOf('=');
      if (equals < 1) { // not shown: it may be a secret (CFG-4)
        throw Arguments.invalid("--set", "number " + (i + 1) + " is not KEY=VALUE");
      }
      builder.set(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return builder.build();
  }

  /** The service of that configuration; the caller closes it. */
  BaseRagService open(RagConfig config) {
    return RagServices.open(config);
  }
}
