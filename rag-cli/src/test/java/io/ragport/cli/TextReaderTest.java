package io.ragport.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TextReaderTest {
  @Test
  void htmlLosesItsMarkupButKeepsItsBlocks() throws UnusableFileException {
    SourceText text =
        html(
            "<html><head><title>The &amp; title</title><style>p {}</style></head><body>"
                + "<script>var x;</script><h1>Head</h1><p>One <b>bold</b> word.</p>"
                + "<ul><li>first</li><li>second</li></ul><pre>a\n  b</pre></body></html>");

    assertThat(text.title()).isEqualTo("The & title");
    assertThat(text.text().strip()).isEqualTo("Head\n\nOne bold word.\n\nfirst\nsecond\n\na\n  b");
  }

  @Test
  void htmlKeepsTheLinesOfItsFile() throws UnusableFileException {
    SourceText text =
        html("<html>\n<body>\n<p>one</p>\n\n<p>two\n</p>\n<p>three</p></body></html>");

    assertThat(lineOf(text, "one")).isEqualTo(3);
    assertThat(lineOf(text, "two")).isEqualTo(5);
    assertThat(lineOf(text, "three")).isEqualTo(7);
  }

  @Test
  void htmlIsReadInTheCharsetItDeclares() throws UnusableFileException {
    byte[] bytes =
        "<html><head><meta charset=\"iso-8859-1\"></head><body>café</body></html>"
            .getBytes(Charset.forName("ISO-8859-1"));

    assertThat(TextReader.read(Path.of("a.html"), bytes).text().strip()).isEqualTo("café");
  }

  @Test
  void htmlInAnUndeclaredCharsetIsRefused() {
    byte[] bytes = "<p>café</p>".getBytes(StandardCharsets.ISO_8859_1);

    assertThatExceptionOfType(UnusableFileException.class)
        .isThrownBy(() -> TextReader.read(Path.of("a.html"), bytes))
        .withMessage("not UTF-8 (at byte 6)");
  }

  @Test
  void preformattedAndLongTextsKnowTheirLastLines() throws UnusableFileException {
    SourceText text = html("<p>one\ntwo\nthree</p>\n<pre>\nfour\nfive\n</pre>");

    assertThat(text.lineAt(text.text().indexOf("three") + 4)).isEqualTo(3);
    assertThat(lineOf(text, "four")).isEqualTo(5);
    assertThat(lineOf(text, "five")).isEqualTo(6);
  }

  @Test
  void aByteOrderMarkIsNotText() throws UnusableFileException {
    byte[] bytes = "\uFEFFhello".getBytes(StandardCharsets.UTF_8);

    assertThat(TextReader.read(Path.of("a.txt"), bytes).text()).isEqualTo("hello");
  }

  @Test
  void otherEncodingsAreRefusedWithTheirPlace() {
    byte[] bytes = {'a', 'b', (byte) 0xFF};

    assertThatExceptionOfType(UnusableFileException.class)
        .isThrownBy(() -> TextReader.read(Path.of("a.txt"), bytes))
        .withMessage("not UTF-8 (at byte 2)");
  }

  @Test
  void linesCountFromOne() throws UnusableFileException {
    SourceText text =
        TextReader.read(Path.of("a.txt"), "a\nbb\r\nccc".getBytes(StandardCharsets.UTF_8));

    assertThat(lineOf(text, "a")).isEqualTo(1);
    assertThat(lineOf(text, "bb")).isEqualTo(2);
    assertThat(lineOf(text, "ccc")).isEqualTo(3);
  }

  private static SourceText html(String html) throws UnusableFileException {
    return TextReader.read(Path.of("a.html"), html.getBytes(StandardCharsets.UTF_8));
  }

  private static int lineOf(SourceText text, String word) {
    return text.lineAt(text.text().indexOf(word));
  }
}
