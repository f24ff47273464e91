package io.ragport.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line with an index of its own in a folder of the test, and the hashing embedder. */
record Cli(Path folder) {
  /** What a run left behind. */
  record Result(int exitCode, String out, String err) {
    JsonNode json() {
      try {
        return new ObjectMapper().readTree(out);
      } catch (IOException e) {
        throw new IllegalStateException(out, e);
      }
    }
  }

  /** Runs a command that uses a service. */
  Result run(String command, Object... arguments) {
    List<String> line = new ArrayList<>(List.of(command));
    for (Object argument : arguments) {
      line.add(argument.toString());
    }
    line.addAll(
        List.of(
            "--embedder", "hashing", "--set", "rag.lucene.path=" + folder.resolve("the-index")));
    return raw(line.toArray(String[]::new));
  }

  /** Runs exactly this command line. */
  static Result raw(String... line) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), line);
    return new Result(exitCode, out.toString(), err.toString());
  }

  /** A file below {@code docs}. */
  Path write(String name, String text) throws IOException {
    return write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A file below {@code docs}. */
  Path write(String name, byte[] bytes) throws IOException {
    Path file = docs().resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }

  /** The folder of documents. */
  Path docs() {
    return folder.resolve("docs");
  }
}
