package io.ragport.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeVisitor;
import org.jspecify.annotations.Nullable;

/** Bytes of a file to text: UTF-8 as it is, HTML without its markup. */
final class TextReader {
  private static final Set<String> HTML = Set.of("html", "htm", "xhtml");

  private TextReader() {}

  /** The part of a file name behind its last dot, in lower case; empty if there is none. */
  static String extension(Path file) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }

  /** Whether the bytes are no text: text has no NUL. */
  static boolean isBinary(byte[] bytes) {
    for (byte value : bytes) {
      if (value == 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * The text of a file.
   *
   * @throws UnusableFileException if it is not UTF-8
   */
  static SourceText read(Path file, byte[] bytes) throws UnusableFileException {
    if (HTML.contains(extension(file))) {
      return html(bytes);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
      return SourceText.of(text.startsWith("\uFEFF") ? text.substring(1) : text);
    } catch (CharacterCodingException e) {
      throw new UnusableFileException("not UTF-8 (at byte " + buffer.position() + ")");
    }
  }

  private static SourceText html(byte[] bytes) throws UnusableFileException {
    Parser parser = Parser.htmlParser().setTrackPosition(true);
    Document document;
    try {
      // Without a charset jsoup takes the one the document declares, else UTF-8.
      document = Jsoup.parse(new ByteArrayInputStream(bytes), null, "", parser);
    } catch (IOException e) {
      throw new UnusableFileException("not readable as HTML");
    }
    String title = document.title();
    document.select("script, style, template, noscript, head, nav").remove();
    Collector collector = new Collector();
    document.traverse(collector);
    return collector.result(title);
  }

  /** Gathers the visible text, a line per block, and remembers where each piece comes from. */
  private static final class Collector implements NodeVisitor {
    private final StringBuilder text = new StringBuilder();
    private final List<Integer> breaks = new ArrayList<>(List.of(0));
    private final List<Integer> lines = new ArrayList<>(List.of(1));

    @Override
    public void head(Node node, int depth) {
      if (node instanceof TextNode piece) {
        if (!piece.isBlank()) {
          mark(Math.max(1, piece.sourceRange().start().lineNumber()));
        }
        append(inPre(piece.parent()) ? piece.getWholeText() : piece.text());
      } else if (node instanceof Element element) {
        if (element.tagName().equals("br")) {
          append("\n");
        } else if (element.isBlock()) {
          startBlock(element.tagName().matches("h[1-6]|p|pre|table|ul|ol|dl|section|div"));
        }
      }
    }

    @Override
    public void tail(Node node, int depth) {
      if (node instanceof Element element && element.isBlock()) {
        startBlock(element.tagName().matches("h[1-6]|p|pre|table"));
      }
    }

    SourceText result(String title) {
      return new SourceText(
          text.toString(),
          title,
          breaks.stream().mapToInt(Integer::intValue).toArray(),
          lines.stream().mapToInt(Integer::intValue).toArray());
    }

    private void mark(int line) {
      int last = breaks.size() - 1;
      if (breaks.get(last) == text.length()) {
        lines.set(last, line);
      } else {
        breaks.add(text.length());
        lines.add(line);
      }
    }

    private static boolean inPre(@Nullable Element element) {
      for (Element e = element; e != null; e = e.parent()) {
        if (e.tagName().equals("pre")) {
          return true;
        }
      }
      return false;
    }

    private void append(String piece) {
      boolean lineStart = text.isEmpty() || text.charAt(text.length() - 1) == '\n';
      text.append(lineStart && piece.isBlank() && !piece.contains("\n") ? "" : piece);
    }

    private void startBlock(boolean paragraph) {
      if (text.isEmpty()) {
        return;
      }
      int newlines = 0;
      while (newlines < text.length() && text.charAt(text.length() - 1 - newlines) == '\n') {
        newlines++;
      }
      text.append("\n".repeat(Math.max(0, (paragraph ? 2 : 1) - newlines)));
    }
  }
}
