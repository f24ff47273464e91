package io.ragport.store.qdrant;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of a server, as far as it decides what the server can do. */
record ServerVersion(int major, int minor) {
  /** The first whose collections have metadata, where Ragport keeps what it must know of them. */
  static final ServerVersion OLDEST = new ServerVersion(1, 16);

  private static final Pattern SHAPE = Pattern.compile("v?(\\d{1,6})\\.(\\d{1,6})(\\D.*)?");

  /** Empty if the text is no version: a server built by hand may call itself anything. */
  static Optional<ServerVersion> parse(String text) {
    Matcher matcher = SHAPE.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new ServerVersion(
                Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  boolean isTooOld() {
    return major < OLDEST.major || (major == OLDEST.major && minor < OLDEST.minor);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
