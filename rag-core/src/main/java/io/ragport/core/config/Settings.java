package io.ragport.core.config;

import io.ragport.api.Arguments;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.spi.ClosestName;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one source by section. Filled by one thread, then only read.
 *
 * <p>{@code rag.backend} is the key {@code backend} of the section without a name; {@code
 * rag.lucene.path} the key {@code path} of the section {@code lucene}.
 */
final class Settings {
  private final Map<String, Map<String, Setting>> sections = new LinkedHashMap<>();
  private final Map<String, String> sectionPlaces = new LinkedHashMap<>();

  /**
   * Adds a setting.
   *
   * @param path the full name, for example {@code rag.lucene.path}
   * @param value a String or a list of Strings; null for an empty section
   * @throws RagConfigurationException if there can be no such setting, or it was added before
   */
  void add(String path, @Nullable Object value, String place) {
    if (path.equals("rag") && value == null) {
      return;
    }
    String[] parts = path.split("\\.", 3);
    if (parts.length < 2 || !parts[0].equals("rag") || parts[1].isEmpty()) {
      throw failure(
          Arguments.shortened(path), "unknown setting (the name of each starts with rag.)", place);
    }
    if (parts.length == 3) {
      addToSection(path, parts[1], parts[2], value, place);
    } else if (value == null && !CoreOptions.isRootOption(parts[1])) {
      section(parts[1], place);
    } else {
      addToRoot(path, parts[1], value, place);
    }
  }

  /** The same settings, apart from these. */
  Settings copy() {
    Settings copy = new Settings();
    sections.forEach((name, settings) -> copy.sections.put(name, new LinkedHashMap<>(settings)));
    copy.sectionPlaces.putAll(sectionPlaces);
    return copy;
  }

  /** The settings of a section; empty if it is not there. */
  Map<String, Setting> section(String name) {
    return Collections.unmodifiableMap(sections.getOrDefault(name, Map.of()));
  }

  /** The names of the sections that occur. */
  Set<String> sectionNames() {
    return Collections.unmodifiableSet(sectionPlaces.keySet());
  }

  /** Where a section starts. */
  String placeOf(String section) {
    return sectionPlaces.getOrDefault(section, "");
  }

  /** The full names of all settings. */
  Set<String> paths() {
    Set<String> paths = new LinkedHashSet<>();
    sections.forEach(
        (section, settings) ->
            settings.keySet().forEach(key -> paths.add(CoreOptions.path(section, key))));
    return paths;
  }

  private void addToRoot(String path, String key, @Nullable Object value, String place) {
    if (CoreOptions.isSection(key)) {
      throw failure(path, "one value where a section is expected, such as " + path + ".…", place);
    }
    if (!CoreOptions.isRootOption(key)) {
      String closest =
          ClosestName.to(key, CoreOptions.rootNames())
              .map(name -> "did you mean " + name + "? ")
              .orElse("");
      throw failure(
          path,
          "unknown setting ("
              + closest
              + "known: "
              + String.join(", ", new TreeSet<>(CoreOptions.rootNames()))
              + "; those of a plugin are in its section, such as rag.lucene.path)",
          place);
    }
    put(path, "", key, value, place);
  }

  private void addToSection(
      String path, String section, String key, @Nullable Object value, String place) {
    if (CoreOptions.isRootOption(section)) {
      throw failure("rag." + section, "a section where one value is expected", place);
    }
    section(section, place);
    put(path, section, key, value, place);
  }

  private Map<String, Setting> section(String name, String place) {
    sectionPlaces.putIfAbsent(name, place);
    return sections.computeIfAbsent(name, added -> new LinkedHashMap<>());
  }

  private void put(String path, String section, String key, @Nullable Object value, String place) {
    if (value == null) {
      throw failure(path, "no value (give one, or remove the key)", place);
    }
    Setting earlier =
        sections
            .computeIfAbsent(section, added -> new LinkedHashMap<>())
            .putIfAbsent(key, new Setting(value, place));
    if (earlier != null) {
      throw failure(path, "set twice", earlier.place() + " and " + place);
    }
  }

  private static RagConfigurationException failure(String key, String problem, String place) {
    return new RagConfigurationException(key, problem + ", in " + place);
  }
}
