package io.ragport.embed.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BytesTest {
  @Test
  void aPatternIsFoundAnywhere() {
    assertThat(contains("needle in hay", "needle")).isTrue();
    assertThat(contains("hay with needle", "needle")).isTrue();
    assertThat(contains("a needneedle", "needle")).isTrue();
    assertThat(contains("needl", "needle")).isFalse();
    assertThat(contains("", "needle")).isFalse();
    assertThat(contains("neeedle", "needle")).isFalse();
  }

  @Test
  void itAgreesWithTheObviousSearch() {
    Random random = new Random(3);
    for (int i = 0; i < 2000; i++) {
      String text = letters(random, random.nextInt(40));
      String pattern = letters(random, 1 + random.nextInt(5));

      assertThat(contains(text, pattern))
          .as(text + " / " + pattern)
          .isEqualTo(text.contains(pattern));
    }
  }

  private static boolean contains(String text, String pattern) {
    return Bytes.contain(
        ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)),
        pattern.getBytes(StandardCharsets.UTF_8));
  }

  private static String letters(Random random, int length) {
    return random
        .ints(length, 'a', 'd')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
