package io.ragport.benchmarks;

import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.core.HashingEmbeddingProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Texts to index with their embedder; the same ones each time it is made. */
interface Chunks {
  /** The embedder of these texts. */
  EmbeddingProvider embedder();

  /** The next texts. */
  List<String> next(int count);

  /** Sixty made-up words each, frequent ones more often, with the hashing embedder. */
  static Chunks hashed(int dimension) {
    return new Hashed(new HashingEmbeddingProvider(dimension), new Random(3));
  }

  /** Numbers whose vectors lie in clusters, as embeddings of real texts do; embedding is free. */
  static Chunks clustered(int count, int dimension) {
    return new Clustered(
        new NumberedVectors(new Clusters(1000, dimension, 42).next(count)), new int[1]);
  }

  /** Texts by chance. */
  record Hashed(EmbeddingProvider embedder, Random random) implements Chunks {
    private static final int WORDS = 60;
    private static final int VOCABULARY = 20_000;

    @Override
    public List<String> next(int count) {
      List<String> texts = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        StringBuilder text = new StringBuilder();
        for (int j = 0; j < WORDS; j++) {
          text.append('w')
              .append((int) (VOCABULARY * Math.pow(random.nextDouble(), 3)))
              .append(' ');
        }
        texts.add(text.toString().strip());
      }
      return texts;
    }
  }

  /** Numbers in a row. */
  record Clustered(EmbeddingProvider embedder, int[] given) implements Chunks {
    @Override
    public List<String> next(int count) {
      int start = given[0];
      given[0] += count;
      return IntStream.range(start, start + count).mapToObj(Integer::toString).toList();
    }
  }
}
