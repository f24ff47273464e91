package io.ragport.core.config;

import io.ragport.api.RagConfigurationException;
import io.ragport.api.embedding.Normalizer;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.ProviderConfig;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The settings that belong to no plugin. */
final class CoreOptions {
  static final ConfigOption<String> BACKEND =
      ConfigOption.string("backend", "the database, by name").withDefault("lucene");
  static final ConfigOption<String> EMBEDDER =
      ConfigOption.string("embedder", "what turns texts into vectors, by name").withDefault("onnx");
  static final ConfigOption<String> COLLECTION =
      ConfigOption.string("collection", "the collection to use where none is named");

  static final ConfigOption<Integer> CACHE_SIZE =
      ConfigOption.integer("size", "embeddings to keep in memory", 1, 100_000_000);
  static final ConfigOption<Integer> CACHE_MEGABYTES =
      ConfigOption.integer("megabytes", "memory for embeddings to keep", 1, 1_000_000);

  private static final ConfigOption<Boolean> L1 =
      ConfigOption.flag("l1", "divide by the sum of absolute values");
  private static final ConfigOption<Boolean> L2 =
      ConfigOption.flag("l2", "divide by the Euclidean length");
  private static final ConfigOption<Boolean> CENTER =
      ConfigOption.flag("center", "subtract center_vector");
  private static final ConfigOption<List<String>> CENTER_VECTOR =
      ConfigOption.list("center_vector", "the mean to subtract, one number per dimension");

  static final List<ConfigOption<?>> ROOT = List.of(BACKEND, EMBEDDER, COLLECTION);
  static final List<ConfigOption<?>> CACHE = List.of(CACHE_SIZE, CACHE_MEGABYTES);
  static final List<ConfigOption<?>> NORMALIZER = List.of(L1, L2, CENTER, CENTER_VECTOR);

  /** The options of each section that belongs to no plugin. */
  static final Map<String, List<ConfigOption<?>>> SECTIONS =
      Map.of("", ROOT, "cache", CACHE, "normalizer", NORMALIZER);

  private CoreOptions() {}

  static Set<String> rootNames() {
    return ROOT.stream().map(ConfigOption::name).collect(Collectors.toUnmodifiableSet());
  }

  /** The names under {@code rag} that are taken. */
  static Set<String> ownNames() {
    Set<String> names = new HashSet<>(rootNames());
    names.addAll(SECTIONS.keySet());
    names.remove("");
    return Set.copyOf(names);
  }

  static boolean isRootOption(String name) {
    return rootNames().contains(name);
  }

  static boolean isSection(String name) {
    return SECTIONS.containsKey(name);
  }

  /** The full name of a section. */
  static String path(String section) {
    return section.isEmpty() ? "rag" : "rag." + section;
  }

  /** The full name of a setting. */
  static String path(String section, String key) {
    return path(section) + "." + key;
  }

  /** The normalizer that a section describes; flags that are missing are false. */
  static Normalizer normalizer(ProviderConfig config) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (ConfigOption<Boolean> flag : List.of(L1, L2, CENTER)) {
      config.find(flag).ifPresent(value -> values.put(flag.name(), value));
    }
    config
        .find(CENTER_VECTOR)
        .ifPresent(written -> values.put(CENTER_VECTOR.name(), numbers(config, written)));
    return Normalizer.fromMap(values);
  }

  private static List<Double> numbers(ProviderConfig config, List<String> written) {
    List<Double> numbers = new ArrayList<>(written.size());
    for (String component : written) {
      double number = number(component);
      if (!Double.isFinite(number)) {
        throw new RagConfigurationException(
            config.key(CENTER_VECTOR), "component " + numbers.size() + " is not a finite number");
      }
      numbers.add(number);
    }
    return numbers;
  }

  /** NaN for what is no number. */
  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
