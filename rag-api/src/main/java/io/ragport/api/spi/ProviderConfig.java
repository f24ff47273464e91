package io.ragport.api.spi;

import io.ragport.api.RagConfigurationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The checked settings of one plugin: every key known, every value of its type and in range
 * (CFG-3). Immutable; {@link #toString} hides secrets (CFG-4).
 */
public final class ProviderConfig {
  private final String section;
  private final Map<String, ConfigOption<?>> options;
  private final Map<String, Object> values;

  private ProviderConfig(
      String section, Map<String, ConfigOption<?>> options, Map<String, Object> values) {
    this.section = section;
    this.options = options;
    this.values = values;
  }

  /**
   * Checks raw settings against a plugin's options.
   *
   * @param section the full name of the section, for example {@code rag.lucene}
   * @param raw key to value as written; keys within the section
   * @throws RagConfigurationException for an unknown key or an invalid value, naming the key, the
   *     closest valid one and what is allowed
   */
  public static ProviderConfig of(
      String section, List<ConfigOption<?>> options, Map<String, ?> raw) {
    return of(section, options, raw, key -> "");
  }

  /**
   * As {@link #of(String, List, Map)}, with the place of a key for messages.
   *
   * @param origin tells where a key within the section was set, for example {@code rag.yaml line
   *     4}; empty if that is not known
   */
  public static ProviderConfig of(
      String section,
      List<ConfigOption<?>> options,
      Map<String, ?> raw,
      Function<String, String> origin) {
    Map<String, ConfigOption<?>> byName = new LinkedHashMap<>();
    options.forEach(option -> byName.put(option.name(), option));
    Map<String, Object> values = new LinkedHashMap<>();
    raw.forEach(
        (key, value) -> {
          ConfigOption<?> option = byName.get(key);
          if (option == null) {
            throw failure(section, key, origin, unknown(key, byName));
          }
          try {
            values.put(key, option.parse(value));
          } catch (IllegalArgumentException e) {
            throw failure(section, key, origin, String.valueOf(e.getMessage()));
          }
        });
    return new ProviderConfig(section, byName, values);
  }

  /** The section's full name, for example {@code rag.lucene}. */
  public String section() {
    return section;
  }

  /** The full name of an option, for messages. */
  public String key(ConfigOption<?> option) {
    return section + "." + option.name();
  }

  /** The value that was set, else the option's default; empty if there is neither. */
  @SuppressWarnings("unchecked") // the option itself parsed the value
  public <T> Optional<T> find(ConfigOption<T> option) {
    if (!options.containsKey(option.name())) {
      throw new IllegalArgumentException(key(option) + ": not among the declared options");
    }
    Object value = values.get(option.name());
    return value == null ? option.defaultValue() : Optional.of((T) value);
  }

  /**
   * The value that was set, else the option's default.
   *
   * @throws RagConfigurationException if there is neither
   */
  public <T> T get(ConfigOption<T> option) {
    return find(option)
        .orElseThrow(
            () ->
                new RagConfigurationException(
                    key(option),
                    "not set (" + option.allowed() + ": " + option.description() + ")"));
  }

  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + shown(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(", ", section + "{", "}"));
  }

  private Object shown(String key, Object value) {
    ConfigOption<?> option = options.get(key);
    return option != null && option.isSecret() ? "***" : value;
  }

  private static String unknown(String key, Map<String, ConfigOption<?>> options) {
    String closest =
        ClosestName.to(key, options.keySet()).map(name -> "did you mean " + name + "? ").orElse("");
    return "unknown setting (" + closest + "known: " + String.join(", ", options.keySet()) + ")";
  }

  private static RagConfigurationException failure(
      String section, String key, Function<String, String> origin, String problem) {
    String place = origin.apply(key);
    return new RagConfigurationException(
        section + "." + key, place.isEmpty() ? problem : problem + ", in " + place);
  }
}
