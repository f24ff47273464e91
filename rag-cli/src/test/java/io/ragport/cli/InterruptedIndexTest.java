package io.ragport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C in the middle of indexing: what is in the index is whole, and the next run goes on. */
class InterruptedIndexTest {
  private static final int FILES = 200;
  private static final int CHUNKS_PER_FILE = 10;

  @Test
  void ctrlCLeavesWholeFilesOnly(@TempDir Path folder) throws IOException, InterruptedException {
    Cli cli = new Cli(folder);
    String word = "sentence ".repeat(100).strip() + "\n\n";
    for (int i = 0; i < FILES; i++) {
      cli.write("file" + i + ".txt", ("File " + i + " " + word).repeat(CHUNKS_PER_FILE));
    }
    Process indexing = start(cli, folder.resolve("err"));
    while (!indexStarted(folder) && indexing.isAlive()) {
      Thread.onSpinWait();
    }

    indexing.destroy(); // SIGTERM ends a JVM as SIGINT does
    assertThat(indexing.waitFor(60, TimeUnit.SECONDS)).isTrue();

    JsonNode hits =
        cli.run("query", "sentence", "--mode", "vector", "--exact", "-k", 10_000, "--json").json();
    assertThat(hits.size()).isLessThan(FILES * CHUNKS_PER_FILE);
    assertThat(hits.findValuesAsText("sourceId").stream().distinct())
        .allSatisfy(
            source ->
                assertThat(hits.findValuesAsText("sourceId"))
                    .filteredOn(source::equals)
                    .hasSize(CHUNKS_PER_FILE));
    JsonNode rest = cli.run("index", cli.docs(), "--json").json();
    assertThat(rest.path("files").asInt() + rest.path("unchanged").asInt()).isEqualTo(FILES);
    assertThat(rest.path("unchanged").asInt()).isEqualTo(hits.size() / CHUNKS_PER_FILE);
  }

  private static Process start(Cli cli, Path err) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "index",
                cli.docs().toString(),
                "--embedder",
                "hashing",
                "--set",
                "rag.lucene.path=" + cli.folder().resolve("the-index")))
        .redirectErrorStream(true)
        .redirectOutput(err.toFile())
        .start();
  }

  /** Whether a second commit stands in the index, so that some file is stored. */
  private static boolean indexStarted(Path folder) throws IOException {
    Path index = folder.resolve("the-index");
    if (!Files.isDirectory(index)) {
      return false;
    }
    try (var files = Files.walk(index)) {
      return files
          .map(Path::toFile)
          .map(File::getName)
          .anyMatch(name -> name.matches("segments_([3-9a-z]|..+)"));
    } catch (UncheckedIOException e) {
      return false; // a file went while we looked
    }
  }
}
