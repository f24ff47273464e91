package io.ragport.core;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.ragport.api.EmbeddingException;
import io.ragport.api.embedding.EmbeddingLimits;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the vectors of another embedder in memory, by model, purpose and text, up to a number of
 * vectors or bytes; those used least go first.
 *
 * <p>A text that occurs several times in a call is embedded once, and so is one that two threads
 * ask for at once. Failures and vectors that no service accepts (EMB-1) are not kept. The delegate
 * is called within its limits, in the order of the texts. Vectors handed out are copies.
 *
 * <p>Safe for use from many threads. Closing empties the cache, and closes the delegate only if
 * {@link Builder#closeDelegate()} said so.
 */
public final class CachingEmbeddingProvider implements EmbeddingProvider {
  private static final long DEFAULT_MAX_ENTRIES = 10_000;

  private final EmbeddingProvider delegate;
  private final boolean closesDelegate;
  private final Cache<Key, float[]> cache;
  private final ConcurrentMap<Key, CompletableFuture<float[]>> underWay = new ConcurrentHashMap<>();
  private final LongAdder asked = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final AtomicBoolean closed = new AtomicBoolean();

  private CachingEmbeddingProvider(Builder builder) {
    this.delegate = builder.delegate;
    this.closesDelegate = builder.closesDelegate;
    // The maintenance runs on the calling thread: no thread is started here.
    Caffeine<Object, Object> caffeine = Caffeine.newBuilder().executor(Runnable::run);
    this.cache =
        builder.maxBytes == null
            ? caffeine
                .maximumSize(builder.maxEntries == null ? DEFAULT_MAX_ENTRIES : builder.maxEntries)
                .build()
            : caffeine.maximumWeight(builder.maxBytes).weigher(Key::bytesWith).build();
  }

  /** A cache over an embedder, of 10,000 vectors unless told otherwise. */
  public static Builder builder(EmbeddingProvider delegate) {
    return new Builder(delegate);
  }

  @Override
  public float[][] embed(List<String> texts, EmbeddingPurpose purpose) {
    if (closed.get()) {
      throw new IllegalStateException("embedder " + modelName() + ": closed");
    }
    asked.add(texts.size());
    String model = delegate.modelName();
    List<Key> keys = texts.stream().map(text -> new Key(model, purpose, text)).toList();
    Map<Key, float[]> vectors = vectors(new LinkedHashSet<>(keys));
    float[][] result = new float[keys.size()][];
    for (int i = 0; i < result.length; i++) {
      result[i] = Objects.requireNonNull(vectors.get(keys.get(i)), "vector").clone();
    }
    return result;
  }

  @Override
  public int dimension() {
    return delegate.dimension();
  }

  @Override
  public String modelName() {
    return delegate.modelName();
  }

  @Override
  public EmbeddingLimits limits() {
    return delegate.limits();
  }

  @Override
  public OptionalLong countTokens(List<String> texts) {
    return delegate.countTokens(texts);
  }

  /** What the cache did so far. */
  public Statistics statistics() {
    cache.cleanUp();
    long missed = misses.sum();
    return new Statistics(Math.max(0, asked.sum() - missed), missed, cache.estimatedSize());
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      cache.invalidateAll();
      if (closesDelegate) {
        delegate.close();
      }
    }
  }

  private Map<Key, float[]> vectors(Set<Key> keys) {
    Map<Key, float[]> vectors = new LinkedHashMap<>();
    Map<Key, CompletableFuture<float[]>> mine = new LinkedHashMap<>();
    Map<Key, CompletableFuture<float[]>> others = new LinkedHashMap<>();
    for (Key key : keys) {
      float[] kept = cache.getIfPresent(key);
      if (kept != null) {
        vectors.put(key, kept);
        continue;
      }
      CompletableFuture<float[]> promise = new CompletableFuture<>();
      CompletableFuture<float[]> earlier = underWay.putIfAbsent(key, promise);
      if (earlier == null) {
        mine.put(key, promise);
      } else {
        others.put(key, earlier);
      }
    }
    // Own promises are kept before waiting for others', so that no two threads wait for each other.
    vectors.putAll(keep(mine));
    others.forEach((key, promise) -> vectors.put(key, await(key, promise)));
    return vectors;
  }

  /** Embeds what this thread has promised to; whatever happens, no promise stays open. */
  private Map<Key, float[]> keep(Map<Key, CompletableFuture<float[]>> promises) {
    Map<Key, float[]> vectors = new LinkedHashMap<>();
    try {
      List<Key> missing = new ArrayList<>();
      for (Key key : promises.keySet()) {
        // Another thread may have kept its promise between this one's look and promise.
        float[] kept = cache.getIfPresent(key);
        if (kept == null) {
          missing.add(key);
        } else {
          vectors.put(key, kept);
        }
      }
      vectors.putAll(embed(missing));
      return vectors;
    } finally {
      promises.forEach(
          (key, promise) -> {
            underWay.remove(key, promise);
            float[] vector = vectors.get(key);
            if (vector == null) {
              promise.completeExceptionally(new IllegalStateException("not embedded"));
            } else {
              promise.complete(vector);
            }
          });
    }
  }

  /** Another thread's vector; if that thread failed, perhaps over another text, one's own. */
  private float[] await(Key key, CompletableFuture<float[]> promise) {
    try {
      return promise.get();
    } catch (ExecutionException e) {
      return Objects.requireNonNull(embed(List.of(key)).get(key), "vector");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddingException(key.model(), "interrupted", e);
    }
  }

  /** Asks the delegate, within its limits. */
  private Map<Key, float[]> embed(List<Key> keys) {
    Map<Key, float[]> vectors = new LinkedHashMap<>();
    EmbeddingLimits limits = delegate.limits();
    int start = 0;
    while (start < keys.size()) {
      int end = start + 1;
      long characters = keys.get(start).text().length();
      while (end < keys.size()
          && end - start < limits.maxTexts()
          && characters + keys.get(end).text().length() <= limits.maxCharacters()) {
        characters += keys.get(end).text().length();
        end++;
      }
      vectors.putAll(embedBatch(keys.subList(start, end)));
      start = end;
    }
    return vectors;
  }

  private Map<Key, float[]> embedBatch(List<Key> batch) {
    misses.add(batch.size());
    Key first = batch.get(0);
    float[][] given = delegate.embed(batch.stream().map(Key::text).toList(), first.purpose());
    if (given.length != batch.size()) {
      throw new EmbeddingException(
          first.model(), given.length + " vectors for " + batch.size() + " texts", null);
    }
    Map<Key, float[]> vectors = new LinkedHashMap<>();
    for (int i = 0; i < given.length; i++) {
      vectors.put(batch.get(i), given[i]);
      if (isUsable(given[i])) {
        cache.put(batch.get(i), given[i]);
      }
    }
    return vectors;
  }

  private static boolean isUsable(float[] vector) {
    boolean zero = true;
    for (float component : vector) {
      if (!Float.isFinite(component)) {
        return false;
      }
      zero &= component == 0;
    }
    return !zero;
  }

  /**
   * What a cache did since it was made.
   *
   * @param hits texts answered without asking the delegate, repetitions within a call included
   * @param misses texts given to the delegate
   * @param size vectors kept now
   */
  public record Statistics(long hits, long misses, long size) {}

  private record Key(String model, EmbeddingPurpose purpose, String text) {
    private static final int OVERHEAD = 128;

    /** About the memory that the entry takes. */
    int bytesWith(float[] vector) {
      long bytes = OVERHEAD + 2L * text.length() + 4L * vector.length;
      return (int) Math.min(Integer.MAX_VALUE, bytes);
    }
  }

  /** Sets up a cache. For one thread. */
  public static final class Builder {
    private final EmbeddingProvider delegate;
    private boolean closesDelegate;
    private @Nullable Long maxEntries;
    private @Nullable Long maxBytes;

    private Builder(EmbeddingProvider delegate) {
      this.delegate = Objects.requireNonNull(delegate, "delegate");
    }

    /** How many vectors to keep, 1 or more. */
    public Builder maxEntries(long entries) {
      maxEntries = bound("maxEntries", entries);
      return this;
    }

    /** How much memory the texts and vectors may take, in bytes, 1 or more. */
    public Builder maxBytes(long bytes) {
      maxBytes = bound("maxBytes", bytes);
      return this;
    }

    /** Closes the delegate with the cache. */
    public Builder closeDelegate() {
      closesDelegate = true;
      return this;
    }

    /** The cache. */
    public CachingEmbeddingProvider build() {
      return new CachingEmbeddingProvider(this);
    }

    private long bound(String what, long value) {
      if (value < 1) {
        throw new IllegalArgumentException(what + ": " + value + " is less than 1");
      }
      if (maxEntries != null || maxBytes != null) {
        throw new IllegalStateException(what + ": the cache has a bound already (one of them)");
      }
      return value;
    }
  }
}
