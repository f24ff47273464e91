package io.ragport.core;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ResolvedModule;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A class that a services file or a module descriptor names as a provider. {@link
 * java.util.ServiceLoader} does not say which class of which jar a linkage error came from; these
 * do (SPI-2).
 *
 * @param place where it is named: the services file's URL, or the module's name
 * @param loader loads the class; null is the boot loader
 */
record Declaration(String className, String origin, String place, @Nullable ClassLoader loader) {

  /**
   * The classes in the services files that a loader sees; files that cannot be read are left out.
   */
  static List<Declaration> seenBy(ClassLoader loader, Class<?> service) {
    String resource = "META-INF/services/" + service.getName();
    List<Declaration> declarations = new ArrayList<>();
    try {
      for (URL file : Collections.list(loader.getResources(resource))) {
        String origin = Origins.ofResource(file, resource);
        for (String className : classNames(file)) {
          declarations.add(new Declaration(className, origin, file.toString(), loader));
        }
      }
    } catch (IOException e) {
      // The service loader meets the same failure and reports it.
      return declarations;
    }
    return declarations;
  }

  /** The classes that the modules of a layer provide. */
  static List<Declaration> in(ModuleLayer layer, Class<?> service) {
    Configuration configuration = layer.configuration();
    List<Declaration> declarations = new ArrayList<>();
    for (ResolvedModule module : configuration.modules()) {
      String origin =
          module
              .reference()
              .location()
              .map(URI::toString)
              .map(Origins::readable)
              .orElse(Origins.UNKNOWN);
      for (ModuleDescriptor.Provides provides : module.reference().descriptor().provides()) {
        if (provides.service().equals(service.getName())) {
          ClassLoader loader = layer.findLoader(module.name());
          for (String className : provides.providers()) {
            declarations.add(new Declaration(className, origin, module.name(), loader));
          }
        }
      }
    }
    return declarations;
  }

  private static List<String> classNames(URL file) throws IOException {
    URLConnection connection = file.openConnection();
    connection.setUseCaches(false);
    List<String> names = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int comment = line.indexOf('#');
        String name = (comment < 0 ? line : line.substring(0, comment)).trim();
        if (!name.isEmpty() && !name.contains(" ")) {
          names.add(name);
        }
      }
    }
    return names;
  }
}
