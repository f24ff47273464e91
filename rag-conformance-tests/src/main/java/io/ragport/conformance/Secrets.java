package io.ragport.conformance;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Makes foreign text fit for a report: one line, bounded, and without what nobody may read there
 * (CFG-4), which is the values of environment variables that are named as secrets, and what stands
 * as a password in a URL or behind {@code password=} and the like. Immutable.
 */
final class Secrets {
  /** The longest text that goes into a report. */
  static final int MAX_LENGTH = 300;

  private static final String MASK = "***";
  private static final int SHORTEST = 4;
  private static final Pattern NAME =
      Pattern.compile(
          "password|passwd|pwd|secret|token|credential|api_?key", Pattern.CASE_INSENSITIVE);
  private static final Pattern ASSIGNED =
      Pattern.compile(
          "((?:password|passwd|pwd|secret|token|api_?key)\\s*=\\s*)[^\\s&;,)]+",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern URL_PASSWORD = Pattern.compile("(//[^\\s/@:]*:)[^\\s/@]+@");
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cs}\\x{FFFE}\\x{FFFF}]");

  private final List<String> values;

  /** Those of an environment. */
  Secrets(Map<String, String> environment) {
    values =
        environment.entrySet().stream()
            .filter(variable -> NAME.matcher(variable.getKey()).find())
            .map(Map.Entry::getValue)
            .filter(value -> value.strip().length() >= SHORTEST)
            .sorted(Comparator.comparing(String::length).reversed())
            .toList();
  }

  /** The text as a report may hold it. */
  String masked(String text) {
    String masked = text;
    for (String value : values) {
      masked = masked.replace(value, MASK);
    }
    masked = URL_PASSWORD.matcher(masked).replaceAll("$1" + MASK + "@");
    masked = ASSIGNED.matcher(masked).replaceAll("$1" + MASK);
    masked = masked.strip().replaceAll("\\s+", " ");
    return shortened(UNPRINTABLE.matcher(masked).replaceAll("\uFFFD"));
  }

  private static String shortened(String text) {
    if (text.length() <= MAX_LENGTH) {
      return text;
    }
    int end = MAX_LENGTH - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
