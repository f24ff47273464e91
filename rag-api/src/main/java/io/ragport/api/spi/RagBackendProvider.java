package io.ragport.api.spi;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.embedding.EmbeddingSettings;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Announces and opens one backend; found by {@link java.util.ServiceLoader} (SPI-1). A public class
 * with a public constructor without parameters, listed in {@code META-INF/services} and, in a named
 * module, in its {@code provides} clause. Loading the class needs no driver, so that a missing one
 * is reported and not fatal (SPI-2).
 */
public interface RagBackendProvider {
  /** The name that selects it: {@code [a-z][a-z0-9-]{0,62}}, unique on the class path (SPI-3). */
  String name();

  /** The most that an opened service may declare (CAP-5). */
  Set<Capability> capabilities();

  /** Every setting of its section; any other key there is an error (CFG-3). */
  List<ConfigOption<?>> options();

  /**
   * The Maven coordinates a user adds to get it, for example {@code io.ragport:rag-store-lucene}.
   */
  default Optional<String> artifact() {
    return Optional.empty();
  }

  /**
   * Opens a service. Reads and writes nothing yet (LIFE-1).
   *
   * @param config the checked settings of the section {@code rag.<name>}
   * @param embedding how to embed; the service owns it from here and closes its models
   * @throws io.ragport.api.RagConfigurationException if settings contradict each other or a
   *     required one is missing
   */
  BaseRagService open(ProviderConfig config, EmbeddingSettings embedding);
}
