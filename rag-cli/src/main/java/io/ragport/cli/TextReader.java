package io.ragport.cli;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final Pattern CHARSET =
      Pattern.compile("(?i)(?:charset|encoding)\\s*=\\s*[\"']?\\s*([a-z0-9._:-]+)");

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
   * @throws UnusableFileException if it is not UTF-8; HTML may declare another charset
   */
  static SourceText read(Path file, byte[] bytes) throws UnusableFileException {
    if (HTML.contains(extension(file))) {
      return html(decode(bytes, declaredCharset(bytes)));
    }
    return SourceText.of(decode(bytes, StandardCharsets.UTF_8));
  }

  private static String decode(byte[] bytes, Charset charset) throws UnusableFileException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    try {
      String text = charset.newDecoder().decode(buffer).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new UnusableFileException("not " + charset + " (at byte " + buffer.position() + ")");
    }
  }

  /** The charset that an HTML page names in its beginning; UTF-8 if it names none. */
  private static Charset declaredCharset(byte[] bytes) throws UnusableFileException {
    String start = new String(bytes, 0, Math.min(bytes.length, 2048), StandardCharsets.ISO_8859_1);
    Matcher declaration = CHARSET.matcher(start);
    if (!declaration.find()) {
      return StandardCharsets.UTF_8;
    }
    try {
      return Charset.forName(declaration.group(1));
    } catch (IllegalArgumentException e) {
      throw new UnusableFileException("unknown charset " + declaration.group(1));
    }
  }

  private static SourceText html(String source) {
    Document document = Parser.htmlParser().setTrackPosition(true).parseInput(source, "");
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
        append(piece);
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

    /** Line by line of the file, so that every passage knows its own. */
    private void append(TextNode piece) {
      boolean preformatted = inPre(piece.parent());
      String whole = piece.getWholeText();
      // Counted from the end: the parser drops a line break that follows <pre>.
      int lineBreaks = (int) whole.chars().filter(c -> c == '\n').count();
      int line = Math.max(1, piece.sourceRange().end().lineNumber() - lineBreaks);
      for (String part : whole.split("(?<=\n)")) {
        String shown = preformatted ? part : part.replaceAll("\\s+", " ");
        if (!preformatted && endsInSpace()) {
          shown = shown.stripLeading();
        }
        if (!shown.isBlank()) {
          mark(line);
        }
        append(shown);
        line++;
      }
    }

    private boolean endsInSpace() {
      return text.isEmpty() || Character.isWhitespace(text.charAt(text.length() - 1));
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
