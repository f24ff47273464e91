package io.ragport.conformance;

import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Versions of libraries, as their jars tell them; for {@link BackendFixture#versions}. */
public final class Versions {
  private static final String UNKNOWN = "unknown";

  private Versions() {}

  /** The version of the jar that a class is in; {@code unknown} if it does not tell. */
  public static String ofClass(String className) {
    try {
      return ofJar(Class.forName(className, false, Versions.class.getClassLoader()));
    } catch (ClassNotFoundException e) {
      return UNKNOWN;
    }
  }

  /** The version of the jar or folder that a class is in; {@code unknown} if it does not tell. */
  public static String ofJar(Class<?> type) {
    return Optional.ofNullable(type.getPackage().getImplementationVersion())
        .or(() -> Optional.ofNullable(type.getModule().getDescriptor()).flatMap(Versions::raw))
        .or(() -> ofModule(type))
        .map(version -> version.split(" ", 2)[0]) // some add a commit and a date
        .orElse(UNKNOWN);
  }

  /** The suite, Java and the operating system. */
  static Map<String, String> ofPlatform() {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("io.ragport:rag-conformance-tests", ofJar(Versions.class));
    versions.put("Java", Runtime.version() + " (" + System.getProperty("java.vendor") + ")");
    versions.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    return versions;
  }

  /** What the module descriptor says, or the name of the jar, also on the class path. */
  private static Optional<String> ofModule(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return Optional.empty();
    }
    try {
      return ModuleFinder.of(Path.of(source.getLocation().toURI())).findAll().stream()
          .findFirst()
          .flatMap(module -> raw(module.descriptor()));
    } catch (URISyntaxException
        | IllegalArgumentException
        | FileSystemNotFoundException
        | FindException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> raw(ModuleDescriptor module) {
    return module.rawVersion();
  }
}
