package io.ragport.api.testing;

import io.ragport.api.embedding.EmbeddingLimits;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An embedder with vectors by hand. Knows a few directions in four dimensions by name ({@code
 * east}, {@code north}, {@code west}, {@code up}, {@code 3-4}, {@code 4-3}: the last two have
 * cosines of 0.6 and 0.8 with east); any other text gets a vector drawn with its hash as seed.
 */
public final class RecordingEmbedding implements EmbeddingProvider {
  /** The length of every vector. */
  public static final int DIMENSION = 4;

  private final String modelName;
  private final Map<String, float[]> vectors = new ConcurrentHashMap<>();
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private volatile EmbeddingLimits limits = EmbeddingLimits.NONE;
  private volatile OptionalLong tokens = OptionalLong.empty();
  private volatile boolean closed;
  private volatile @Nullable Function<List<String>, float[][]> answer;

  /** An embedder named {@code model-a}. */
  public RecordingEmbedding() {
    this("model-a");
  }

  public RecordingEmbedding(String modelName) {
    this.modelName = modelName;
    vector("east", 1, 0, 0, 0);
    vector("north", 0, 1, 0, 0);
    vector("west", -1, 0, 0, 0);
    vector("up", 0, 0, 1, 0);
    vector("3-4", 3, 4, 0, 0);
    vector("4-3", 4, 3, 0, 0);
  }

  /** One call: its texts and what they were for. */
  public record Call(List<String> texts, EmbeddingPurpose purpose) {}

  /** Sets a text's vector. */
  public RecordingEmbedding vector(String text, float... vector) {
    vectors.put(text, vector);
    return this;
  }

  /** Takes no more than this in a call. */
  public RecordingEmbedding limitedTo(int maxTexts, int maxCharacters) {
    limits = new EmbeddingLimits(maxTexts, maxCharacters);
    return this;
  }

  /** Reports this number of tokens for every call. */
  public RecordingEmbedding countingTokens(long count) {
    tokens = OptionalLong.of(count);
    return this;
  }

  /** Answers every call so from now on. */
  public RecordingEmbedding answering(Function<List<String>, float[][]> newAnswer) {
    answer = newAnswer;
    return this;
  }

  /** Fails every call from now on. */
  public RecordingEmbedding failing(RuntimeException failure) {
    return answering(
        texts -> {
          throw failure;
        });
  }

  /** Works again. */
  public void recover() {
    answer = null;
  }

  /** The calls so far. */
  public List<Call> calls() {
    return List.copyOf(calls);
  }

  /** The number of texts of each call so far. */
  public List<Integer> batchSizes() {
    return calls.stream().map(call -> call.texts().size()).toList();
  }

  /** Forgets the calls. */
  public void forgetCalls() {
    calls.clear();
  }

  /** Whether someone closed it. */
  public boolean isClosed() {
    return closed;
  }

  /** The vector of a text, without recording a call. */
  public float[] vectorOf(String text) {
    float[] known = vectors.get(text);
    if (known != null) {
      return known.clone();
    }
    Random random = new Random(text.hashCode());
    float[] drawn = new float[DIMENSION];
    for (int i = 0; i < DIMENSION; i++) {
      drawn[i] = (float) random.nextGaussian();
    }
    return drawn;
  }

  @Override
  public float[][] embed(List<String> texts, EmbeddingPurpose purpose) {
    calls.add(new Call(List.copyOf(texts), purpose));
    Function<List<String>, float[][]> own = answer;
    return own != null
        ? own.apply(texts)
        : texts.stream().map(this::vectorOf).toArray(float[][]::new);
  }

  @Override
  public int dimension() {
    return DIMENSION;
  }

  @Override
  public String modelName() {
    return modelName;
  }

  @Override
  public EmbeddingLimits limits() {
    return limits;
  }

  @Override
  public OptionalLong countTokens(List<String> texts) {
    return tokens;
  }

  @Override
  public void close() {
    closed = true;
  }
}
