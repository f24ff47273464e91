package io.ragport.api.store;

import io.ragport.api.Arguments;
import io.ragport.api.CollectionMismatchException;
import io.ragport.api.DimensionMismatchException;
import io.ragport.api.EmbeddingException;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.RagException;
import io.ragport.api.embedding.EmbeddingLimits;
import io.ragport.api.embedding.EmbeddingListener;
import io.ragport.api.embedding.EmbeddingModels;
import io.ragport.api.embedding.EmbeddingOperation;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.embedding.EmbeddingStats;
import io.ragport.api.embedding.Normalizer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Texts to checked, normalised vectors, with the model the collection records. */
final class EmbeddingStep {
  private static final Logger LOG = System.getLogger(EmbeddingStep.class.getName());

  private final String backend;
  private final EmbeddingModels models;
  private final @Nullable Normalizer normalizer;
  private final @Nullable EmbeddingListener defaultListener;
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  EmbeddingStep(String backend, EmbeddingSettings settings) {
    this.backend = backend;
    this.models = settings.models();
    this.normalizer = settings.normalizer();
    this.defaultListener = settings.listener();
  }

  /** What a new collection of this service records, but for its dimension. */
  CollectionSpec toCreate(String name, int dimension, @Nullable String model) {
    return CollectionSpec.toCreate(
        name, model == null ? modelForNew(name) : model, dimension, normalizer);
  }

  /** The vectors of texts for a collection that does not exist yet. */
  float[][] forNewCollection(String name, List<String> texts, Call call) {
    String model = modelForNew(name);
    return embed(model, models.forModel(model), texts, EmbeddingPurpose.DOCUMENT, call);
  }

  /**
   * The vectors of texts for an existing collection, with its model (COL-3).
   *
   * @throws DimensionMismatchException if they do not fit it (COL-4)
   * @throws CollectionMismatchException if it records another normalizer (EMB-4)
   */
  float[][] forCollection(
      CollectionSpec collection, List<String> texts, EmbeddingPurpose purpose, Call call) {
    checkNormalizer(collection);
    EmbeddingProvider provider = models.forModel(collection.model());
    warnOfOtherModel(collection);
    float[][] vectors = embed(collection.model(), provider, texts, purpose, call);
    if (vectors.length > 0) {
      checkDimension(collection, vectors[0].length);
    }
    return vectors;
  }

  /** A caller's own query vector, made to fit the collection as an embedded text would be. */
  float[] givenVector(CollectionSpec collection, float[] vector) {
    checkNormalizer(collection);
    checkDimension(collection, vector.length);
    return normalizer == null
        ? vector
        : Arguments.vector("vector after normalizing", normalizer.transform(vector));
  }

  /** Loads the model that new collections get, if there is one (LIFE-1). */
  void check() {
    Optional<String> model = models.defaultModel();
    if (model.isPresent()) {
      models.forModel(model.get()).dimension();
    }
  }

  private String modelForNew(String name) {
    return models
        .defaultModel()
        .orElseThrow(
            () ->
                new RagConfigurationException(
                    "rag.embedder",
                    "collection \""
                        + Arguments.shortened(name)
                        + "\" cannot be created without an embedding model (set one)"));
  }

  private void checkNormalizer(CollectionSpec collection) {
    String fingerprint = Normalizer.fingerprint(normalizer);
    if (!collection.normalizer().equals(fingerprint)) {
      throw new CollectionMismatchException(
          collection.name(),
          "normalizer",
          collection.normalizer(),
          fingerprint,
          "open the service with the normalizer the collection was made with, or index anew");
    }
  }

  private static void checkDimension(CollectionSpec collection, int dimension) {
    if (collection.dimension() != dimension) {
      throw new DimensionMismatchException(collection.name(), collection.dimension(), dimension);
    }
  }

  private void warnOfOtherModel(CollectionSpec collection) {
    String own = models.defaultModel().orElse(collection.model());
    if (!own.equals(collection.model()) && warned.add(collection.name())) {
      LOG.log(
          Level.WARNING,
          backend
              + ", collection "
              + collection.name()
              + ": records the model "
              + collection.model()
              + ", which is used in place of the configured "
              + own);
    }
  }

  private float[][] embed(
      String model,
      EmbeddingProvider provider,
      List<String> texts,
      EmbeddingPurpose purpose,
      Call call) {
    EmbeddingLimits limits = provider.limits();
    float[][] vectors = new float[texts.size()][];
    int done = 0;
    for (List<String> part :
        BatchPlan.split(texts, limits.maxTexts(), limits.maxCharacters(), String::length)) {
      long start = System.nanoTime();
      float[][] embedded = callProvider(model, provider, part, purpose);
      report(model, provider, part, Duration.ofNanos(System.nanoTime() - start), call);
      requireOnePerText(model, embedded.length, part.size(), done);
      for (float[] vector : embedded) {
        int expected = done == 0 ? -1 : vectors[0].length;
        vectors[done] = checked(model, done, vector, expected);
        done++;
      }
    }
    return vectors;
  }

  private static float[][] callProvider(
      String model, EmbeddingProvider provider, List<String> texts, EmbeddingPurpose purpose) {
    try {
      float[][] vectors = provider.embed(List.copyOf(texts), purpose);
      if (vectors == null) {
        throw new EmbeddingException(model, "returned no vectors at all", null);
      }
      return vectors;
    } catch (RagException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new EmbeddingException(model, "failed: " + e.getClass().getSimpleName(), e);
    }
  }

  private static void requireOnePerText(String model, int vectors, int texts, int done) {
    String problem = vectors + " vectors for " + texts + " texts (one per text)";
    if (vectors > texts) {
      throw new EmbeddingException(model, problem, null);
    }
    if (vectors < texts) {
      throw new EmbeddingException(model, done + vectors, problem);
    }
  }

  private float[] checked(String model, int index, float @Nullable [] vector, int expected) {
    if (vector == null || vector.length == 0) {
      throw new EmbeddingException(model, index, "no vector");
    }
    if (expected >= 0 && vector.length != expected) {
      throw new EmbeddingException(
          model, index, vector.length + " dimensions after " + expected + " before (one length)");
    }
    requireDirection(model, index, vector, "");
    if (normalizer == null) {
      return vector;
    }
    float[] normalized = normalizer.transform(vector);
    requireDirection(model, index, normalized, " after normalizing");
    return normalized;
  }

  private static void requireDirection(String model, int index, float[] vector, String when) {
    boolean zero = true;
    for (float value : vector) {
      if (!Float.isFinite(value)) {
        throw new EmbeddingException(model, index, "a component is not finite" + when);
      }
      zero &= value == 0;
    }
    if (zero) {
      throw new EmbeddingException(model, index, "all components are zero" + when);
    }
  }

  private void report(
      String model, EmbeddingProvider provider, List<String> texts, Duration duration, Call call) {
    EmbeddingListener listener = call.listener() == null ? defaultListener : call.listener();
    if (listener == null) {
      return;
    }
    try {
      listener.onEmbedding(
          new EmbeddingStats(
              model, call.operation(), texts.size(), duration, tokens(provider, texts)));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, backend + ": an embedding listener failed", e);
    }
  }

  private OptionalLong tokens(EmbeddingProvider provider, List<String> texts) {
    try {
      return provider.countTokens(List.copyOf(texts));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, backend + ": the embedder failed to count tokens", e);
      return OptionalLong.empty();
    }
  }

  /**
   * What the embedding is for.
   *
   * @param listener the request's own; null takes the service's (EMB-5)
   */
  record Call(EmbeddingOperation operation, @Nullable EmbeddingListener listener) {}
}
