package io.ragport.core;

import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;

/** Where classes come from, as a person would name it. */
final class Origins {
  /** What stands for a place that is not known. */
  static final String UNKNOWN = "unknown";

  private Origins() {}

  /** The jar or folder of a class; empty if its loader does not tell. */
  static Optional<String> find(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null || source.getLocation() == null
        ? Optional.empty()
        : Optional.of(readable(source.getLocation().toString()));
  }

  /** The jar or folder of a class, or {@value #UNKNOWN}. */
  static String of(Class<?> type) {
    return find(type).orElse(UNKNOWN);
  }

  /** The jar or folder that holds a resource. */
  static String ofResource(URL resource, String name) {
    String text = resource.toString();
    if (!text.endsWith(name)) {
      return readable(text);
    }
    return readable(text.substring(0, text.length() - name.length()));
  }

  /** The jar, folder or file of a URL, as a path where it is one. */
  static String readable(String url) {
    String place =
        url.startsWith("jar:") && url.endsWith("!/")
            ? url.substring("jar:".length(), url.length() - "!/".length())
            : url;
    if (!place.startsWith("file:")) {
      return place;
    }
    try {
      return Path.of(URI.create(place)).toString();
    } catch (IllegalArgumentException e) {
      return place;
    }
  }
}
