package io.ragport.cli;

import java.io.IOException;
import java.nio.file.Path;

/** How files are named: absolute in the index, relative on the screen where that is shorter. */
final class Paths {
  private Paths() {}

  /** The source id of a file: its real path, so that links to it are the same source. */
  static String sourceId(Path file) {
    return real(file).toString();
  }

  /** The path without links; of a file that is not there, the absolute path. */
  static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file.toAbsolutePath().normalize();
    }
  }

  /** A file as a person in the working directory would name it. */
  static String shown(Path file) {
    Path here = Path.of("").toAbsolutePath();
    String absolute = file.toString();
    if (!file.isAbsolute() || !file.getRoot().equals(here.getRoot())) {
      return absolute;
    }
    String relative = here.relativize(file).toString();
    return relative.length() < absolute.length() ? relative : absolute;
  }
}
