package io.ragport.core;

import io.ragport.api.Arguments;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Vectors without a model: each word adds 1 or −1 to one of the dimensions, both told by its hash,
 * and the sum is scaled to unit length. Texts that share words are similar; meaning is not seen.
 * For tests, trials and as a base line; the same on every JVM and under every locale.
 *
 * <p>A word is a run of letters, digits and the marks on them, in any script, composed (NFC) and in
 * lower case; an ideograph is a word of its own. A text without words, or one whose words cancel
 * out, counts as a single word, so that no text has the zero vector.
 *
 * <p>Signed feature hashing: Weinberger et al., <a
 * href="https://arxiv.org/abs/0902.2206">arXiv:0902.2206</a>. Safe for use from many threads; holds
 * nothing to close.
 */
public final class HashingEmbeddingProvider implements EmbeddingProvider {
  /** The largest dimension. */
  static final int MAX_DIMENSION = 65_536;

  static final int DEFAULT_DIMENSION = 256;
  static final String MODEL_PREFIX = "hashing/";

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final int dimension;

  /** Vectors of 256 dimensions. */
  public HashingEmbeddingProvider() {
    this(DEFAULT_DIMENSION);
  }

  /**
   * Vectors of {@code dimension} dimensions.
   *
   * @param dimension 1 to 65,536; the more, the fewer words share one
   */
  public HashingEmbeddingProvider(int dimension) {
    this.dimension = Arguments.inRange("dimension", dimension, 1, MAX_DIMENSION);
  }

  @Override
  public float[][] embed(List<String> texts, EmbeddingPurpose purpose) {
    float[][] vectors = new float[texts.size()][];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = vector(texts.get(i));
    }
    return vectors;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  /** {@code hashing/} and the dimension. */
  @Override
  public String modelName() {
    return MODEL_PREFIX + dimension;
  }

  private float[] vector(String text) {
    double[] sums = new double[dimension];
    words(text, word -> add(word, sums));
    double length = length(sums);
    if (length == 0) {
      add(text, sums);
      length = 1;
    }
    float[] vector = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      vector[i] = (float) (sums[i] / length);
    }
    return vector;
  }

  private void add(String word, double[] sums) {
    long hash = hash(word);
    int index = (int) Long.remainderUnsigned(hash >>> 1, dimension);
    sums[index] += (hash & 1) == 0 ? 1 : -1;
  }

  private static double length(double[] sums) {
    double squares = 0;
    for (double sum : sums) {
      squares += sum * sum;
    }
    return Math.sqrt(squares);
  }

  private static void words(String text, Consumer<String> each) {
    String folded = Normalizer.normalize(text, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    int start = -1;
    for (int i = 0; i < folded.length(); ) {
      int codePoint = folded.codePointAt(i);
      int next = i + Character.charCount(codePoint);
      boolean alone = Character.isIdeographic(codePoint);
      boolean inside = !alone && isInsideWord(codePoint, start >= 0);
      if (start >= 0 && !inside) {
        each.accept(folded.substring(start, i));
        start = -1;
      }
      if (alone) {
        each.accept(folded.substring(i, next));
      } else if (inside && start < 0) {
        start = i;
      }
      i = next;
    }
    if (start >= 0) {
      each.accept(folded.substring(start));
    }
  }

  private static boolean isInsideWord(int codePoint, boolean begun) {
    return Character.isLetterOrDigit(codePoint) || (begun && isMark(codePoint));
  }

  private static boolean isMark(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          true;
      default -> false;
    };
  }

  /**
   * FNV-1a over UTF-8, then the finalizer of MurmurHash3, which spreads short words over all bits.
   */
  private static long hash(String word) {
    long hash = FNV_OFFSET;
    for (byte b : word.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return hash ^ (hash >>> 33);
  }
}
