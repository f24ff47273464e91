package io.ragport.core.config;

import io.ragport.api.Arguments;
import io.ragport.api.RagConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces {@code ${NAME}} and {@code ${NAME:-default}} from the environment (CFG-2). As in a
 * shell, the default also stands in for a variable that is set to nothing. <code>$$&#123;</code> is
 * a literal <code>$&#123;</code>. What a variable holds is not looked into again.
 */
final class Placeholders {
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\$\\$\\{|\\$\\{(?:([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\\})?");

  private final Map<String, String> environment;

  Placeholders(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * The value, a String or a list of them, with every placeholder replaced.
   *
   * @param key the setting, for messages
   * @param place where it stands, for messages
   */
  Object replace(Object value, String key, String place) {
    if (value instanceof List<?> list) {
      return list.stream().map(element -> text(element.toString(), key, place)).toList();
    }
    return text(value.toString(), key, place);
  }

  private String text(String text, String key, String place) {
    Matcher matcher = PLACEHOLDER.matcher(text);
    StringBuilder result = new StringBuilder();
    while (matcher.find()) {
      String replacement = matcher.group().startsWith("$$") ? "${" : lookUp(matcher, key, place);
      matcher.appendReplacement(result, Matcher.quoteReplacement(replacement));
    }
    return matcher.appendTail(result).toString();
  }

  private String lookUp(Matcher matcher, String key, String place) {
    String name = matcher.group(1);
    if (name == null) {
      throw new RagConfigurationException(
          key,
          "\"${\" starts no placeholder (write ${NAME} or ${NAME:-default}; $${ for the characters"
              + " themselves), in "
              + place);
    }
    String value = environment.get(name);
    String fallback = matcher.group(2);
    if (fallback != null && (value == null || value.isEmpty())) {
      return fallback;
    }
    if (value == null) {
      String shown = Arguments.shortened(name);
      throw new RagConfigurationException(
          key,
          "environment variable "
              + shown
              + " is not set (set it, or write ${"
              + shown
              + ":-default}), in "
              + place);
    }
    return value;
  }
}
