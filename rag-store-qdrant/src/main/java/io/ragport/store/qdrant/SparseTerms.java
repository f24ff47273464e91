package io.ragport.store.qdrant;

import io.qdrant.client.grpc.Points.SparseVector;
import io.ragport.api.store.TermCounts;
import io.ragport.api.store.TextTerms;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Texts as sparse vectors: the dot product of a text's and a query's, with the server's weight of
 * rare terms (the modifier {@code idf}), is their BM25 score with k1 = 1.2 and b = 0.75 (QRY-13). A
 * term's place is the CRC-32 of its UTF-8. Immutable.
 */
final class SparseTerms {
  /** How soon more of the same term stops to matter. */
  private static final double K1 = 1.2;

  /** How much a long text must have more of a term. */
  private static final double B = 0.75;

  private final TextTerms terms;
  private final double averageLength;

  SparseTerms(TermSettings settings) {
    terms = TextTerms.of(settings.language());
    averageLength = settings.averageLength();
  }

  /** The weight of a number of occurrences. */
  private interface Weight {
    double of(int occurrences);
  }

  /** The weighted terms of an entry's text; empty without words. */
  SparseVector ofContent(String text) {
    TermCounts found = terms.count(text);
    double half = K1 * (1 - B + B * found.length() / averageLength); // of all that weighs at most
    return vector(found.counts(), occurrences -> occurrences * (K1 + 1) / (occurrences + half));
  }

  /** The terms of a query, each as often as it occurs; empty without words. */
  SparseVector ofQuery(String text) {
    return vector(terms.count(text).counts(), occurrences -> occurrences);
  }

  private static SparseVector vector(Map<String, Integer> counts, Weight weight) {
    long[] placed = placed(counts);
    SparseVector.Builder vector = SparseVector.newBuilder();
    for (int i = 0; i < placed.length; ) {
      int place = place(placed[i]);
      double sum = 0;
      for (; i < placed.length && place(placed[i]) == place; i++) { // two terms may share a place
        sum += weight.of((int) placed[i]);
      }
      vector.addIndices(place).addValues((float) sum);
    }
    return vector.build();
  }

  /** Place and count of each term in one number, in ascending order of the places. */
  private static long[] placed(Map<String, Integer> counts) {
    long[] placed = new long[counts.size()];
    CRC32 checksum = new CRC32();
    int i = 0;
    for (Map.Entry<String, Integer> term : counts.entrySet()) {
      checksum.reset();
      checksum.update(term.getKey().getBytes(StandardCharsets.UTF_8));
      // Places are unsigned, and numbers are sorted with their sign.
      placed[i++] = ((checksum.getValue() << Integer.SIZE) | term.getValue()) ^ Long.MIN_VALUE;
    }
    Arrays.sort(placed);
    return placed;
  }

  private static int place(long placed) {
    return (int) ((placed ^ Long.MIN_VALUE) >>> Integer.SIZE);
  }
}
