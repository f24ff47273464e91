package io.ragport.store.qdrant;

import io.ragport.api.Arguments;
import io.ragport.api.RagConfigurationException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A metadata key that gets a payload index.
 *
 * @param key as in the metadata
 * @param type which of its values the index holds
 */
record FilterableKey(String key, Type type) {
  /** What can be indexed; values of other types stay findable, without the index. */
  enum Type {
    KEYWORD,
    NUMBER,
    BOOLEAN;

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Reads {@code key}, or {@code key:type}; a key with a colon in it needs its type.
   *
   * @param setting the setting's full name, for the message
   * @throws RagConfigurationException if there is no key, or no such type
   */
  static FilterableKey parse(String setting, String declared) {
    int colon = declared.lastIndexOf(':');
    String key = colon < 0 ? declared : declared.substring(0, colon);
    if (key.isEmpty()) {
      throw invalid(setting, declared, "names no key");
    }
    if (colon < 0) {
      return new FilterableKey(key, Type.KEYWORD);
    }
    String word = declared.substring(colon + 1);
    return Arrays.stream(Type.values())
        .filter(type -> type.word().equals(word))
        .findFirst()
        .map(type -> new FilterableKey(key, type))
        .orElseThrow(() -> invalid(setting, declared, "names no type"));
  }

  private static RagConfigurationException invalid(
      String setting, String declared, String problem) {
    return new RagConfigurationException(
        setting,
        "\""
            + Arguments.shortened(declared)
            + "\" "
            + problem
            + " (write key:type, type one of "
            + Arrays.stream(Type.values()).map(Type::word).collect(Collectors.joining(", "))
            + ")");
  }
}
