package com.example.files;

import io.ragport.conformance.BackendFixture;
import io.ragport.conformance.Means;
import io.ragport.conformance.RagConformanceSuite;
import io.ragport.conformance.Sandbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.platform.suite.api.SelectClasses;
import org.junit.platform.suite.api.Suite;

/** The conformance suite on this backend, and how the suite opens it. */
@Suite
@SelectClasses(RagConformanceSuite.class)
public final class FilesConformanceTest implements BackendFixture {
  /** For {@link java.util.ServiceLoader}. */
  public FilesConformanceTest() {}

  @Override
  public String backend() {
    return FilesVectorStore.NAME;
  }

  @Override
  public Sandbox open(Map<String, String> environment) {
    try {
      return new Folder(Files.createTempDirectory("rag-store-files"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Map<Means, String> impossible(Map<String, String> environment) {
    String files = "files: there is no server";
    return Map.of(
        Means.UNREACHABLE_SERVER, files,
        Means.WRONG_CREDENTIALS, files,
        Means.RESTART, files);
  }

  private record Folder(Path path) implements Sandbox {
    @Override
    public Map<String, Object> settings() {
      return Map.of("path", path.toString());
    }

    @Override
    public Supplier<?> placeForeignData() {
      Path file = path.resolve("notes.txt");
      try {
        Files.writeString(file, "someone else's");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return () -> read(file);
    }

    private static String read(Path file) {
      try {
        return Files.readString(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      try (Stream<Path> everything = Files.walk(path)) {
        List<Path> innermostFirst = everything.sorted(Comparator.reverseOrder()).toList();
        for (Path file : innermostFirst) {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
