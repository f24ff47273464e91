package io.ragport.cli;

import io.ragport.api.Arguments;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code --match key=value} with a value of the type a person means. */
final class MatchOption {
  private MatchOption() {}

  /** The conditions, all of which must hold. */
  static Map<String, Object> parse(List<String> conditions) {
    Map<String, Object> match = new LinkedHashMap<>();
    for (String condition : conditions) {
      int equals = condition.indexOf('=');
      if (equals < 1) {
        throw Arguments.invalid(
            "--match", "\"" + Arguments.shortened(condition) + "\" is not KEY=VALUE");
      }
      match.put(condition.substring(0, equals), value(condition.substring(equals + 1)));
    }
    return match;
  }

  private static Object value(String text) {
    if (text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")) {
      return text.substring(1, text.length() - 1);
    }
    if (text.equals("true") || text.equals("false")) {
      return Boolean.valueOf(text);
    }
    if (text.matches("-?\\d{1,18}")) {
      return Long.valueOf(text);
    }
    if (text.matches("-?\\d+\\.\\d+([eE][-+]?\\d+)?")) {
      return Double.valueOf(text);
    }
    return text;
  }
}
