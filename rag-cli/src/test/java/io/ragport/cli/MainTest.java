package io.ragport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  @Test
  void versionTellsBuildAndJava() {
    Cli.Result result = Cli.raw("--version");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .matches(
            "rag \\d+\\.\\d+\\.\\d+\\S* \\(Java "
                + Pattern.quote(Runtime.version().toString())
                + ", .*\\)\\R");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "index", "query", "collections", "backends", "conformance"})
  void helpHasExamples(String command) {
    Cli.Result result = Cli.raw((command + " --help").strip().split(" "));

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).contains("Usage: rag").contains("Examples:");
  }

  @Test
  void noCommandShowsTheHelp() {
    Cli.Result result = Cli.raw();

    assertThat(result.exitCode()).isEqualTo(Main.WRONG_USAGE);
    assertThat(result.err()).contains("rag --help");
  }

  @Test
  void backendsListsWhatIsThere() {
    Cli.Result result = Cli.raw("backends");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .contains("backend   lucene  io.ragport:rag-store-lucene")
        .contains("atomicReplace")
        .contains("embedder  hashing  io.ragport:rag-core")
        .contains("embedder  onnx  io.ragport:rag-embed-onnx")
        .doesNotContain("broken");
  }

  @Test
  void aConfigurationFileSelectsEverything(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("my.yaml");
    Path document = Files.writeString(folder.resolve("a.txt"), "Some text to index.");
    Files.writeString(
        file,
        "rag: {backend: lucene, embedder: hashing, collection: mine, hashing: {dimension: 64},"
            + " lucene: {path: '"
            + folder.resolve("index")
            + "'}}");

    Cli.Result index = Cli.raw("index", document.toString(), "--config", file.toString(), "--json");
    Cli.Result collections = Cli.raw("collections", "--config", file.toString());

    assertThat(index.exitCode()).isZero();
    assertThat(collections.out()).isEqualTo("mine  1 entries  hashing/64\n");
  }

  @Test
  void aMistakeInTheFileIsNamedWithItsLine(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("my.yaml");
    Files.writeString(file, "rag:\n  embedder: hashing\n  lucene:\n    pth: x\n");

    Cli.Result result = Cli.raw("collections", "--config", file.toString());

    assertThat(result.exitCode()).isEqualTo(Main.WRONG_USAGE);
    assertThat(result.err())
        .contains("rag.lucene.pth")
        .contains("did you mean path?")
        .contains("my.yaml line 4");
  }

  @Test
  void optionsCountWhereverTheyStand(@TempDir Path folder) throws IOException {
    Cli cli = new Cli(folder);
    cli.run("index", cli.write("a.txt", "Some text to index."));
    String index = "rag.lucene.path=" + folder.resolve("the-index");

    Cli.Result before = Cli.raw("collections", "--set", index, "info", "default");
    Cli.Result after = Cli.raw("collections", "info", "default", "--set", index);

    assertThat(before.out()).contains("entries: 1");
    assertThat(after.out()).isEqualTo(before.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"collections info", "collections shred x", "collections -c x"})
  void wrongWordsAreWrongUsage(String line) {
    assertThat(Cli.raw(line.split(" ")).exitCode()).isEqualTo(Main.WRONG_USAGE);
  }

  @Test
  void aMalformedSettingIsNotShown() {
    Cli.Result result = Cli.raw("collections", "--set", "rag.x.password hunter2");

    assertThat(result.exitCode()).isEqualTo(Main.WRONG_USAGE);
    assertThat(result.err()).contains("--set: number 1 is not KEY=VALUE").doesNotContain("hunter2");
  }

  @Test
  void collectionsAreShownAndDropped(@TempDir Path folder) throws IOException {
    Cli cli = new Cli(folder);
    cli.run("index", cli.write("a.txt", "Some text to index."), "-c", "notes");

    Cli.Result info = cli.run("collections", "info", "notes");
    Cli.Result drop = cli.run("collections", "drop", "notes");
    Cli.Result again = cli.run("collections", "drop", "notes");

    assertThat(info.out())
        .contains("name: notes")
        .contains("entries: 1")
        .contains("dimension: 256")
        .contains("precision: single")
        .contains("vectorIndex: hnsw");
    assertThat(drop.out()).isEqualTo("dropped notes, 1 entries\n");
    assertThat(again.exitCode()).isEqualTo(Main.FAILED);
    assertThat(again.err()).isEqualTo("rag collections: no collection \"notes\" (found: none)\n");
  }
}
