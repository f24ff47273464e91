package io.ragport.core;

import io.ragport.api.spi.ConfigOption;
import io.ragport.core.config.RagConfig;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * What is particular to one kind of plugin; everything else is the same for all (SPI-6).
 *
 * @param word the kind in messages, for example {@code backend}
 * @param key the setting that selects one, for example {@code rag.backend}
 * @param service the interface that plugins implement
 * @param artifacts the Maven artifact of each well-known name (SPI-4)
 * @param name reads a plugin's name
 * @param probe calls the plugin's other describing methods and throws if one of them fails
 */
record PluginKind<P>(
    String word,
    String key,
    Class<P> service,
    Map<String, String> artifacts,
    Function<P, String> name,
    Consumer<P> probe) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");

  /**
   * The plugin's name once everything it says about itself has been found sound.
   *
   * @throws IllegalStateException saying what is wrong; anything that the plugin itself throws
   */
  String checkedName(P plugin) {
    String given = name.apply(plugin);
    if (given == null || !NAME.matcher(given).matches()) {
      throw new IllegalStateException("its name \"" + given + "\" is not " + NAME);
    }
    if (RagConfig.OWN_NAMES.contains(given)) {
      throw new IllegalStateException("its name \"" + given + "\" is a setting of rag itself");
    }
    probe.accept(plugin);
    return given;
  }

  /** Refuses options that are null, or two of one name. */
  static void checkOptions(List<ConfigOption<?>> options) {
    Set<String> names = new HashSet<>();
    for (ConfigOption<?> option : options) {
      if (!names.add(option.name())) {
        throw new IllegalStateException("it has two options named " + option.name());
      }
    }
  }
}
