package io.ragport.core;

import io.ragport.api.spi.EmbeddingProviderFactory;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The embedders that {@link java.util.ServiceLoader} found at one moment, by name, under the same
 * rules as {@link RagBackends} (SPI-6). Immutable. {@code hashing} is always among those discovered
 * with {@link #discover()}.
 */
public final class EmbeddingProviders {
  private static final PluginKind<EmbeddingProviderFactory> KIND =
      new PluginKind<>(
          "embedder",
          "rag.embedder",
          EmbeddingProviderFactory.class,
          Map.of("onnx", "io.ragport:rag-embed-onnx"),
          EmbeddingProviderFactory::name,
          EmbeddingProviders::probe);

  private final Plugins<EmbeddingProviderFactory> plugins;

  private EmbeddingProviders(Plugins<EmbeddingProviderFactory> plugins) {
    this.plugins = plugins;
  }

  /**
   * The embedders that the thread's context loader (if it has one), the API's own loader and the
   * module layers see (SPI-5).
   */
  public static EmbeddingProviders discover() {
    return new EmbeddingProviders(PluginScan.everywhere(KIND));
  }

  /** The embedders that this loader and its parents see, and no others. */
  public static EmbeddingProviders discover(ClassLoader loader) {
    return new EmbeddingProviders(PluginScan.with(loader, KIND));
  }

  /** These embedders, without a search; two under one name are ambiguous. */
  public static EmbeddingProviders of(EmbeddingProviderFactory... factories) {
    return new EmbeddingProviders(PluginScan.of(List.of(factories), KIND));
  }

  /**
   * The embedder of that name.
   *
   * @throws io.ragport.api.RagConfigurationException if there is none, naming those found, the
   *     closest name, the Maven artifact to add where it is known, and broken embedders (SPI-4); or
   *     if several bear the name, naming their classes and jars (SPI-3)
   */
  public EmbeddingProviderFactory require(String name) {
    return plugins.require(name);
  }

  /**
   * The embedder of that name, if it was found.
   *
   * @throws io.ragport.api.RagConfigurationException if several bear the name (SPI-3)
   */
  public Optional<EmbeddingProviderFactory> find(String name) {
    return plugins.find(name);
  }

  /** The embedders that can be used, by name. */
  public List<EmbeddingProviderFactory> all() {
    return plugins.all();
  }

  /** The broken embedders, and those that share a name, by class. */
  public List<ProviderProblem> problems() {
    return plugins.problems();
  }

  /** The well-known embedders that were not found. */
  Set<String> absent() {
    return plugins.absent();
  }

  /** The Maven artifact of a well-known embedder. */
  static String artifactOf(String name) {
    return KIND.artifacts().getOrDefault(name, name);
  }

  private static void probe(EmbeddingProviderFactory factory) {
    PluginKind.checkOptions(factory.options());
    Objects.requireNonNull(factory.artifact(), "artifact");
  }
}
