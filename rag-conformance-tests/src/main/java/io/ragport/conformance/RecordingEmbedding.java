package io.ragport.conformance;

import io.ragport.api.embedding.EmbeddingLimits;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An embedder whose cosines are known. The text {@link #QUERY} lies on the first axis, a text made
 * by {@link #textAt} has the asked cosine with it; every other text gets a vector drawn with its
 * hash as seed, the same in every process.
 */
final class RecordingEmbedding implements EmbeddingProvider {
  /** The length of every vector, unless another is given. */
  static final int DIMENSION = 8;

  /** The text that {@link #textAt} measures against. */
  static final String QUERY = "the query";

  private final String modelName;
  private final int dimension;
  private final Map<String, float[]> vectors = new ConcurrentHashMap<>();
  private final AtomicInteger made = new AtomicInteger();
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private volatile EmbeddingLimits limits = EmbeddingLimits.NONE;
  private volatile OptionalLong tokens = OptionalLong.empty();
  private volatile boolean closed;
  private volatile @Nullable Function<List<String>, float[][]> answer;

  /** One call: its texts and which side of the search they are on. */
  record Call(List<String> texts, EmbeddingPurpose purpose) {}

  RecordingEmbedding() {
    this("conformance", DIMENSION);
  }

  RecordingEmbedding(String modelName, int dimension) {
    this.modelName = modelName;
    this.dimension = dimension;
    float[] first = new float[dimension];
    first[0] = 1;
    vectors.put(QUERY, first);
  }

  /** A new text whose embedding has that cosine with the one of {@link #QUERY}. */
  String textAt(double cosine) {
    int number = made.incrementAndGet();
    float[] vector = new float[dimension];
    vector[0] = (float) cosine;
    vector[1 + number % (dimension - 1)] += (float) Math.sqrt(1 - cosine * cosine);
    String text = "text " + number + " at " + cosine;
    vectors.put(text, vector);
    return text;
  }

  /** Sets the vector of a text. */
  RecordingEmbedding vector(String text, float... vector) {
    vectors.put(text, vector.clone());
    return this;
  }

  /** Takes no more than this in one call. */
  RecordingEmbedding limitedTo(int maxTexts, int maxCharacters) {
    limits = new EmbeddingLimits(maxTexts, maxCharacters);
    return this;
  }

  /** Answers every call so, until {@link #recover}. */
  RecordingEmbedding answering(Function<List<String>, float[][]> newAnswer) {
    answer = newAnswer;
    return this;
  }

  /** Fails every call, until {@link #recover}. */
  RecordingEmbedding failing(RuntimeException failure) {
    return answering(
        texts -> {
          throw failure;
        });
  }

  /** Fails the call that gets this text and answers all others, until {@link #recover}. */
  RecordingEmbedding failingAt(String poison, RuntimeException failure) {
    return answering(
        texts -> {
          if (texts.contains(poison)) {
            throw failure;
          }
          return vectorsOf(texts);
        });
  }

  /** Says that the texts of any call have that many tokens. */
  RecordingEmbedding countingTokens(long count) {
    tokens = OptionalLong.of(count);
    return this;
  }

  void recover() {
    answer = null;
  }

  /** The calls so far. */
  List<Call> calls() {
    return List.copyOf(calls);
  }

  /** The number of texts of each call so far. */
  List<Integer> batchSizes() {
    return calls.stream().map(call -> call.texts().size()).toList();
  }

  void forgetCalls() {
    calls.clear();
  }

  boolean isClosed() {
    return closed;
  }

  /** The embedding of a text, without recording a call. */
  float[] vectorOf(String text) {
    float[] known = vectors.get(text);
    if (known != null) {
      return known.clone();
    }
    Random random = new Random(text.hashCode());
    float[] drawn = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      drawn[i] = (float) random.nextGaussian();
    }
    return drawn;
  }

  private float[][] vectorsOf(List<String> texts) {
    return texts.stream().map(this::vectorOf).toArray(float[][]::new);
  }

  @Override
  public float[][] embed(List<String> texts, EmbeddingPurpose purpose) {
    calls.add(new Call(List.copyOf(texts), purpose));
    Function<List<String>, float[][]> own = answer;
    return own != null ? own.apply(texts) : vectorsOf(texts);
  }

  @Override
  public int dimension() {
    return dimension;
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
