package io.ragport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ragport.api.BaseRagService;
import io.ragport.core.HashingEmbeddingProvider;
import io.ragport.core.RagServices;
import io.ragport.core.chunk.RecursiveChunker;
import io.ragport.core.config.RagConfig;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexCommandTest {
  private final Cli cli;

  IndexCommandTest(@TempDir Path folder) {
    cli = new Cli(folder);
  }

  @BeforeEach
  void writeDocuments() throws IOException {
    cli.write("a.txt", "The harbour master counts the boats every evening.");
    cli.write("b.md", "# Bees\n\nA hive holds thousands of bees in summer.\n");
    cli.write(
        "sub/c.html", "<html><head><title>Tides</title></head><body><p>High water</p></body>");
    cli.write("sub/D.java", "class D {\n  int answer() {\n    return 42;\n  }\n}\n");
  }

  @Test
  void everyKindOfTextIsIndexed() {
    Cli.Result result = cli.run("index", cli.docs(), "--json");

    JsonNode json = result.json();
    assertThat(result.exitCode()).isZero();
    assertThat(json.path("files").asInt()).isEqualTo(4);
    assertThat(json.path("chunks").asInt()).isEqualTo(4);
    assertThat(json.path("model").asText()).isEqualTo("hashing/256");
    assertThat(json.path("backend").asText()).isEqualTo("lucene");
    assertThat(json.path("collection").asText()).isEqualTo("default");
  }

  @Test
  void theSummaryIsOneLineForPeople() {
    Cli.Result result = cli.run("index", cli.docs(), "-c", "notes");

    assertThat(result.out())
        .startsWith("4 files indexed (4 chunks), 0 unchanged, 0 skipped, 0 failed in ")
        .endsWith("model hashing/256, backend lucene, collection notes\n");
  }

  @Test
  void anUnchangedFileIsSkipped() {
    cli.run("index", cli.docs());

    JsonNode json = cli.run("index", cli.docs(), "--json").json();

    assertThat(json.path("files").asInt()).isZero();
    assertThat(json.path("unchanged").asInt()).isEqualTo(4);
  }

  @Test
  void aChangedFileReplacesItsPassages() throws IOException {
    cli.write("a.txt", "word ".repeat(1000));
    cli.run("index", cli.docs());

    cli.write("a.txt", "Something else entirely.");
    JsonNode json = cli.run("index", cli.docs(), "--json").json();

    assertThat(json.path("files").asInt()).isEqualTo(1);
    assertThat(json.path("unchanged").asInt()).isEqualTo(3);
    JsonNode left =
        cli.run("query", "word", "--source", cli.docs().resolve("a.txt"), "--json").json();
    assertThat(left).hasSize(1);
    assertThat(left.get(0).path("content").asText()).isEqualTo("Something else entirely.");
  }

  @Test
  void anotherChunkSizeIndexesAnew() {
    cli.run("index", cli.docs());

    JsonNode json =
        cli.run("index", cli.docs(), "--chunk-size", 500, "--chunk-overlap", 0, "--json").json();

    assertThat(json.path("files").asInt()).isEqualTo(4);
  }

  @Test
  void whatCannotBeIndexedIsNamedAndTheRestIsIndexed() throws IOException {
    cli.write("picture.png", new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 0});
    cli.write("empty.txt", "");
    cli.write("latin1.txt", new byte[] {'c', 'a', 'f', (byte) 0xE9, ' ', 'x'});
    Files.createSymbolicLink(cli.docs().resolve("loop"), cli.docs());
    Files.createSymbolicLink(cli.docs().resolve("dangling.txt"), Path.of("nowhere.txt"));
    try (var file = new RandomAccessFile(cli.docs().resolve("huge.log").toFile(), "rw")) {
      file.setLength(200L << 20);
    }

    Cli.Result result = cli.run("index", cli.docs(), "--json");

    assertThat(result.exitCode()).isZero();
    assertThat(result.json().path("files").asInt()).isEqualTo(4);
    assertThat(reason(result, "skipped", "picture.png")).isEqualTo("binary");
    assertThat(reason(result, "skipped", "empty.txt")).isEqualTo("empty");
    assertThat(reason(result, "failed", "latin1.txt")).isEqualTo("not UTF-8 (at byte 3)");
    assertThat(reason(result, "failed", "loop")).isEqualTo("symbolic link loop");
    assertThat(reason(result, "failed", "dangling.txt")).isEqualTo("no such file or folder");
    assertThat(reason(result, "failed", "huge.log"))
        .isEqualTo("too large: 200 MB (limit 64 MB, see --max-file-size)");
  }

  @Test
  void aFileAndALinkToItAreOneSource() throws IOException {
    Path link = cli.folder().resolve("link.txt");
    Files.createSymbolicLink(link, cli.docs().resolve("a.txt"));
    Files.createSymbolicLink(cli.docs().resolve("again.txt"), Path.of("a.txt"));

    JsonNode json = cli.run("index", cli.docs(), link, "--json").json();

    assertThat(json.path("files").asInt()).isEqualTo(4);
    assertThat(cli.run("query", "boats", "--source", link, "--json").json()).hasSize(1);
  }

  @Test
  void aFileThatVanishesIsNamedAndLosesNothingElse() {
    BaseRagService service =
        RagServices.open(
            RagConfig.builder().set("rag.lucene.memory", true).build(),
            new HashingEmbeddingProvider());
    IndexReport report = new IndexReport();

    try (service) {
      FileIndexer indexer =
          new FileIndexer(service, "default", RecursiveChunker.ofDefaults(), 1000, report);
      indexer.index(cli.docs().resolve("vanished.txt"));
      indexer.index(cli.docs().resolve("a.txt"));
    }

    assertThat(report.lines(Duration.ZERO, "m", "b", "c"))
        .anyMatch(line -> line.endsWith("vanished.txt: no such file or folder"))
        .anyMatch(line -> line.startsWith("1 files indexed"));
  }

  @Test
  void aFailureMakesAStrictRunFail() throws IOException {
    cli.write("latin1.txt", new byte[] {(byte) 0xE9, ' ', 'x'});

    assertThat(cli.run("index", cli.docs()).exitCode()).isZero();
    assertThat(cli.run("index", cli.docs(), "--strict").exitCode()).isEqualTo(Main.FAILED);
  }

  @Test
  void aSizeLimitOutOfRangeIsWrongUsage() {
    Cli.Result result = cli.run("index", cli.docs(), "--max-file-size", -3);

    assertThat(result.exitCode()).isEqualTo(Main.WRONG_USAGE);
    assertThat(result.err()).contains("--max-file-size: -3 is not in 1 to 2047");
  }

  @Test
  void aFileThatBecomesBinaryLosesItsPassages() throws IOException {
    cli.run("index", cli.docs());

    cli.write("a.txt", new byte[] {0, 1, 2});
    cli.run("index", cli.docs());

    assertThat(cli.run("query", "boats", "--source", cli.docs().resolve("a.txt"), "--json").json())
        .isEmpty();
  }

  @Test
  void aRunThatIndexesNothingFails() {
    Cli.Result result = cli.run("index", cli.docs().resolve("missing"));

    assertThat(result.exitCode()).isEqualTo(Main.FAILED);
    assertThat(result.out()).contains("failed").contains("missing: no such file or folder");
    assertThat(result.err()).contains("nothing was indexed");
  }

  @Test
  void aFileThatBecomesEmptyLosesItsPassages() throws IOException {
    cli.run("index", cli.docs());

    cli.write("a.txt", "");
    cli.run("index", cli.docs());

    assertThat(cli.run("query", "boats", "--source", cli.docs().resolve("a.txt"), "--json").json())
        .isEmpty();
  }

  @Test
  void globsChooseAndLeaveOut() {
    JsonNode markdown = cli.run("index", cli.docs(), "--glob", "*.md", "--json").json();
    JsonNode rest =
        cli.run("index", cli.docs(), "--glob", "!sub/**", "-c", "other", "--json").json();

    JsonNode anywhere =
        cli.run("index", cli.docs(), "--glob", "**/*.{md,html}", "-c", "third", "--json").json();

    assertThat(anywhere.path("files").asInt()).isEqualTo(2);
    assertThat(markdown.path("files").asInt()).isEqualTo(1);
    assertThat(rest.path("files").asInt()).isEqualTo(2);
  }

  @Test
  void hiddenFilesAreLeftOutUnlessNamed() throws IOException {
    Path hidden = cli.write(".secret/plan.txt", "A hidden plan.");

    JsonNode folder = cli.run("index", cli.docs(), "--json").json();
    JsonNode named = cli.run("index", hidden, "--json").json();

    assertThat(folder.path("files").asInt()).isEqualTo(4);
    assertThat(named.path("files").asInt()).isEqualTo(1);
  }

  @Test
  void passagesKnowTheirLines() throws IOException {
    String paragraph = "This paragraph talks about the weather in some detail.\n";
    Path file = cli.write("lines.txt", (paragraph + "\n").repeat(60));
    cli.run("index", file, "--chunk-overlap", 0);

    JsonNode hits = cli.run("query", "weather", "--source", file, "--top-k", 100, "--json").json();

    List<String> source = Files.readAllLines(file);
    assertThat(hits.size()).isGreaterThan(2);
    for (JsonNode hit : hits) {
      int start = hit.path("metadata").path("startLine").asInt();
      int end = hit.path("metadata").path("endLine").asInt();
      assertThat(String.join("\n", source.subList(start - 1, end)).strip())
          .isEqualTo(hit.path("content").asText().strip());
    }
  }

  private static String reason(Cli.Result result, String outcome, String file) {
    for (Map.Entry<String, JsonNode> field : result.json().path(outcome).properties()) {
      if (field.getKey().endsWith("/" + file)) {
        return field.getValue().asText();
      }
    }
    return "not among the " + outcome;
  }
}
