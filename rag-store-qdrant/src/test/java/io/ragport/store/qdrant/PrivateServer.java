package io.ragport.store.qdrant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A Qdrant server of a test's own, on free ports and in a folder of its own, to be killed, paused
 * and started again. {@code RAG_TEST_QDRANT_PROGRAM} is its program.
 */
final class PrivateServer implements AutoCloseable {
  static final String API_KEY = "a private secret";

  /** The server's setting for encryption. */
  static final String TLS = "QDRANT__SERVICE__ENABLE_TLS";

  private static final String LOOPBACK = "127.0.0.1";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  private final Path program;
  private final Path folder;
  private final Map<String, String> environment;
  private final List<String> arguments;
  private final int httpPort;
  private final int grpcPort;
  private @Nullable Process process;

  private PrivateServer(
      Path program, Path folder, Map<String, String> environment, List<String> arguments)
      throws IOException {
    this.program = program;
    this.folder = folder;
    this.environment = environment;
    this.arguments = arguments;
    httpPort = freePort();
    grpcPort = freePort();
  }

  /** A running server that asks for {@link #API_KEY}. */
  static PrivateServer start() {
    return start(Map.of("QDRANT__SERVICE__API_KEY", API_KEY), List.of());
  }

  /**
   * A running server.
   *
   * @param environment settings of the server, {@code QDRANT__…}, beside those for ports and folder
   * @param arguments for its program
   */
  static PrivateServer start(Map<String, String> environment, List<String> arguments) {
    Path program = program();
    try {
      PrivateServer server =
          new PrivateServer(
              program, Files.createTempDirectory("ragport-qdrant-"), environment, arguments);
      try {
        server.launch();
        server.awaitReady();
        return server;
      } catch (RuntimeException | Error e) {
        server.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The server's program; the test is left out without it. */
  static Path program() {
    Path program = Path.of(TestServer.required("RAG_TEST_QDRANT_PROGRAM"));
    if (!Files.isExecutable(program)) {
      Assumptions.abort("not testable: RAG_TEST_QDRANT_PROGRAM names nothing to run: " + program);
    }
    return program;
  }

  /** A port that nobody listens on at the moment. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
      return socket.getLocalPort();
    }
  }

  /** Starts the program without waiting until it answers. */
  void launch() {
    ProcessBuilder builder =
        new ProcessBuilder(
                Stream.concat(Stream.of(program.toString()), arguments.stream()).toList())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    Map<String, String> variables = builder.environment();
    variables.put("QDRANT__SERVICE__HOST", LOOPBACK);
    variables.put("QDRANT__SERVICE__HTTP_PORT", String.valueOf(httpPort));
    variables.put("QDRANT__SERVICE__GRPC_PORT", String.valueOf(grpcPort));
    variables.put("QDRANT__TELEMETRY_DISABLED", "true");
    variables.put("QDRANT__STORAGE__STORAGE_PATH", folder.resolve("storage").toString());
    variables.put("QDRANT__STORAGE__SNAPSHOTS_PATH", folder.resolve("snapshots").toString());
    variables.putAll(environment);
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns when the server answers. */
  void awaitReady() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!answers()) {
      if (!running().isAlive() || System.nanoTime() - deadline > 0) {
        throw new AssertionError("the server did not start: " + log());
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50)); // it tells nobody when it is ready
    }
  }

  private boolean answers() {
    if (environment.containsKey(TLS)) {
      return listens(); // nobody here trusts its certificate
    }
    try {
      return listens() && get("/readyz").statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket(LOOPBACK, grpcPort)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** What the REST interface answers; a way to the server that is not ours. */
  HttpResponse<String> get(String path) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + LOOPBACK + ":" + httpPort + path))
            .header("api-key", API_KEY)
            .timeout(PATIENCE)
            .build();
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Ends it as a crash would, without a last word. */
  void kill() {
    end(running().destroyForcibly());
  }

  /** Ends it as an administrator would. */
  void stop() {
    Process ending = running();
    ending.destroy();
    end(ending);
  }

  private void end(Process ending) {
    try {
      if (!ending.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("the server does not end: " + log());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Starts it again, on the same ports and data; returns when it answers. */
  void restart() {
    launch();
    awaitReady();
  }

  /** Stops it where it is: connections stay open, and nobody answers. */
  void pause() {
    signal("STOP");
  }

  /** Lets it go on. */
  void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      end(new ProcessBuilder("kill", "-" + name, String.valueOf(running().pid())).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process running() {
    if (process == null) {
      throw new AssertionError("the server was never started");
    }
    return process;
  }

  int grpcPort() {
    return grpcPort;
  }

  int httpPort() {
    return httpPort;
  }

  /** Whether it was started and has not ended since. */
  boolean isAlive() {
    return running().isAlive();
  }

  String log() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Settings of the backend for this server. */
  Map<String, Object> settings() {
    return new HashMap<>(Map.of("host", LOOPBACK, "port", grpcPort, "apiKey", API_KEY));
  }

  /** The same with more settings, or other ones. */
  QdrantOptions options(Map<String, ?> more) {
    Map<String, Object> settings = settings();
    settings.putAll(more);
    return QdrantOptions.of(settings);
  }

  @Override
  public void close() {
    if (running().isAlive()) {
      kill();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
