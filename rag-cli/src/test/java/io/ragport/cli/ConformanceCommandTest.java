package io.ragport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformanceCommandTest {
  @Test
  void aBackendKeepsEveryRule(@TempDir Path folder) throws IOException {
    Path reports = folder.resolve("new/reports");

    Cli.Result result =
        Cli.raw("conformance", "--backend", "lucene", "--report", reports.toString());

    assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    assertThat(result.out().lines().toList())
        .anyMatch(line -> line.startsWith("lucene (io.ragport:rag-store-lucene "))
        .anyMatch(line -> line.matches("  QRY: querying +\\d+ +0 +\\d+ +\\d+.*"))
        .contains("conformance: passed")
        .noneMatch(line -> line.startsWith("left out"))
        .last()
        .asString()
        .isEqualTo("report: " + Paths.shown(reports.resolve("conformance.html")));
    assertThat(result.err().lines()).allMatch(line -> line.contains(" tests, 0 failed, lucene "));
    assertThat(
            new ObjectMapper()
                .readTree(reports.resolve("conformance.json").toFile())
                .at("/backends/0/name")
                .asText())
        .isEqualTo("lucene");
  }

  @Test
  void anUnknownBackendIsWrongUsage() {
    Cli.Result result = Cli.raw("conformance", "--backend", "lucene", "--backend", "lucen");

    assertThat(result.exitCode()).isEqualTo(Main.WRONG_USAGE);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("no backend named \"lucen\"").contains("found: lucene");
  }

  @Test
  void aFileIsNoFolderForTheReport(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("a-file"), "");

    Cli.Result result = Cli.raw("conformance", "--report", file.toString());

    assertThat(result.exitCode()).isEqualTo(Main.WRONG_USAGE);
    assertThat(result.err()).contains("--report").contains("a-file is not a folder");
  }

  @Test
  void anUnknownOptionIsWrongUsage() {
    assertThat(Cli.raw("conformance", "--backends", "lucene").exitCode())
        .isEqualTo(Main.WRONG_USAGE);
  }
}
