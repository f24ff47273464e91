package io.ragport.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The embedded backend, each sandbox in a folder of its own. */
public final class LuceneFixture implements BackendFixture {
  /** For {@link java.util.ServiceLoader}. */
  public LuceneFixture() {}

  @Override
  public String backend() {
    return "lucene";
  }

  @Override
  public Sandbox open(Map<String, String> environment) {
    try {
      return new Folder(Files.createTempDirectory("ragport-conformance"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Map<Means, String> impossible(Map<String, String> environment) {
    String embedded = "embedded: there is no server";
    return Map.of(
        Means.UNREACHABLE_SERVER, embedded,
        Means.WRONG_CREDENTIALS, embedded,
        Means.RESTART, embedded);
  }

  @Override
  public Map<String, String> versions(Map<String, String> environment) {
    return Map.of("Lucene", Versions.ofClass("org.apache.lucene.util.Version"));
  }

  private record Folder(Path path) implements Sandbox {
    @Override
    public Map<String, Object> settings() {
      return Map.of("path", path.toString());
    }

    @Override
    public Supplier<?> placeForeignData() {
      try {
        Path file = Files.createDirectories(path.resolve("notes")).resolve("notes.txt");
        Files.writeString(file, "someone else's");
        return () -> read(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      try {
        Files.walkFileTree(path, new Deletion());
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
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      Files.delete(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
