package io.ragport.core.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.ragport.api.RagConfigurationException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** How a file writes its settings; the three mean the same (CFG-1). */
enum Format {
  YAML {
    @Override
    List<Entry> entries(Source source) {
      return new TreeReader(source, "YAML").read(new YAMLFactory());
    }
  },
  JSON {
    @Override
    List<Entry> entries(Source source) {
      return new TreeReader(source, "JSON").read(new JsonFactory());
    }
  },
  PROPERTIES {
    @Override
    List<Entry> entries(Source source) {
      return PropertiesReader.read(source);
    }
  };

  /** The settings in the order of the file. */
  abstract List<Entry> entries(Source source);

  /** The format that a file's name tells. */
  static Format of(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".yaml") || name.endsWith(".yml")) {
      return YAML;
    }
    if (name.endsWith(".json")) {
      return JSON;
    }
    if (name.endsWith(".properties")) {
      return PROPERTIES;
    }
    throw new RagConfigurationException(
        file.toString(), "not a kind of file that is known (.yaml, .yml, .json, .properties)");
  }
}
