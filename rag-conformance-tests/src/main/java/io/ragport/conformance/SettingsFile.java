package io.ragport.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** The ways to write one configuration into a file (CFG-1). */
enum SettingsFile {
  YAML("rag.yaml") {
    /** A setting a line: scalars and lists of JSON are YAML as well. */
    @Override
    String text(String backend, Map<String, ?> section) {
      return lines(backend, section).stream().collect(Collectors.joining("\n", "", "\n"));
    }
  },
  JSON("rag.json") {
    @Override
    String text(String backend, Map<String, ?> section) {
      return json(
          Map.of("rag", Map.of("backend", backend, "embedder", "hashing", backend, section)));
    }
  },
  PROPERTIES("rag.properties") {
    @Override
    String text(String backend, Map<String, ?> section) {
      Properties properties = new Properties();
      properties.setProperty("rag.backend", backend);
      properties.setProperty("rag.embedder", "hashing");
      section.forEach(
          (key, value) -> properties.setProperty("rag." + backend + "." + key, joined(value)));
      StringWriter text = new StringWriter();
      try {
        properties.store(text, null);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return text.toString();
    }
  };

  /** The line of the first setting of the section in {@link #YAML}, from 1. */
  static final int FIRST_LINE = 5;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String fileName;

  SettingsFile(String fileName) {
    this.fileName = fileName;
  }

  /** A file in that folder with the backend, the embedder {@code hashing} and the section. */
  Path write(Path folder, String backend, Map<String, ?> section) {
    Path file = folder.resolve(fileName);
    try {
      Files.writeString(file, text(backend, section));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  abstract String text(String backend, Map<String, ?> section);

  /** The same settings where <code>$&#123;</code> in a value stands for itself. */
  static Map<String, Object> literal(Map<String, ?> settings) {
    Map<String, Object> literal = new LinkedHashMap<>();
    settings.forEach(
        (key, value) ->
            literal.put(key, value instanceof String string ? string.replace("${", "$${") : value));
    return literal;
  }

  private static List<String> lines(String backend, Map<String, ?> section) {
    List<String> lines = new ArrayList<>();
    lines.add("rag:");
    lines.add("  backend: " + backend);
    lines.add("  embedder: hashing");
    if (!section.isEmpty()) {
      lines.add("  " + backend + ":");
      section.forEach((key, value) -> lines.add("    " + key + ": " + json(value)));
    }
    return lines;
  }

  private static String json(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A value as plain text: the elements of a list with commas between them. */
  static String joined(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
        : value.toString();
  }
}
