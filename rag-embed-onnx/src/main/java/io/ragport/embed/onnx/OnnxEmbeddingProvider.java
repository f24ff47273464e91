package io.ragport.embed.onnx;

import io.ragport.api.EmbeddingException;
import io.ragport.api.embedding.EmbeddingLimits;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Embeds on this machine with an ONNX model; no call goes over the network. Loads the model at
 * first use (LIFE-1); all callers share it and its threads. Vectors have length 1, so that their
 * dot product is their cosine.
 *
 * <p>A vector does not depend on the other texts of the call. The model reads {@link
 * OnnxOptions#maxTokens} tokens of a text; {@link OnnxOptions#longText} says what happens to more.
 *
 * <p>Safe for use from many threads; closed by whoever opened it.
 */
public final class OnnxEmbeddingProvider implements EmbeddingProvider {
  private static final System.Logger LOGGER =
      System.getLogger(OnnxEmbeddingProvider.class.getName());

  /** Enough to sort by length and keep all threads busy; bounds what one call keeps in memory. */
  private static final EmbeddingLimits LIMITS = new EmbeddingLimits(1024, 8_000_000);

  private final OnnxOptions options;
  private final OnnxModel model;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable LoadedModel loaded; // guarded by lock
  private boolean closed; // guarded by lock

  private OnnxEmbeddingProvider(OnnxOptions options, OnnxModel model) {
    this.options = options;
    this.model = model;
  }

  /** An embedder with these settings. Loads nothing yet. */
  public static OnnxEmbeddingProvider open(OnnxOptions options) {
    return new OnnxEmbeddingProvider(options, options.onnxModel());
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.ragport.api.RagConfigurationException at first use, if a file of the model is
   *     missing or cannot be read, naming it
   * @throws EmbeddingException if the model fails, or the thread is interrupted; the flag is set
   *     again then (CON-4)
   * @throws IllegalStateException after {@link #close}
   */
  @Override
  public float[][] embed(List<String> texts, EmbeddingPurpose purpose) {
    Objects.requireNonNull(purpose, "purpose");
    LoadedModel current = loaded();
    String prefix =
        switch (purpose) {
          case DOCUMENT -> options.documentPrefix();
          case QUERY -> options.queryPrefix();
        };
    return interruptible(() -> current.embed(prefixed(prefix, texts)));
  }

  /**
   * The length of every vector; loads the model.
   *
   * @throws io.ragport.api.RagConfigurationException as {@link #embed} does
   * @throws IllegalStateException after {@link #close}
   */
  @Override
  public int dimension() {
    LoadedModel current = loaded();
    return interruptible(current::dimension);
  }

  /** {@code onnx/} and the model's name, for example {@code onnx/all-MiniLM-L6-v2}. */
  @Override
  public String modelName() {
    return OnnxEmbeddingProviderFactory.MODEL_PREFIX + model.name();
  }

  /** 1024 texts and 8 million characters. */
  @Override
  public EmbeddingLimits limits() {
    return LIMITS;
  }

  /**
   * The number of tokens that the model reads if these texts are documents: the prefix and special
   * tokens count, what is cut off does not. Loads the model.
   */
  @Override
  public OptionalLong countTokens(List<String> texts) {
    LoadedModel current = loaded();
    return OptionalLong.of(
        interruptible(() -> current.countTokens(prefixed(options.documentPrefix(), texts))));
  }

  /**
   * Waits for calls under way, then releases the model, its tokenizer and its threads. Idempotent;
   * any other call afterwards throws {@link IllegalStateException} (LIFE-2).
   */
  @Override
  public void close() {
    LoadedModel ending;
    lock.lock();
    try {
      closed = true;
      ending = loaded;
      loaded = null;
    } finally {
      lock.unlock();
    }
    if (ending != null) {
      ending.close();
      LOGGER.log(System.Logger.Level.DEBUG, () -> modelName() + ": closed");
    }
  }

  private LoadedModel loaded() {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("embedder " + modelName() + ": closed");
      }
      if (loaded == null) {
        long start = System.nanoTime();
        loaded = LoadedModel.open(modelName(), model.files(), options);
        long millis = (System.nanoTime() - start) / 1_000_000;
        LOGGER.log(System.Logger.Level.DEBUG, () -> modelName() + ": loaded in " + millis + " ms");
      }
      return loaded;
    } finally {
      lock.unlock();
    }
  }

  private static List<String> prefixed(String prefix, List<String> texts) {
    return prefix.isEmpty() ? List.copyOf(texts) : texts.stream().map(prefix::concat).toList();
  }

  private <T> T interruptible(Interruptible<T> call) {
    try {
      return call.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddingException(modelName(), "interrupted", e);
    }
  }

  @FunctionalInterface
  private interface Interruptible<T> {
    T run() throws InterruptedException;
  }
}
