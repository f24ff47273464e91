package io.ragport.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A command of the shell that restarts a server.
 *
 * @param variable the variable of the environment that holds it, for messages
 */
record RestartCommand(String variable, String command) {
  /** How long a server may take to end, and to start again. */
  static final Duration PATIENCE = Duration.ofMinutes(3);

  /** The command in that variable, which may be unset if nobody runs it. */
  static RestartCommand in(Map<String, String> environment, String variable) {
    return new RestartCommand(variable, environment.getOrDefault(variable, ""));
  }

  /**
   * Runs it; returns when it has ended.
   *
   * @throws IllegalStateException with its output, if it fails or does not end
   */
  void run() {
    try {
      runToItsEnd();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the server restarted", e);
    }
  }

  private void runToItsEnd() throws IOException, InterruptedException {
    Path output = Files.createTempFile("ragport-restart", ".txt"); // a server may keep a pipe open
    try {
      Process process =
          new ProcessBuilder("sh", "-c", command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (!ended || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IllegalStateException(
            variable
                + ": the command "
                + (ended ? "failed" : "did not end within " + PATIENCE.toSeconds() + " s")
                + ": "
                + Files.readString(output).strip());
      }
    } finally {
      Files.deleteIfExists(output);
    }
  }
}
