package io.ragport.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/**
 * A stream of documents: 400 characters of made-up English, four metadata fields, and a vector of
 * 384 dimensions in one of 200 clusters. The same ones each time it is made.
 */
final class DocumentStream {
  static final int DIMENSION = 384;
  static final int BATCH = 1000;

  private static final int CLUSTERS = 200;
  private static final int LENGTH = 400;
  private static final int VOCABULARY = 5000;
  private static final int PAGES = 300;
  private static final String[] FREQUENT = {
    "the", "of", "and", "to", "in", "a", "is", "that", "for", "it", "was", "with", "as", "on", "are"
  };
  private static final String[] SYLLABLES = {
    "con", "ter", "ing", "ra", "lo", "men", "ta", "pre", "sto", "vi", "der", "cal", "ne", "sul",
    "or"
  };

  private final Clusters clusters = new Clusters(CLUSTERS, DIMENSION, 42);
  private final Random random = new Random(7);
  private final String[] words = new String[VOCABULARY];
  private int number;

  DocumentStream() {
    for (int i = 0; i < VOCABULARY; i++) {
      words[i] = i < FREQUENT.length ? FREQUENT[i] : word();
    }
  }

  /** The next documents. */
  List<NumberedDocument> next(int count) {
    float[][] vectors = clusters.next(count);
    List<NumberedDocument> documents = new ArrayList<>(count);
    for (float[] vector : vectors) {
      documents.add(document(number++, vector));
    }
    return documents;
  }

  /** The next vectors without documents: queries. */
  float[][] queries(int count) {
    return clusters.next(count);
  }

  private NumberedDocument document(int n, float[] vector) {
    Map<String, Object> metadata =
        Map.of(
            NumberedDocument.NUMBER,
            n,
            Condition.FIVE_PERCENT.key(),
            Condition.FIVE_PERCENT.valueOf(n),
            Condition.TWO_PER_MILLE.key(),
            Condition.TWO_PER_MILLE.valueOf(n),
            "title",
            "Page " + n % PAGES);
    UUID id = new UUID(version4(random.nextLong()), variant(random.nextLong()));
    return new NumberedDocument(n, id, text(n), metadata, vector);
  }

  private String text(int n) {
    StringBuilder text = new StringBuilder(LENGTH + 2 * SYLLABLES.length).append("Note ").append(n);
    while (text.length() < LENGTH) {
      // The cube makes the first words frequent, as in a language.
      text.append(' ').append(words[(int) (VOCABULARY * Math.pow(random.nextDouble(), 3))]);
    }
    text.setLength(LENGTH - 1);
    return text.append('.').toString();
  }

  private String word() {
    StringBuilder word = new StringBuilder();
    for (int i = 2 + random.nextInt(3); i > 0; i--) {
      word.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
    }
    return word.toString();
  }

  private static long version4(long bits) {
    return bits & ~0xf000L | 0x4000L;
  }

  private static long variant(long bits) {
    return bits & 0x3fffffffffffffffL | 0x8000000000000000L;
  }
}
