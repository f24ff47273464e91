package io.ragport.core.config;

import io.ragport.api.RagConfigurationException;
import io.ragport.api.spi.ClosestName;
import io.ragport.api.spi.ConfigOption;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The environment variables that set something: {@code RAG_BACKEND}, {@code RAG_PGVECTOR_URL}. The
 * option {@code connectTimeout} of {@code qdrant} is {@code RAG_QDRANT_CONNECT_TIMEOUT} or {@code
 * RAG_QDRANT_CONNECTTIMEOUT}.
 */
final class Environment {
  private static final String PREFIX = "RAG_";

  /** Of the launcher and the command line. */
  private static final Set<String> NOT_SETTINGS = Set.of("RAG_CLASSPATH", "RAG_JAVA_OPTS");

  /** Of the conformance suite and of tests. */
  private static final List<String> NOT_SETTINGS_PREFIXES =
      List.of("RAG_CONFORMANCE_", "RAG_TEST_");

  private final Map<String, String> variables = new TreeMap<>();

  Environment(Map<String, String> environment) {
    environment.forEach(
        (name, value) -> {
          if (isSetting(name)) {
            variables.put(name, value);
          }
        });
  }

  /** The settings of a section that variables give. */
  Map<String, Setting> section(String section, List<ConfigOption<?>> options) {
    Map<String, Setting> settings = new LinkedHashMap<>();
    for (ConfigOption<?> option : options) {
      String setBy = null;
      for (String name : names(section, option)) {
        String value = variables.get(name);
        if (value != null && setBy != null) {
          throw new RagConfigurationException(
              CoreOptions.path(section, option.name()),
              "set twice, by environment variables " + setBy + " and " + name);
        }
        if (value != null) {
          setBy = name;
          settings.put(option.name(), new Setting(value, "environment variable " + name));
        }
      }
    }
    return settings;
  }

  /**
   * Refuses variables that set nothing, or more than one thing (CFG-3).
   *
   * @param sections the options of every section there can be
   * @param absent sections of plugins that are not there, which cannot be checked
   */
  void check(Map<String, List<ConfigOption<?>>> sections, Set<String> absent) {
    Map<String, String> settings = new TreeMap<>();
    sections.forEach(
        (section, options) ->
            options.forEach(
                option ->
                    names(section, option)
                        .forEach(
                            name ->
                                meaning(
                                    settings, name, CoreOptions.path(section, option.name())))));
    for (String name : variables.keySet()) {
      boolean ofAbsent =
          absent.stream().anyMatch(section -> name.startsWith(PREFIX + upper(section) + "_"));
      if (!settings.containsKey(name) && !ofAbsent) {
        throw new RagConfigurationException(
            name,
            "environment variable that is no setting ("
                + ClosestName.to(name, settings.keySet())
                    .map(closest -> "did you mean " + closest + "? ")
                    .orElse("")
                + "names that start with RAG_ are for settings: unset it)");
      }
    }
  }

  private void meaning(Map<String, String> settings, String name, String path) {
    String other = settings.putIfAbsent(name, path);
    if (other != null && !other.equals(path) && variables.containsKey(name)) {
      throw new RagConfigurationException(
          name,
          "environment variable that could set "
              + other
              + " or "
              + path
              + " (use the file instead)");
    }
  }

  private static boolean isSetting(String name) {
    return name.startsWith(PREFIX)
        && !NOT_SETTINGS.contains(name)
        && NOT_SETTINGS_PREFIXES.stream().noneMatch(name::startsWith);
  }

  /** The variables that set an option: words joined with underscores, and run together. */
  private static Set<String> names(String section, ConfigOption<?> option) {
    String prefix = section.isEmpty() ? PREFIX : PREFIX + upper(section) + "_";
    Set<String> names = new LinkedHashSet<>();
    names.add(prefix + upper(option.name().replaceAll("([a-z0-9])([A-Z])", "$1_$2")));
    names.add(prefix + upper(option.name()));
    return names;
  }

  private static String upper(String name) {
    return name.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
  }
}
