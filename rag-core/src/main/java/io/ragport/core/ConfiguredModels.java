package io.ragport.core;

import io.ragport.api.Arguments;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.embedding.EmbeddingModels;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.spi.EmbeddingProviderFactory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The embedder that the configuration names, and one for each other model that a collection records
 * (COL-3), made when first asked for. All are closed together.
 */
final class ConfiguredModels implements EmbeddingModels {
  private static final String KEY = "rag.embedder";

  private final EmbeddingProviderFactory selected;
  private final EmbeddingProviders all;
  private final UnaryOperator<EmbeddingProvider> decorator;
  private final String defaultModel;
  private final ReentrantLock lock = new ReentrantLock();

  /** In the order of creation; guarded by {@link #lock}. */
  private final Map<String, EmbeddingProvider> byModel = new LinkedHashMap<>();

  /** Guarded by {@link #lock}. */
  private boolean closed;

  /**
   * @param selected made {@code provider}
   * @param decorator wraps each embedder; the result closes what it wraps
   */
  ConfiguredModels(
      EmbeddingProviderFactory selected,
      EmbeddingProvider provider,
      EmbeddingProviders all,
      UnaryOperator<EmbeddingProvider> decorator) {
    this.selected = selected;
    this.all = all;
    this.decorator = decorator;
    this.defaultModel = provider.modelName();
    byModel.put(defaultModel, decorator.apply(provider));
  }

  @Override
  public Optional<String> defaultModel() {
    return Optional.of(defaultModel);
  }

  @Override
  public EmbeddingProvider forModel(String model) {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("embedding models: closed");
      }
      EmbeddingProvider known = byModel.get(model);
      if (known == null) {
        known = decorator.apply(create(model));
        byModel.put(model, known);
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    Deque<EmbeddingProvider> providers = new ArrayDeque<>();
    lock.lock();
    try {
      closed = true;
      byModel.values().forEach(providers::push);
      byModel.clear();
    } finally {
      lock.unlock();
    }
    closeAll(providers);
  }

  /** The selected embedder's before another's, which would come with other settings. */
  private EmbeddingProvider create(String model) {
    Optional<EmbeddingProvider> own = createWith(selected, model);
    if (own.isPresent()) {
      return own.get();
    }
    Map<String, EmbeddingProvider> made = new LinkedHashMap<>();
    RagConfigurationException unknown = unknown(model);
    for (EmbeddingProviderFactory factory : all.all()) {
      if (factory != selected) {
        try {
          createWith(factory, model).ifPresent(provider -> made.put(factory.name(), provider));
        } catch (RuntimeException e) {
          // A broken embedder hides no other; it may be the one that is missed.
          unknown.addSuppressed(e);
        }
      }
    }
    if (made.size() == 1) {
      return made.values().iterator().next();
    }
    closeAll(made.values());
    throw made.isEmpty() ? unknown : ambiguous(model, made);
  }

  private static Optional<EmbeddingProvider> createWith(
      EmbeddingProviderFactory factory, String model) {
    return PluginCall.make(KEY, factory.name(), factory, () -> factory.createFor(model));
  }

  private RagConfigurationException unknown(String model) {
    String found =
        all.all().stream().map(EmbeddingProviderFactory::name).collect(Collectors.joining(", "));
    return failure(
        "no embedder found knows the model \""
            + Arguments.shortened(model)
            + "\", which the collection records (add the embedder that made it, or give one from"
            + " code; the default model is "
            + defaultModel
            + "; found: "
            + found
            + absent()
            + ")");
  }

  private String absent() {
    return all.absent().stream()
        .map(name -> "; for " + name + " add " + EmbeddingProviders.artifactOf(name))
        .collect(Collectors.joining());
  }

  private RagConfigurationException ambiguous(String model, Map<String, EmbeddingProvider> made) {
    return failure(
        "several embedders know the model \""
            + Arguments.shortened(model)
            + "\": "
            + String.join(", ", made.keySet())
            + " (select one of them)");
  }

  private static RagConfigurationException failure(String problem) {
    return new RagConfigurationException(KEY, problem);
  }

  private static void closeAll(Iterable<EmbeddingProvider> providers) {
    RuntimeException first = null;
    for (EmbeddingProvider provider : providers) {
      first = close(provider, first);
    }
    if (first != null) {
      throw first;
    }
  }

  private static @Nullable RuntimeException close(
      EmbeddingProvider provider, @Nullable RuntimeException earlier) {
    try {
      provider.close();
      return earlier;
    } catch (RuntimeException e) {
      if (earlier == null) {
        return e;
      }
      earlier.addSuppressed(e);
      return earlier;
    }
  }
}
