package io.ragport.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The reference store, each sandbox a folder that plays the server. */
public final class ReferenceFixture implements BackendFixture {
  private static final String TOKEN = "open sesame";

  /** For {@link java.util.ServiceLoader}. */
  public ReferenceFixture() {}

  @Override
  public String backend() {
    return ReferenceVectorStore.NAME;
  }

  @Override
  public Sandbox open(Map<String, String> environment) {
    try {
      Path folder = Files.createTempDirectory("ragport-reference");
      Files.writeString(folder.resolve(ReferenceVectorStore.TOKEN_FILE), TOKEN);
      return new Folder(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Map<Means, String> impossible(Map<String, String> environment) {
    return Map.of(Means.RESTART, "files: there is nothing to restart");
  }

  private record Folder(Path path) implements Sandbox {
    @Override
    public Map<String, Object> settings() {
      return Map.of("path", path.toString(), "token", TOKEN);
    }

    @Override
    public Map<String, Object> unreachable() {
      return with("path", path.resolve("nowhere").toString());
    }

    @Override
    public Map<String, Object> wrongCredentials() {
      return with("token", "wrong-" + TOKEN);
    }

    @Override
    public Supplier<?> placeForeignData() {
      Path file = path.resolve("notes.txt");
      write(file);
      return () -> read(file);
    }

    @Override
    public void close() {
      try {
        try (Stream<Path> files = Files.list(path)) {
          for (Path file : files.toList()) {
            Files.delete(file);
          }
        }
        Files.delete(path);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private Map<String, Object> with(String key, String value) {
      Map<String, Object> settings = new HashMap<>(settings());
      settings.put(key, value);
      return settings;
    }

    private static void write(Path file) {
      try {
        Files.writeString(file, "someone else's");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static List<String> read(Path file) {
      try {
        return Files.readAllLines(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
