package io.ragport.api.testing;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** How well an entry fits a query: by angle and by words. */
public final class Scores {
  private Scores() {}

  /** The cosine of the angle between two vectors. */
  public static double cosine(float[] a, float[] b) {
    double dot = 0;
    double lengthA = 0;
    double lengthB = 0;
    for (int i = 0; i < a.length; i++) {
      dot += (double) a[i] * b[i];
      lengthA += (double) a[i] * a[i];
      lengthB += (double) b[i] * b[i];
    }
    return dot / (Math.sqrt(lengthA) * Math.sqrt(lengthB));
  }

  /** How often terms of the query occur in the text. */
  static double occurrences(String keywords, String text) {
    Set<String> wanted = new HashSet<>(terms(keywords));
    return terms(text).stream().filter(wanted::contains).count();
  }

  private static List<String> terms(String text) {
    return Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}-]+", -1))
        .filter(term -> !term.isEmpty())
        .toList();
  }
}
