package io.ragport.core;

import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.EmbeddingProviderFactory;
import io.ragport.api.spi.ProviderConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes embedders for the models {@code <name>/…} and remembers them. For one thread. */
final class FakeEmbedderFactory implements EmbeddingProviderFactory {
  static final ConfigOption<String> MODEL =
      ConfigOption.string("model", "which").withDefault("base");

  private final String name;
  private final String prefix;
  private final List<FakeEmbedder> made = new ArrayList<>();
  private @Nullable Error failure;

  FakeEmbedderFactory(String name) {
    this(name, name);
  }

  FakeEmbedderFactory(String name, String prefix) {
    this.name = name;
    this.prefix = prefix;
  }

  /** Throws this for every model that it is asked for. */
  FakeEmbedderFactory failing(Error newFailure) {
    failure = newFailure;
    return this;
  }

  List<FakeEmbedder> made() {
    return made;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<ConfigOption<?>> options() {
    return List.of(MODEL);
  }

  @Override
  public EmbeddingProvider create(ProviderConfig config) {
    return make(prefix + "/" + config.get(MODEL));
  }

  @Override
  public Optional<EmbeddingProvider> createFor(String modelName) {
    if (failure != null) {
      throw failure;
    }
    return modelName.startsWith(prefix + "/") ? Optional.of(make(modelName)) : Optional.empty();
  }

  private FakeEmbedder make(String model) {
    FakeEmbedder embedder = new FakeEmbedder(model);
    made.add(embedder);
    return embedder;
  }
}
