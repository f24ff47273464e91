package io.ragport.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecursiveChunkerTest {
  @Test
  void theDefaultsAreAThousandCharactersWithAnOverlapOfTwoHundred() {
    RecursiveChunker chunker = RecursiveChunker.ofDefaults();

    assertThat(chunker.chunkSize()).isEqualTo(1000);
    assertThat(chunker.overlap()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\n\t ", "\u2028\u2003"})
  void aBlankTextHasNoChunks(String blank) {
    assertThat(RecursiveChunker.ofDefaults().chunk(blank)).isEmpty();
  }

  @Test
  void aTextThatFitsIsOneChunkWithoutTheSpaceAroundIt() {
    List<TextChunk> chunks = RecursiveChunker.ofDefaults().chunk("\n  one\n\ntwo \n");

    assertThat(chunks).containsExactly(new TextChunk("one\n\ntwo", 0, 3, 11));
  }

  @Test
  void sizesThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> RecursiveChunker.of(0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("chunkSize: 0 is less than 1");
    assertThatThrownBy(() -> RecursiveChunker.of(10, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("overlap: 10 is not in 0 to 9");
    assertThatThrownBy(() -> RecursiveChunker.of(10, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void paragraphsStayWholeWhereTheyFit() {
    assertThat(contents(20, 0, "first one.\n\nsecond one.\n \nthird"))
        .containsExactly("first one.", "second one.\n \nthird");
  }

  @Test
  void aLongParagraphIsCutIntoLinesThenSentencesThenClausesThenWords() {
    assertThat(contents(12, 0, "line one\nline two\nthree"))
        .containsExactly("line one", "line two", "three");
    assertThat(contents(12, 0, "Go now! See? \"Yes.\" No."))
        .containsExactly("Go now! See?", "\"Yes.\" No.");
    assertThat(contents(12, 0, "one, two; three: four"))
        .containsExactly("one, two;", "three: four");
    assertThat(contents(12, 0, "alpha beta gamma")).containsExactly("alpha beta", "gamma");
  }

  @Test
  void aLongWordIsCutIntoCharacters() {
    assertThat(contents(4, 0, "abcdefghij")).containsExactly("abcd", "efgh", "ij");
  }

  @Test
  void aHeadingStaysWithTheStartOfItsLongParagraph() {
    assertThat(contents(30, 0, "Title\n\nOne sentence here. Another one there."))
        .containsExactly("Title\n\nOne sentence here.", "Another one there.");
  }

  @Test
  void scriptsWithoutSpacesAreCutAfterTheirPunctuation() {
    assertThat(contents(8, 0, "今日は雨です。明日は晴れ、です。")).containsExactly("今日は雨です。", "明日は晴れ、", "です。");
  }

  @Test
  void theOverlapIsWholeSentencesWhereOneFits() {
    assertThat(contents(30, 12, "Alpha beta. Gamma. Delta. Epsilon zeta eta."))
        .containsExactly("Alpha beta. Gamma. Delta.", "Delta. Epsilon zeta eta.");
  }

  @Test
  void theOverlapIsWholeWordsWhereNoSentenceFits() {
    assertThat(contents(20, 8, "one two three four five six seven"))
        .containsExactly("one two three four", "four five six seven");
  }

  @Test
  void theOverlapGivesWayToTheNextPiece() {
    assertThat(contents(10, 9, "abc defghi jklmnopqrs"))
        .containsExactly("abc defghi", "jklmnopqrs");
  }

  @Test
  void aLongWordOverlapsByCharacters() {
    assertThat(contents(4, 1, "abcdefgh")).containsExactly("abcd", "defg", "gh");
  }

  @Test
  void aClusterIsNeverCutEvenIfItIsLongerThanAChunk() {
    String family = "👨‍👩‍👧‍👦";
    String letter = "e\u0301\u0302\u0303";

    assertThat(contents(3, 0, family + letter + "ab")).containsExactly(family, letter, "ab");
  }

  @Test
  void aMarkOnASpaceIsVisible() {
    assertThat(contents(3, 0, "abc \u0301 def")).containsExactly("abc", " \u0301", "def");
  }

  @Test
  void lineBreaksOfEveryKindCount() {
    assertThat(contents(9, 0, "aaaa bbb\r\ncccc ddd\reeee fff\u2028gggg"))
        .containsExactly("aaaa bbb", "cccc ddd", "eeee fff", "gggg");
  }

  @Test
  void theLargestSizesWork() {
    assertThat(contents(Integer.MAX_VALUE, Integer.MAX_VALUE - 1, "one two"))
        .containsExactly("one two");
  }

  /** Work that grew with the square of the length would take hours, not seconds. */
  @ParameterizedTest
  @ValueSource(strings = {"word ", "x", "日本語。", "e\u0301", "🇪🇪", "a\n\n", "\u0301", ". "})
  @Timeout(60)
  void tenMillionCharactersTakeSeconds(String unit) {
    String text = unit.repeat(10_000_000 / unit.length());

    List<TextChunk> chunks = RecursiveChunker.ofDefaults().chunk(text);

    assertThat(chunks.get(chunks.size() - 1).end()).isEqualTo(text.stripTrailing().length());
  }

  private static List<String> contents(int size, int overlap, String text) {
    return RecursiveChunker.of(size, overlap).chunk(text).stream().map(TextChunk::content).toList();
  }
}
