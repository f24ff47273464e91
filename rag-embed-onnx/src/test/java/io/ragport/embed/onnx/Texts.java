package io.ragport.embed.onnx;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** English-looking texts of a known number of tokens. */
final class Texts {
  // Every one of them is a single token of the BERT vocabulary.
  private static final String[] WORDS =
      ("time person year way day thing man world life hand part child eye woman place work week"
              + " case point government company number group problem fact river mountain garden"
              + " music winter station paper window history letter island market")
          .split(" ");

  private Texts() {}

  /** A text of so many words, each of them one token. */
  static String ofWords(int words, long seed) {
    Random random = new Random(seed);
    return random
        .ints(words, 0, WORDS.length)
        .mapToObj(word -> WORDS[word])
        .collect(Collectors.joining(" "));
  }

  /** Texts whose token counts, special ones included, spread from {@code min} to {@code max}. */
  static List<String> ofMixedLength(int count, int min, int max, long seed) {
    Random random = new Random(seed);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(ofWords(min + random.nextInt(max - min + 1) - 2, random.nextLong()));
    }
    return texts;
  }

  /** The cosine of two vectors of length 1. */
  static double cosine(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (double) a[i] * b[i];
    }
    return sum;
  }
}
