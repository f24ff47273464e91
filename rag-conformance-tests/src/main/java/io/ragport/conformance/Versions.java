package io.ragport.conformance;

/** Versions of libraries, as their jars tell them. */
final class Versions {
  private Versions() {}

  /** The version of the jar that a class is in; {@code unknown} if it does not tell. */
  static String ofClass(String className) {
    try {
      String version =
          Class.forName(className, false, Versions.class.getClassLoader())
              .getPackage()
              .getImplementationVersion();
      return version == null ? "unknown" : version;
    } catch (ClassNotFoundException e) {
      return "unknown";
    }
  }
}
