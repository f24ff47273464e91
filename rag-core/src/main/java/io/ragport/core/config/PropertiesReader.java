package io.ragport.core.config;

import io.ragport.api.RagConfigurationException;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Settings out of a {@code .properties} file, with the lines that {@link Properties} forgets. */
final class PropertiesReader {
  private PropertiesReader() {}

  static List<Entry> read(Source source) {
    List<String> lines = source.text().lines().toList();
    List<Entry> entries = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (int first = 0; first < lines.size(); first++) {
      int line = first + 1;
      if (isComment(lines.get(first))) {
        continue;
      }
      StringBuilder setting = new StringBuilder(lines.get(first));
      while (continues(lines.get(first)) && first + 1 < lines.size()) {
        setting.append('\n').append(lines.get(++first));
      }
      Properties one = parse(source, line, setting.toString());
      for (String key : one.stringPropertyNames()) {
        Integer earlier = seen.putIfAbsent(key, line);
        if (earlier != null) {
          throw new RagConfigurationException(
              key, "set twice, in " + source.line(earlier) + " and line " + line);
        }
        entries.add(new Entry(key, one.getProperty(key), line));
      }
    }
    return entries;
  }

  /** One setting by the JDK's own rules for escapes and separators. */
  private static Properties parse(Source source, int line, String setting) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(setting));
    } catch (IllegalArgumentException | IOException e) {
      throw source.failure(line, "not a valid setting (" + e.getMessage() + ")");
    }
    return properties;
  }

  private static boolean isComment(String line) {
    String text = line.stripLeading();
    return text.isEmpty() || text.startsWith("#") || text.startsWith("!");
  }

  /** Whether the line ends with a backslash that is not itself escaped. */
  private static boolean continues(String line) {
    int backslashes = 0;
    while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }
}
