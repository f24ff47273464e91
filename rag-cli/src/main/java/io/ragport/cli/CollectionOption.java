package io.ragport.cli;

import io.ragport.api.Arguments;
import io.ragport.core.config.RagConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that chooses a collection. */
final class CollectionOption {
  @Option(
      names = {"-c", "--collection"},
      paramLabel = "NAME",
      description = "The collection; rag.collection or \"default\" if not given.")
  private @Nullable String collection;

  /** The collection to work on. */
  String name(RagConfig config) {
    return collection != null
        ? collection
        : config.collection().orElse(Arguments.DEFAULT_COLLECTION);
  }
}
