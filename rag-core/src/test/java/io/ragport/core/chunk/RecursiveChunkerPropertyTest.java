package io.ragport.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every text, on random ones; a failure names the seed. */
class RecursiveChunkerPropertyTest {
  private static final List<String> PARTS =
      List.of(
          "word",
          "longer-word",
          "a",
          " ",
          "  ",
          "\n",
          "\r\n",
          "\n\n",
          "\r",
          "\t",
          ". ",
          "! ",
          "?",
          ", ",
          "; ",
          "。",
          "、",
          "漢字",
          "é",
          "e\u0301",
          " \u0301",
          "\u0301",
          "🙂",
          "👍🏽",
          "👨‍👩‍👧",
          "🇪🇪",
          "🇪",
          "한국",
          "ᄒ",
          "ᅡ",
          "ᆫ",
          "שלום",
          "\u0600",
          "\u200d",
          "\u00a0",
          "\ud800",
          "\udc00",
          "\u0000",
          "क्षि",
          "1.5",
          "\"",
          ")");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyRandomTextIsChunkedSoundly(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 400; round++) {
      StringBuilder text = new StringBuilder();
      int parts = random.nextInt(120);
      for (int i = 0; i < parts; i++) {
        text.append(PARTS.get(random.nextInt(PARTS.size())));
      }
      int size = 1 + random.nextInt(60);
      assertSound(text.toString(), size, random.nextInt(size), "seed " + seed + " round " + round);
    }
  }

  @Test
  void randomCodePointsAreChunkedSoundly() {
    Random random = new Random(9);
    for (int round = 0; round < 400; round++) {
      StringBuilder text = new StringBuilder();
      random.ints(200, 0, Character.MAX_CODE_POINT + 1).forEach(text::appendCodePoint);
      int size = 1 + random.nextInt(60);
      assertSound(text.toString(), size, random.nextInt(size), "round " + round);
    }
  }

  private static void assertSound(String text, int size, int overlap, String name) {
    List<TextChunk> chunks = RecursiveChunker.of(size, overlap).chunk(text);

    BitSet boundaries = boundaries(text);
    BitSet covered = new BitSet();
    TextChunk previous = null;
    for (TextChunk chunk : chunks) {
      assertThat(text.substring(chunk.start(), chunk.end())).as(name).isEqualTo(chunk.content());
      assertThat(chunk.content()).as(name).isNotBlank();
      assertThat(boundaries.get(chunk.start())).as(name + " start " + chunk).isTrue();
      assertThat(boundaries.get(chunk.end())).as(name + " end " + chunk).isTrue();
      int nextBoundary = boundaries.nextSetBit(chunk.start() + 1);
      assertThat(chunk.content().length() <= size || nextBoundary == chunk.end())
          .as(name + " fits or is one cluster: " + chunk)
          .isTrue();
      if (previous != null) {
        assertThat(chunk.index()).as(name).isEqualTo(previous.index() + 1);
        assertThat(chunk.start()).as(name).isGreaterThan(previous.start());
        assertThat(chunk.end()).as(name).isGreaterThan(previous.end());
        assertThat(previous.end() - chunk.start()).as(name).isLessThanOrEqualTo(overlap);
      }
      covered.set(chunk.start(), chunk.end());
      previous = chunk;
    }
    for (int i = 0; i < text.length(); i++) {
      assertThat(covered.get(i) || Character.isWhitespace(text.charAt(i)))
          .as(name + " covers offset " + i)
          .isTrue();
    }
  }

  private static BitSet boundaries(String text) {
    BitSet boundaries = new BitSet();
    boundaries.set(0);
    Matcher cluster = Pattern.compile("\\X").matcher(text);
    while (cluster.find()) {
      boundaries.set(cluster.end());
    }
    return boundaries;
  }
}
