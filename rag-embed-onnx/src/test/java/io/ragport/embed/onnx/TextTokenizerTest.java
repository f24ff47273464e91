package io.ragport.embed.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class TextTokenizerTest {
  private static final TextTokenizer TOKENIZER =
      TextTokenizer.open(OnnxModel.named("all-MiniLM-L6-v2-q").files());

  @AfterAll
  static void close() {
    TOKENIZER.close();
  }

  @Test
  void idsEqualThePublishedOnes() {
    assertThat(TOKENIZER.sequences("The weather is lovely today.", 256, LongText.TRUNCATE))
        .containsExactly(new int[] {101, 1996, 4633, 2003, 8403, 2651, 1012, 102});
  }

  @Test
  void theCutKeepsTheSpecialTokens() {
    assertThat(TOKENIZER.specialTokens()).isEqualTo(2);
    assertThat(TOKENIZER.sequences("The weather is lovely today.", 5, LongText.TRUNCATE))
        .containsExactly(new int[] {101, 1996, 4633, 2003, 102});
  }

  @Test
  void aSplitTextIsThereAsAWhole() {
    assertThat(TOKENIZER.sequences("The weather is lovely today.", 5, LongText.SPLIT))
        .containsExactly(
            new int[] {101, 1996, 4633, 2003, 102}, new int[] {101, 8403, 2651, 1012, 102});
  }

  @Test
  void theTokenizersOwnLimitOf128IsOff() {
    assertThat(TOKENIZER.sequences(Texts.ofWords(1000, 1), 512, LongText.TRUNCATE))
        .singleElement()
        .satisfies(ids -> assertThat(ids).hasSize(512));
  }

  @Test
  void aTextOfNothingVisibleIsTwoSpecialTokens() {
    assertThat(TOKENIZER.sequences("\u0007\u200b", 256, LongText.TRUNCATE))
        .containsExactly(new int[] {101, 102});
  }

  @Test
  void unknownCharactersAreOneTokenPerWord() {
    assertThat(TOKENIZER.sequences("𓀀𓀁 𓀂", 256, LongText.TRUNCATE))
        .containsExactly(new int[] {101, 100, 100, 102});
  }

  @Test
  void aLongTextHasTheTokensOfItsParts() {
    List<String> parts = new ArrayList<>();
    Random random = new Random(2);
    for (int i = 0; i < 200; i++) {
      parts.add(Texts.ofWords(1 + random.nextInt(40), random.nextLong()) + ", don't: naïve 東京!");
    }
    List<Integer> expected = new ArrayList<>();
    parts.forEach(part -> own(part).forEach(expected::add));

    List<Integer> whole = own(String.join(" ", parts));

    assertThat(whole).hasSizeGreaterThan(4000).isEqualTo(expected);
  }

  @Test
  void piecesEndBeforeWhiteSpace() {
    String text = "x".repeat(4000) + " " + "y".repeat(4000);

    assertThat(TextTokenizer.pieceEnd(text, 0)).isEqualTo(4000);
    assertThat(TextTokenizer.pieceEnd(text, 4000)).isEqualTo(text.length());
  }

  @Test
  void piecesWithoutWhiteSpaceEndBetweenCharacters() {
    String text = "😀".repeat(4000);

    assertThat(TextTokenizer.pieceEnd(text, 0)).isEqualTo(4096);
    assertThat(TextTokenizer.pieceEnd("x" + text, 0)).isEqualTo(4095);
  }

  /** The ids without the special ones around them. */
  private static List<Integer> own(String text) {
    List<Integer> ids = new ArrayList<>();
    for (int[] sequence : TOKENIZER.sequences(text, 512, LongText.SPLIT)) {
      for (int i = 1; i < sequence.length - 1; i++) {
        ids.add(sequence[i]);
      }
    }
    return ids;
  }
}
