package io.ragport.conformance;

import io.ragport.api.BaseRagService;
import io.ragport.api.Capability;
import io.ragport.api.embedding.EmbeddingProvider;
import io.ragport.api.embedding.EmbeddingSettings;
import io.ragport.api.spi.ConfigOption;
import io.ragport.api.spi.EmbeddingProviderFactory;
import io.ragport.api.spi.ProviderConfig;
import io.ragport.api.spi.RagBackendProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Plugins that do harm, in a folder like a user's: a services file, classes, and what loads them.
 * The classes here are only patterns, copied there; they stand alone.
 */
final class Neighbours {
  /** A class that a services file names and nobody has. */
  static final String MISSING = "io.ragport.conformance.missing.NoSuchPlugin";

  private static final String NAME = "ragport-name-of-the-impostor.txt";

  private final Path folder;

  /** Plugins in an empty folder. */
  Neighbours(Path folder) {
    this.folder = folder;
  }

  /** Adds a line to the services file of a kind of plugin. */
  Neighbours listing(Class<?> service, String className) {
    Path file = folder.resolve("META-INF").resolve("services").resolve(service.getName());
    write(file, (Files.exists(file) ? read(file) : "") + className + "\n");
    return this;
  }

  /** Adds one of the classes below to the folder and to the services file. */
  Neighbours providing(Class<?> service, Class<?> plugin) {
    String className = plugin.getName();
    String resource = className.substring(className.lastIndexOf('.') + 1) + ".class";
    Path file = folder.resolve(className.replace('.', '/') + ".class");
    try (InputStream bytes =
        Objects.requireNonNull(Neighbours.class.getResourceAsStream(resource), resource)) {
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.copy(bytes, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return listing(service, className);
  }

  /** The name that impostors bear. */
  Neighbours named(String name) {
    write(folder.resolve(NAME), name);
    return this;
  }

  /** Loads the plugins in the folder, and whatever else that loader does. */
  URLClassLoader under(ClassLoader parent) {
    try {
      return loader(folder.toUri().toURL(), parent, Neighbours.class.getName() + "$");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Loads classes from a place of its own although the parent has them, too.
   *
   * @param own the beginning of the names of these classes
   */
  static URLClassLoader loader(URL place, ClassLoader parent, String own) {
    return new URLClassLoader(new URL[] {place}, new Without(parent, own));
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A loader without the classes whose names begin so. */
  private static final class Without extends ClassLoader {
    private final String hidden;

    Without(ClassLoader parent, String hidden) {
      super(parent);
      this.hidden = hidden;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith(hidden)) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }
  }

  /** Cannot be constructed. */
  public static final class ThrowingBackend implements RagBackendProvider {
    /** Fails. */
    public ThrowingBackend() {
      throw new IllegalStateException("a neighbour that fails");
    }

    @Override
    public String name() {
      return "throwing";
    }

    @Override
    public Set<Capability> capabilities() {
      return Set.of();
    }

    @Override
    public List<ConfigOption<?>> options() {
      return List.of();
    }

    @Override
    public BaseRagService open(ProviderConfig config, EmbeddingSettings embedding) {
      throw new UnsupportedOperationException();
    }
  }

  /** Bears the name of another one. */
  public static final class ImpostorBackend implements RagBackendProvider {
    /** For {@link java.util.ServiceLoader}. */
    public ImpostorBackend() {}

    @Override
    public String name() {
      try (InputStream name = ImpostorBackend.class.getResourceAsStream("/" + NAME)) {
        return new String(Objects.requireNonNull(name).readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Set<Capability> capabilities() {
      return Set.of();
    }

    @Override
    public List<ConfigOption<?>> options() {
      return List.of();
    }

    @Override
    public BaseRagService open(ProviderConfig config, EmbeddingSettings embedding) {
      throw new UnsupportedOperationException();
    }
  }

  /** Cannot be constructed. */
  public static final class ThrowingEmbedder implements EmbeddingProviderFactory {
    /** Fails. */
    public ThrowingEmbedder() {
      throw new IllegalStateException("a neighbour that fails");
    }

    @Override
    public String name() {
      return "throwing";
    }

    @Override
    public List<ConfigOption<?>> options() {
      return List.of();
    }

    @Override
    public EmbeddingProvider create(ProviderConfig config) {
      throw new UnsupportedOperationException();
    }
  }

  /** Bears the name of the embedder that is always there. */
  public static final class ImpostorEmbedder implements EmbeddingProviderFactory {
    /** For {@link java.util.ServiceLoader}. */
    public ImpostorEmbedder() {}

    @Override
    public String name() {
      return "hashing";
    }

    @Override
    public List<ConfigOption<?>> options() {
      return List.of();
    }

    @Override
    public EmbeddingProvider create(ProviderConfig config) {
      throw new UnsupportedOperationException();
    }
  }
}
