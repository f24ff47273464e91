package io.ragport.core;

import io.ragport.api.spi.RagBackendProvider;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The backends that {@link java.util.ServiceLoader} found at one moment, by name (SPI-1 to SPI-5).
 * Immutable and without static state: each {@code discover} looks again.
 *
 * <p>A backend that cannot be loaded or constructed, fails to describe itself, or has a name
 * outside {@code [a-z][a-z0-9-]{0,62}} is among the {@link #problems()} and hides no other. A class
 * seen through two loaders counts once if both found it in the same place.
 *
 * <p>A jar that shades several backends must merge their {@code META-INF/services} files (Maven's
 * shade plugin: {@code ServicesResourceTransformer}); otherwise only one of them is found.
 */
public final class RagBackends {
  private static final PluginKind<RagBackendProvider> KIND =
      new PluginKind<>(
          "backend",
          "rag.backend",
          RagBackendProvider.class,
          Map.of(
              "chroma", "io.ragport:rag-store-chroma",
              "lucene", "io.ragport:rag-store-lucene",
              "pgvector", "io.ragport:rag-store-pgvector",
              "qdrant", "io.ragport:rag-store-qdrant"),
          RagBackendProvider::name,
          RagBackends::probe);

  private final Plugins<RagBackendProvider> plugins;

  private RagBackends(Plugins<RagBackendProvider> plugins) {
    this.plugins = plugins;
  }

  /**
   * The backends that the thread's context loader (if it has one), the API's own loader and the
   * module layers see (SPI-5).
   */
  public static RagBackends discover() {
    return new RagBackends(PluginScan.everywhere(KIND));
  }

  /** The backends that this loader and its parents see, and no others. */
  public static RagBackends discover(ClassLoader loader) {
    return new RagBackends(PluginScan.with(loader, KIND));
  }

  /** These backends, without a search; two under one name are ambiguous. */
  public static RagBackends of(RagBackendProvider... providers) {
    return new RagBackends(PluginScan.of(List.of(providers), KIND));
  }

  /**
   * The backend of that name.
   *
   * @throws io.ragport.api.RagConfigurationException if there is none, naming those found, the
   *     closest name, the Maven artifact to add where it is known, and broken backends (SPI-4); or
   *     if several bear the name, naming their classes and jars (SPI-3)
   */
  public RagBackendProvider require(String name) {
    return plugins.require(name);
  }

  /**
   * The backend of that name, if it was found.
   *
   * @throws io.ragport.api.RagConfigurationException if several bear the name (SPI-3)
   */
  public Optional<RagBackendProvider> find(String name) {
    return plugins.find(name);
  }

  /** The backends that can be used, by name. */
  public List<RagBackendProvider> all() {
    return plugins.all();
  }

  /** The broken backends, and those that share a name, by class. */
  public List<ProviderProblem> problems() {
    return plugins.problems();
  }

  /** The well-known backends that were not found. */
  Set<String> absent() {
    return plugins.absent();
  }

  private static void probe(RagBackendProvider provider) {
    Set.copyOf(provider.capabilities());
    PluginKind.checkOptions(provider.options());
    Objects.requireNonNull(provider.artifact(), "artifact");
  }
}
