package io.ragport.embed.onnx;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Finds a word in a file of many megabytes. */
final class Bytes {
  private Bytes() {}

  /**
   * Whether the bytes from position to limit hold the pattern. Looks at one byte in {@code
   * pattern.length} on the way (<a
   * href="https://doi.org/10.1002/spe.4380100608">Boyer–Moore–Horspool</a>).
   */
  static boolean contain(ByteBuffer bytes, byte[] pattern) {
    int last = pattern.length - 1;
    int[] shift = new int[256];
    Arrays.fill(shift, pattern.length);
    for (int i = 0; i < last; i++) {
      shift[pattern[i] & 0xff] = last - i;
    }
    int at = bytes.position();
    while (at + last < bytes.limit()) {
      int i = last;
      while (bytes.get(at + i) == pattern[i]) {
        if (i-- == 0) {
          return true;
        }
      }
      at += shift[bytes.get(at + last) & 0xff];
    }
    return false;
  }
}
