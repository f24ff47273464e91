package io.ragport.core.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.ragport.api.RagConfigurationException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Settings out of YAML or JSON, from the parser's tokens: nothing is bound to a type, so that a
 * file can make no object. Aliases and tags are refused, and with them YAML's ways to do harm.
 */
final class TreeReader {
  private static final Pattern YAML_PLACE =
      Pattern.compile("^ in .*, line (\\d+), column \\d+:?$", Pattern.MULTILINE);

  private final Source source;
  private final String language;
  private final List<Entry> entries = new ArrayList<>();

  TreeReader(Source source, String language) {
    this.source = source;
    this.language = language;
  }

  List<Entry> read(JsonFactory factory) {
    try (JsonParser parser = factory.createParser(source.text())) {
      JsonToken first = parser.nextToken();
      if (first == null || isEmpty(parser, first)) {
        return entries;
      }
      if (first != JsonToken.START_OBJECT) {
        throw failure(parser, "a map of settings is expected");
      }
      readMap(parser, "");
      if (parser.nextToken() != null) {
        throw failure(parser, "more than one document (one is expected)");
      }
      return entries;
    } catch (JsonProcessingException e) {
      // Without the cause: its message quotes the file, which may hold a secret (CFG-4).
      throw source.failure(
          lineOf(e), "not valid " + language + withoutQuotes(e.getOriginalMessage()));
    } catch (IOException e) {
      throw new RagConfigurationException(source.name(), "cannot be read", e);
    }
  }

  /** A document that is {@code null}, or in YAML has nothing in it. */
  private static boolean isEmpty(JsonParser parser, JsonToken first) throws IOException {
    return first == JsonToken.VALUE_NULL && parser.nextToken() == null;
  }

  private void readMap(JsonParser parser, String path) throws IOException {
    Map<String, Integer> lines = new HashMap<>();
    refuseTag(parser);
    int start = line(parser);
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      int line = line(parser);
      Integer earlier = lines.putIfAbsent(name, line);
      String key = path.isEmpty() ? name : path + "." + name;
      if (earlier != null) {
        throw new RagConfigurationException(
            key, "set twice, in " + source.line(earlier) + " and line " + line);
      }
      readValue(parser, key, line);
    }
    if (lines.isEmpty() && !path.isEmpty()) {
      entries.add(new Entry(path, null, start));
    }
  }

  private void readValue(JsonParser parser, String key, int line) throws IOException {
    JsonToken token = parser.nextToken();
    refuseTag(parser);
    if (token == JsonToken.START_OBJECT) {
      readMap(parser, key);
    } else if (token == JsonToken.START_ARRAY) {
      entries.add(new Entry(key, readList(parser, key), line));
    } else {
      entries.add(new Entry(key, scalar(parser, token), line));
    }
  }

  private List<String> readList(JsonParser parser, String key) throws IOException {
    List<String> elements = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      refuseTag(parser);
      String element = token.isScalarValue() ? scalar(parser, token) : null;
      if (element == null) {
        throw new RagConfigurationException(
            key,
            "element "
                + elements.size()
                + " of the list is not a plain value, in "
                + source.line(line(parser)));
      }
      elements.add(element);
    }
    return List.copyOf(elements);
  }

  private static @Nullable String scalar(JsonParser parser, JsonToken token) throws IOException {
    return token == JsonToken.VALUE_NULL ? null : parser.getText();
  }

  private void refuseTag(JsonParser parser) throws IOException {
    if (parser instanceof YAMLParser yaml) {
      if (yaml.isCurrentAlias()) {
        throw failure(parser, "aliases (*name) are not supported (write the value out)");
      }
      if (yaml.getTypeId() != null) {
        throw failure(parser, "tags (!name) are not supported (leave it out)");
      }
    }
  }

  private RagConfigurationException failure(JsonParser parser, String problem) {
    return source.failure(line(parser), problem);
  }

  /**
   * For YAML the last place that the message names; the exception's own is that of a token before.
   */
  private static int lineOf(JsonProcessingException e) {
    int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
    Matcher place = YAML_PLACE.matcher(String.valueOf(e.getOriginalMessage()));
    while (place.find()) {
      line = Integer.parseInt(place.group(1));
    }
    return line;
  }

  private static int line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }

  /** The parser's explanation without what it quotes from the file. */
  private static String withoutQuotes(@Nullable String message) {
    if (message == null) {
      return "";
    }
    String told =
        message
            .lines()
            .filter(line -> !line.startsWith(" "))
            .map(line -> line.replaceAll("'[^']{2,}'|\"[^\"]{2,}\"", "…"))
            .reduce((first, second) -> first + ", " + second)
            .orElse("");
    return told.isEmpty() ? "" : " (" + told + ")";
  }
}
