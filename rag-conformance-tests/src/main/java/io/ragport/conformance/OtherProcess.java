package io.ragport.conformance;

import io.ragport.api.BaseRagService;
import io.ragport.api.IndexRequest;
import io.ragport.api.RagServiceResult;
import io.ragport.core.RagBackends;
import io.ragport.core.RagServices;
import io.ragport.core.config.RagConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * A service in another Java process. It is told its settings on standard input, since they may hold
 * a password and the command line is there for all to see.
 */
final class OtherProcess {
  private static final String FOUND = "found:";
  private static final String SETTING = "setting.";
  private static final long MAX_SECONDS = 120;

  private OtherProcess() {}

  /**
   * Opens a service there, looks at everything in a collection, indexes one text and closes it.
   *
   * @return what it found, each entry as {@link #shown} shows it
   */
  static List<String> lookAndIndex(
      String backend, Map<String, ?> settings, String collectionName, UUID id, String text) {
    Properties told = new Properties();
    told.setProperty("backend", backend);
    told.setProperty("collection", collectionName);
    told.setProperty("id", id.toString());
    told.setProperty("text", text);
    settings.forEach((key, value) -> told.setProperty(SETTING + key, SettingsFile.joined(value)));
    try {
      return run(told);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while another process ran", e);
    }
  }

  /** The parts of an entry that must be the same in every process, as one line. */
  static String shown(RagServiceResult result) {
    return String.join(
        " | ",
        result.id().toString(),
        result.model(),
        result.sourceId(),
        String.valueOf(result.content()),
        new TreeMap<>(result.metadata()).toString(),
        result.createdAt().toString(),
        result.updatedAt().toString());
  }

  /** The other process. */
  public static void main(String[] arguments) throws IOException {
    Properties told = new Properties();
    told.load(System.in);
    String backend = told.getProperty("backend");
    RagConfig.Builder config = RagConfig.builder().backend(backend).embedder("hashing");
    for (String key : told.stringPropertyNames()) {
      if (key.startsWith(SETTING)) {
        config.set("rag." + backend + "." + key.substring(SETTING.length()), told.getProperty(key));
      }
    }
    String collection = told.getProperty("collection");
    try (BaseRagService service =
        RagServices.builder(config.build())
            .backends(RagBackends.discover())
            .embedder(new RecordingEmbedding())
            .open()) {
      for (RagServiceResult result : Rules.everything(service, collection)) {
        byte[] line = shown(result).getBytes(StandardCharsets.UTF_8);
        System.out.println(FOUND + Base64.getEncoder().encodeToString(line));
      }
      service.index(
          IndexRequest.builder(told.getProperty("text"))
              .collectionName(collection)
              .id(UUID.fromString(told.getProperty("id")))
              .build());
    }
  }

  private static List<String> run(Properties told) throws IOException, InterruptedException {
    Path output = Files.createTempFile("ragport-other-process", ".txt");
    try {
      Process process =
          new ProcessBuilder(command())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try (OutputStream in = process.getOutputStream()) {
        told.store(in, null);
      }
      boolean ended = process.waitFor(MAX_SECONDS, TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly().waitFor();
      }
      List<String> lines = Files.readAllLines(output, StandardCharsets.ISO_8859_1);
      if (!ended || process.exitValue() != 0) {
        throw new AssertionError(
            (ended ? "the other process failed:\n" : "the other process did not end:\n")
                + String.join("\n", lines));
      }
      return lines.stream()
          .filter(line -> line.startsWith(FOUND))
          .map(line -> Base64.getDecoder().decode(line.substring(FOUND.length())))
          .map(line -> new String(line, StandardCharsets.UTF_8))
          .toList();
    } finally {
      Files.delete(output);
    }
  }

  /** Java with the classes and modules of this process. */
  private static List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String classPath = System.getProperty("java.class.path", "");
    if (!classPath.isEmpty()) {
      command.addAll(List.of("--class-path", classPath));
    }
    Module module = OtherProcess.class.getModule();
    if (module.isNamed()) {
      command.addAll(List.of("--module-path", System.getProperty("jdk.module.path", "")));
      command.addAll(List.of("--add-modules", "ALL-MODULE-PATH"));
      command.addAll(List.of("--module", module.getName() + "/" + OtherProcess.class.getName()));
    } else {
      command.add(OtherProcess.class.getName());
    }
    return command;
  }
}
