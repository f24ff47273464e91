package io.ragport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryCommandTest {
  private final Cli cli;

  QueryCommandTest(@TempDir Path folder) {
    cli = new Cli(folder);
  }

  @BeforeEach
  void index() throws IOException {
    cli.write("boats.txt", "The harbour master counts the boats every evening.");
    cli.write("bees.md", "A hive holds thousands of bees in summer. See ticket ERR-4711.");
    cli.write("tides.md", "High water comes twice a day at the coast.");
    cli.run("index", cli.docs());
  }

  @Test
  void theBestPassageComesFirstWithFileAndLines() {
    Cli.Result result = cli.run("query", "harbour", "boats", "--top-k", 1);

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).startsWith("1. similarity 0.").contains("boats.txt:1-1");
    assertThat(result.out()).contains("The harbour master counts the boats every evening.");
  }

  @ParameterizedTest
  @CsvSource({"vector,similarity", "keyword,keyword", "hybrid,reciprocal_rank"})
  void everyModeFindsTheIdentifier(String mode, String scoreKind) {
    JsonNode hits = cli.run("query", "--mode", mode, "ERR-4711", "--json").json();

    assertThat(hits.get(0).path("sourceId").asText()).endsWith("bees.md");
    assertThat(hits.get(0).path("scoreKind").asText()).isEqualTo(scoreKind);
  }

  @Test
  void matchAndSourceRestrict() {
    JsonNode byMatch = cli.run("query", "water", "--match", "extension=md", "--json").json();
    JsonNode byNumber =
        cli.run("query", "water", "--match", "chunk=0", "--match", "extension=txt", "--json")
            .json();
    JsonNode bySource =
        cli.run("query", "water", "--source", cli.docs().resolve("bees.md"), "--json").json();

    assertThat(byMatch).hasSize(2);
    assertThat(byNumber).hasSize(1);
    assertThat(bySource).hasSize(1);
  }

  @Test
  void aQuotedNumberMatchesAStringOnly() {
    assertThat(cli.run("query", "water", "--match", "chunk=\"0\"", "--json").json()).isEmpty();
  }

  @Test
  void minSimilarityDropsWeakerPassages() {
    JsonNode hits =
        cli.run(
                "query",
                "High water comes twice a day at the coast.",
                "--min-similarity",
                "0.99",
                "--json")
            .json();

    assertThat(hits).hasSize(1);
  }

  @Test
  void keepBestShowsOnePassagePerFile() throws IOException {
    Path file = cli.write("long.txt", "Boats sail. ".repeat(400));
    cli.run("index", file);

    JsonNode all = cli.run("query", "boats sail", "--top-k", 4, "--json").json();
    JsonNode best = cli.run("query", "boats sail", "--top-k", 4, "--keep-best", "--json").json();

    assertThat(all.findValuesAsText("sourceId")).containsOnly(file.toString());
    assertThat(best.findValuesAsText("sourceId")).doesNotHaveDuplicates().hasSize(4);
  }

  @Test
  void aMissingCollectionIsNoFailureButSaidSo() {
    Cli.Result result = cli.run("query", "boats", "-c", "nowhere");

    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("there is no collection \"nowhere\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--top-k 0 | topK: 0 is not in 1 to 10000",
        "--top-k x | 'x' is not an int",
        "--mode sideways | expected one of [VECTOR, KEYWORD, HYBRID]",
        "--match novalue | \"novalue\" is not KEY=VALUE",
        "--min-similarity 2 | minSimilarity: 2.0 is not in -1.0 to 1.0",
        "--backend lucine | did you mean lucene?",
        "--set rag.lucene.pth=x | did you mean",
        "--set rag.lucene.m=9999 | rag.lucene.m",
        "--embedder onyx | did you mean onnx?",
        "--config missing.yaml | missing.yaml",
        "--unknown | Unknown option: '--unknown'"
      })
  void wrongUsageIsOneLineAndExitCode2(String options, String message) {
    Cli.Result result = Cli.raw(("query boats " + options).split(" "));

    assertThat(result.exitCode()).isEqualTo(Main.WRONG_USAGE);
    assertThat(result.err()).startsWith("rag query: ").contains(message);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void debugShowsWhereAnErrorComesFrom() {
    Cli.Result result = Cli.raw("query", "boats", "--debug", "--top-k", "0");

    assertThat(result.exitCode()).isEqualTo(Main.WRONG_USAGE);
    assertThat(result.err()).contains("\tat io.ragport.");
  }
}
