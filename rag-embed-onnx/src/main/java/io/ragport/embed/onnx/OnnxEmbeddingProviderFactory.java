package io.ragport.embed.onnx;

import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.EmbeddingProviderFactory;
import io.ragport.api.spi.ProviderConfig;
import java.util.List;
import java.util.Optional;

/** The embedder {@code onnx}: models that run on this machine. Safe for use from many threads. */
public final class OnnxEmbeddingProviderFactory implements EmbeddingProviderFactory {
  /** What the recorded names of its models start with. */
  static final String MODEL_PREFIX = "onnx/";

  /** For {@link java.util.ServiceLoader}. */
  public OnnxEmbeddingProviderFactory() {}

  @Override
  public String name() {
    return "onnx";
  }

  @Override
  public List<ConfigOption<?>> options() {
    return OnnxOptions.ALL;
  }

  @Override
  public Optional<String> artifact() {
    return Optional.of("io.ragport:rag-embed-onnx");
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.ragport.api.RagConfigurationException if there is no such model, or settings
   *     contradict each other; missing files show at first use (LIFE-1)
   */
  @Override
  public EmbeddingProvider create(ProviderConfig config) {
    return OnnxEmbeddingProvider.open(OnnxOptions.from(config));
  }

  /**
   * {@inheritDoc}
   *
   * @return an embedder for {@code onnx/all-MiniLM-L6-v2} and {@code onnx/all-MiniLM-L6-v2-q};
   *     empty for models in folders, whose settings are not known from the name
   */
  @Override
  public Optional<EmbeddingProvider> createFor(String modelName) {
    return Optional.of(modelName)
        .filter(name -> name.startsWith(MODEL_PREFIX))
        .flatMap(name -> OnnxModel.find(name.substring(MODEL_PREFIX.length())))
        .map(
            model -> OnnxEmbeddingProvider.open(OnnxOptions.builder().model(model.name()).build()));
  }
}
