package io.ragport.api.testing;

import io.ragport.api.RagConfigurationException;
import io.ragport.api.embedding.EmbeddingModels;
import io.ragport.api.embedding.EmbeddingProvider;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Several models by name, the first of them for new collections; records what was asked for. */
public class RecordingModels implements EmbeddingModels {
  private final List<EmbeddingProvider> providers;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private volatile @Nullable RuntimeException closeFailure;
  private volatile int closes;

  public RecordingModels(EmbeddingProvider... providers) {
    this.providers = Arrays.asList(providers);
  }

  /** Fails when closed. */
  public RecordingModels failingToClose(RuntimeException failure) {
    closeFailure = failure;
    return this;
  }

  /** The models asked for so far. */
  public List<String> asked() {
    return List.copyOf(asked);
  }

  /** How often it was closed. */
  public int closes() {
    return closes;
  }

  @Override
  public Optional<String> defaultModel() {
    return providers.stream().map(EmbeddingProvider::modelName).findFirst();
  }

  @Override
  public EmbeddingProvider forModel(String model) {
    asked.add(model);
    return providers.stream()
        .filter(provider -> provider.modelName().equals(model))
        .findFirst()
        .orElseThrow(() -> new RagConfigurationException("rag.embedder", "no model " + model));
  }

  @Override
  public synchronized void close() {
    closes = closes + 1;
    RuntimeException failure = closeFailure;
    if (failure != null) {
      throw failure;
    }
  }
}
