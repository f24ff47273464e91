package io.ragport.core;

import io.ragport.api.BaseRagService;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.embedding.EmbeddingListener;
import io.ragport.api.embedding.EmbeddingModels;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.EmbeddingProviderFactory;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.spi.RagBackendProvider;
import io.ragport.core.config.RagConfig;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens services from a configuration.
 *
 * <p>Opening checks the whole configuration, sections that are not selected included (CFG-3), and
 * touches neither the store nor a model (LIFE-1). The caller closes the service.
 */
public final class RagServices {
  private RagServices() {}

  /**
   * A service as configured.
   *
   * @throws RagConfigurationException for a backend or embedder that is not there (SPI-4) and any
   *     setting that is unknown, missing or wrong (CFG-3)
   */
  public static BaseRagService open(RagConfig config) {
    return builder(config).open();
  }

  /**
   * A service with the caller's embedder, which serves every model and stays the caller's to close
   * (EMB-6). What the configuration names as embedder need not be there.
   *
   * @throws RagConfigurationException for a backend that is not there (SPI-4) and any setting that
   *     is unknown, missing or wrong (CFG-3)
   */
  public static BaseRagService open(RagConfig config, EmbeddingProvider embedder) {
    return builder(config).embedder(embedder).open();
  }

  /** A service as configured, but for what the builder is told. */
  public static Builder builder(RagConfig config) {
    return new Builder(config);
  }

  /** Opens a service. For one thread. */
  public static final class Builder {
    private final RagConfig config;
    private @Nullable RagBackends backends;
    private @Nullable EmbeddingProviders embedders;
    private @Nullable EmbeddingProvider injected;
    private @Nullable EmbeddingListener listener;
    private @Nullable Normalizer normalizer;

    private Builder(RagConfig config) {
      this.config = Objects.requireNonNull(config, "config");
      this.normalizer = config.normalizer().orElse(null);
    }

    /** The embedder for every model, which stays the caller's to close (EMB-6). */
    public Builder embedder(EmbeddingProvider provider) {
      injected = Objects.requireNonNull(provider, "provider");
      return this;
    }

    /** Told of every embedding call (EMB-5). */
    public Builder listener(EmbeddingListener newListener) {
      listener = Objects.requireNonNull(newListener, "listener");
      return this;
    }

    /** The normalizer in place of the configured one (EMB-4). */
    public Builder normalizer(Normalizer newNormalizer) {
      normalizer = Objects.requireNonNull(newNormalizer, "normalizer");
      return this;
    }

    /** The backends to choose from; without them they are discovered. */
    public Builder backends(RagBackends newBackends) {
      backends = Objects.requireNonNull(newBackends, "backends");
      return this;
    }

    /** The embedders to choose from; without them they are discovered. */
    public Builder embedders(EmbeddingProviders newEmbedders) {
      embedders = Objects.requireNonNull(newEmbedders, "embedders");
      return this;
    }

    /**
     * The service.
     *
     * @throws RagConfigurationException for a backend or embedder that is not there (SPI-4) and any
     *     setting that is unknown, missing or wrong (CFG-3)
     */
    public BaseRagService open() {
      RagBackends foundBackends = backends == null ? RagBackends.discover() : backends;
      EmbeddingProviders foundEmbedders =
          embedders == null ? EmbeddingProviders.discover() : embedders;
      RagBackendProvider backend = foundBackends.require(config.backend());
      EmbeddingProviderFactory embedder =
          injected == null ? foundEmbedders.require(config.embedder()) : null;
      Map<String, List<ConfigOption<?>>> sections = sections(foundBackends, foundEmbedders);
      Set<String> absent = new HashSet<>(foundBackends.absent());
      absent.addAll(foundEmbedders.absent());
      config.check(sections, absent);
      EmbeddingModels models = models(embedder, foundEmbedders, sections);
      return open(backend, section(backend.name(), sections), models);
    }

    private EmbeddingModels models(
        @Nullable EmbeddingProviderFactory embedder,
        EmbeddingProviders all,
        Map<String, List<ConfigOption<?>>> sections) {
      if (injected != null) {
        return EmbeddingModels.servedBy(cached(injected, false));
      }
      EmbeddingProviderFactory factory = Objects.requireNonNull(embedder, "embedder");
      ProviderConfig settings = section(factory.name(), sections);
      EmbeddingProvider provider =
          PluginCall.make("rag.embedder", factory.name(), factory, () -> factory.create(settings));
      return new ConfiguredModels(factory, provider, all, made -> cached(made, true));
    }

    private EmbeddingProvider cached(EmbeddingProvider provider, boolean close) {
      if (config.cacheSize().isEmpty() && config.cacheMegabytes().isEmpty()) {
        return provider;
      }
      CachingEmbeddingProvider.Builder cache = CachingEmbeddingProvider.builder(provider);
      config.cacheSize().ifPresent(cache::maxEntries);
      config.cacheMegabytes().ifPresent(megabytes -> cache.maxBytes(megabytes * 1_000_000L));
      return close ? cache.closeDelegate().build() : cache.build();
    }

    private BaseRagService open(
        RagBackendProvider backend, ProviderConfig settings, EmbeddingModels models) {
      EmbeddingSettings embedding = new EmbeddingSettings(models, normalizer, listener);
      try {
        return PluginCall.make(
            "rag.backend", backend.name(), backend, () -> backend.open(settings, embedding));
      } catch (RuntimeException e) {
        try {
          models.close();
        } catch (RuntimeException closing) {
          e.addSuppressed(closing);
        }
        throw e;
      }
    }

    private ProviderConfig section(String name, Map<String, List<ConfigOption<?>>> sections) {
      return config.section(name, sections.getOrDefault(name, List.of()));
    }

    /** Each plugin's options; a backend and an embedder of one name share a section. */
    private static Map<String, List<ConfigOption<?>>> sections(
        RagBackends backends, EmbeddingProviders embedders) {
      Map<String, List<ConfigOption<?>>> sections = new LinkedHashMap<>();
      backends.all().forEach(backend -> sections.put(backend.name(), backend.options()));
      embedders
          .all()
          .forEach(
              embedder ->
                  sections.merge(
                      embedder.name(),
                      embedder.options(),
                      (first, second) -> united(embedder.name(), first, second)));
      return sections;
    }

    private static List<ConfigOption<?>> united(
        String section, List<ConfigOption<?>> first, List<ConfigOption<?>> second) {
      List<ConfigOption<?>> united = new ArrayList<>(first);
      united.addAll(second);
      Set<String> names = new HashSet<>();
      for (ConfigOption<?> option : united) {
        if (!names.add(option.name())) {
          throw new RagConfigurationException(
              "rag." + section + "." + option.name(),
              "a setting of the backend and of the embedder "
                  + section
                  + ", which cannot be used together");
        }
      }
      return united;
    }
  }
}
