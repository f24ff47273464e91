package io.ragport.cli;

import io.ragport.api.RagServiceResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A hit for the eye: rank, similarity, file and lines, and the telling part of the text. */
final class ResultPrinter {
  private static final int SNIPPET = 280;
  private static final int WIDTH = 92;

  private final Set<String> words;

  ResultPrinter(String query) {
    words =
        Arrays.stream(query.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}_]+"))
            .filter(word -> word.length() > 2)
            .collect(Collectors.toSet());
  }

  /** The lines of one hit. */
  List<String> lines(int rank, RagServiceResult result) {
    List<String> lines = new ArrayList<>();
    lines.add(rank + ". " + score(result) + "  " + place(result));
    String content = result.content();
    if (content != null) {
      wrap(snippet(content)).forEach(line -> lines.add("   " + line));
    }
    lines.add("");
    return lines;
  }

  /** File and lines, as editors and terminals understand them. */
  static String place(RagServiceResult result) {
    Object start = result.metadata().get("startLine");
    Object end = result.metadata().get("endLine");
    String file =
        result.metadata().containsKey("path")
            ? Paths.shown(Path.of(result.sourceId()))
            : result.sourceId();
    return start == null ? file : file + ":" + start + (end == null ? "" : "-" + end);
  }

  private static String score(RagServiceResult result) {
    String similarity =
        result.similarity() == null ? "" : "similarity " + rounded(result.similarity());
    return switch (result.scoreKind()) {
      case SIMILARITY -> similarity;
      case KEYWORD -> "keyword score " + rounded(result.score());
      case RECIPROCAL_RANK -> "fused " + rounded(result.score()) + ", " + similarity;
    };
  }

  private static String rounded(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  /** The window of the text that holds most words of the query; the beginning if none does. */
  private String snippet(String content) {
    String text = content.strip().replaceAll("\\s+", " ");
    if (text.length() <= SNIPPET) {
      return text;
    }
    int best = 0;
    long most = matches(text.substring(0, SNIPPET));
    for (int start = text.indexOf(' ') + 1;
        start > 0 && start + SNIPPET <= text.length();
        start = text.indexOf(' ', start) + 1) {
      long found = matches(text.substring(start, start + SNIPPET));
      if (found > most) {
        most = found;
        best = start;
      }
    }
    int end = Math.min(text.length(), best + SNIPPET);
    int lastSpace = text.lastIndexOf(' ', end);
    String window = text.substring(best, lastSpace > best ? lastSpace : end);
    return (best > 0 ? "… " : "") + window + (end < text.length() ? " …" : "");
  }

  private long matches(String window) {
    String lower = window.toLowerCase(Locale.ROOT);
    return words.stream().filter(lower::contains).count();
  }

  private static List<String> wrap(String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
