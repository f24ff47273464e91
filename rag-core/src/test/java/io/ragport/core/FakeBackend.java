package io.ragport.core;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.spi.RagBackendProvider;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A backend that remembers how it was opened. For one thread. */
final class FakeBackend implements RagBackendProvider {
  static final ConfigOption<String> PATH = ConfigOption.string("path", "where").withDefault("here");

  private final String name;
  private final List<ConfigOption<?>> options;
  private @Nullable Throwable failure;
  private @Nullable ProviderConfig config;
  private @Nullable EmbeddingSettings embedding;

  FakeBackend(String name) {
    this(name, PATH);
  }

  FakeBackend(String name, ConfigOption<?>... options) {
    this.name = name;
    this.options = List.of(options);
  }

  /** Throws this from {@link #open}. */
  FakeBackend failing(Throwable newFailure) {
    failure = newFailure;
    return this;
  }

  ProviderConfig config() {
    return Objects.requireNonNull(config, "opened");
  }

  EmbeddingSettings embedding() {
    return Objects.requireNonNull(embedding, "opened");
  }

  boolean isOpened() {
    return config != null;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of();
  }

  @Override
  public List<ConfigOption<?>> options() {
    return options;
  }

  @Override
  public BaseRagService open(ProviderConfig newConfig, EmbeddingSettings newEmbedding) {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    config = newConfig;
    embedding = newEmbedding;
    return new FakeService(name, newEmbedding);
  }
}
