package io.ragport.core;

import io.ragport.api.spi.RagBackendProvider;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** A jar with plugins, compiled on the spot. For one thread. */
final class PluginJar {
  private static final String SERVICES = "META-INF/services/";

  private final Path jar;
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final Set<String> leftOut = new LinkedHashSet<>();
  private final Map<String, String> files = new TreeMap<>();
  private final List<Path> modulePath = new ArrayList<>();
  private @Nullable Integer classVersion;

  PluginJar(Path folder, String name) {
    this.jar = folder.resolve(name + ".jar");
  }

  /** A class by its full name. */
  PluginJar source(String className, String source) {
    sources.put(className, source);
    return this;
  }

  /** A class to compile against that is not in the jar. */
  PluginJar onlyToCompile(String className, String source) {
    leftOut.add(className);
    return source(className, source);
  }

  /** A sound backend and its line in the services file. */
  PluginJar backend(String className, String name) {
    return source(className, backendSource(className, name, "")).provides(className);
  }

  /** Lines of the services file of backends. */
  PluginJar provides(String... lines) {
    String file = SERVICES + RagBackendProvider.class.getName();
    files.merge(file, String.join("\n", lines), (first, second) -> first + "\n" + second);
    return this;
  }

  /** Classes marked as compiled for another Java version. */
  PluginJar classVersion(int version) {
    classVersion = version;
    return this;
  }

  /** Compiles with a module path instead of a class path. */
  PluginJar modulePath(Path... path) {
    modulePath.addAll(List.of(path));
    return this;
  }

  /** Compiles and writes the jar. */
  Path build() {
    try {
      Path classes = Files.createTempDirectory(jar.getParent(), "classes");
      if (!sources.isEmpty()) {
        compile(classes);
      }
      write(classes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return jar;
  }

  /** The source of a backend with more members. */
  static String backendSource(String className, String name, String members) {
    int dot = className.lastIndexOf('.');
    return """
        package %s;
        import io.ragport.api.*;
        import io.ragport.api.embedding.*;
        import io.ragport.api.spi.*;
        import java.util.*;
        public class %s implements RagBackendProvider {
          public String name() { return "%s"; }
          public Set<Capability> capabilities() { return Set.of(); }
          public List<ConfigOption<?>> options() { return List.of(); }
          public BaseRagService open(ProviderConfig config, EmbeddingSettings embedding) {
            throw new UnsupportedOperationException();
          }
          %s
        }
        """
        .formatted(className.substring(0, dot), className.substring(dot + 1), name, members);
  }

  /** A loader of these jars, or folders, under the loader of the tests. */
  static URLClassLoader loader(Path... jars) {
    return loader(PluginJar.class.getClassLoader(), jars);
  }

  /** A loader of these jars, or folders, under another one. */
  static URLClassLoader loader(@Nullable ClassLoader parent, Path... jars) {
    return new URLClassLoader(Arrays.stream(jars).map(PluginJar::url).toArray(URL[]::new), parent);
  }

  /** Where a class comes from. */
  static Path place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void compile(Path classes) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    boolean modular = !modulePath.isEmpty();
    List<Path> path =
        modular ? modulePath : List.of(place(RagBackendProvider.class), place(Nullable.class));
    List<String> options =
        List.of(
            "-proc:none",
            "--release",
            "17",
            "-d",
            classes.toString(),
            modular ? "--module-path" : "--class-path",
            path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    List<JavaFileObject> units = new ArrayList<>();
    sources.forEach((name, source) -> units.add(new StringSource(name, source)));
    boolean compiled = compiler.getTask(null, null, diagnostics, options, null, units).call();
    if (!compiled) {
      throw new IllegalStateException(
          diagnostics.getDiagnostics().stream()
              .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
              .map(d -> d.getMessage(Locale.ROOT))
              .collect(Collectors.joining("\n")));
    }
  }

  private void write(Path classes) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream zip = new JarOutputStream(out);
        Stream<Path> compiled = Files.walk(classes)) {
      for (Path file : compiled.filter(Files::isRegularFile).sorted().toList()) {
        String name = classes.relativize(file).toString().replace('\\', '/');
        if (!leftOut.contains(name.replace(".class", "").replace('/', '.'))) {
          byte[] bytes = Files.readAllBytes(file);
          if (classVersion != null) {
            bytes[7] = classVersion.byteValue();
          }
          put(zip, name, bytes);
        }
      }
      for (Map.Entry<String, String> file : files.entrySet()) {
        put(zip, file.getKey(), file.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static void put(JarOutputStream zip, String name, byte[] bytes) throws IOException {
    zip.putNextEntry(new JarEntry(name));
    zip.write(bytes);
    zip.closeEntry();
  }

  private static final class StringSource extends SimpleJavaFileObject {
    private final String source;

    StringSource(String className, String source) {
      super(URI.create("string:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
      this.source = source;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source;
    }
  }
}
