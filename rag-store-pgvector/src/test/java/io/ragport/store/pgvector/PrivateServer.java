package io.ragport.store.pgvector;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A PostgreSQL server of a test's own, on a free port and in a folder of its own, to be killed and
 * started again. Needs PostgreSQL's programs on this machine, and as root the system's user {@code
 * postgres}: the server refuses to run as root.
 */
final class PrivateServer implements AutoCloseable {
  static final String USER = "boss";
  static final String PASSWORD = "a private secret";

  private static final long PATIENCE_SECONDS = 60;
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

  private final Path folder;
  private final Path programs;
  private final String server;
  private final int port;

  private PrivateServer(Path folder, Path programs, String server, int port) {
    this.folder = folder;
    this.programs = programs;
    this.server = server;
    this.port = port;
  }

  /** A running server with an empty database {@code postgres}. */
  static PrivateServer start() {
    return create(false);
  }

  /** The same, but pgvector is not installed in it. */
  static PrivateServer startWithoutPgvector() {
    return create(true);
  }

  private static PrivateServer create(boolean withoutPgvector) {
    Path programs = programs();
    Path folder = null;
    try {
      folder = Files.createTempDirectory("ragport-postgres-");
      String server =
          withoutPgvector
              ? withoutPgvector(programs, folder.resolve("installation"))
              : programs.resolve("postgres").toString();
      Path secret = Files.writeString(folder.resolve("secret"), PASSWORD);
      if (ROOT) {
        run(List.of("chown", "-R", "postgres", folder.toString()));
      }
      PrivateServer created = new PrivateServer(folder, programs, server, freePort());
      created.asServer(
          programs.resolve("initdb").toString(),
          "--no-sync",
          "--username=" + USER,
          "--pwfile=" + secret,
          "--auth=scram-sha-256",
          "--encoding=UTF8",
          "--locale=C",
          "--pgdata=" + created.data());
      created.restart();
      return created;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Makes a copy of the server that looks for extensions in a folder without pgvector's: it finds
   * its files relative to where its program is.
   */
  private static String withoutPgvector(Path programs, Path installation) throws IOException {
    Path binaries = Path.of(configured(programs, "--bindir")).toRealPath();
    Path share = Path.of(configured(programs, "--sharedir")).toRealPath();
    Path libraries = Path.of(configured(programs, "--pkglibdir")).toRealPath();
    Path prefix = common(common(binaries, share), libraries);
    Path server = installation.resolve(prefix.relativize(binaries)).resolve("postgres");
    Files.createDirectories(server.getParent());
    Files.copy(binaries.resolve("postgres"), server);
    Path ownLibraries = installation.resolve(prefix.relativize(libraries));
    Files.createDirectories(ownLibraries.getParent());
    Files.createSymbolicLink(ownLibraries, libraries);
    Path ownShare = installation.resolve(prefix.relativize(share));
    linkAllBut("extension", share, ownShare);
    linkAllBut("vector", share.resolve("extension"), ownShare.resolve("extension"));
    return server.toString();
  }

  private static Path common(Path one, Path other) {
    Path common = Path.of("/");
    for (int i = 0; i < Math.min(one.getNameCount(), other.getNameCount()); i++) {
      if (!one.getName(i).equals(other.getName(i))) {
        break;
      }
      common = common.resolve(one.getName(i));
    }
    return common;
  }

  private static void linkAllBut(String prefix, Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        if (!file.getFileName().toString().startsWith(prefix)) {
          Files.createSymbolicLink(to.resolve(file.getFileName()), file);
        }
      }
    }
  }

  private static String configured(Path programs, String what) {
    Path asker = programs.resolve("pg_config");
    if (!Files.isExecutable(asker)) {
      return Assumptions.abort("not testable: there is no pg_config in " + programs);
    }
    return run(List.of(asker.toString(), what)).strip();
  }

  private static Path programs() {
    Path installed = Path.of("/usr/lib/postgresql");
    if (Files.isDirectory(installed)) {
      try (Stream<Path> versions = Files.list(installed)) {
        Optional<Path> newest =
            versions
                .map(version -> version.resolve("bin"))
                .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
                .max(Comparator.naturalOrder());
        if (newest.isPresent()) {
          return newest.get();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return onPath()
        .orElseGet(
            () -> Assumptions.abort("not testable: PostgreSQL's initdb is not on this machine"));
  }

  private static Optional<Path> onPath() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(Path::of)
        .filter(folder -> Files.isExecutable(folder.resolve("pg_config")))
        .map(folder -> Path.of(configured(folder, "--bindir")))
        .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
        .findFirst();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Starts the server after {@link #kill} or {@link #stop}; returns when it answers. */
  void restart(String... settings) {
    String arguments =
        Stream.concat(
                Stream.of(
                    "port=" + port,
                    "listen_addresses=127.0.0.1",
                    "unix_socket_directories=",
                    "fsync=off",
                    "autovacuum=off"),
                Stream.of(settings))
            .map(setting -> "-c " + setting)
            .collect(Collectors.joining(" "));
    asServer(
        programs.resolve("pg_ctl").toString(),
        "start",
        "--wait",
        "--timeout=" + PATIENCE_SECONDS,
        "--silent",
        "--pgdata=" + data(),
        "--log=" + folder.resolve("log"),
        "-p",
        server,
        "--options=" + arguments);
  }

  /** Ends it as a crash of the machine would: every process at once, none with a last word. */
  void kill() {
    ProcessHandle postmaster = process();
    List<ProcessHandle> all = new ArrayList<>();
    all.add(postmaster);
    postmaster.children().forEach(all::add);
    all.forEach(ProcessHandle::destroyForcibly);
    CompletableFuture.allOf(
            all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
        .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .join();
  }

  /** Ends it as an administrator would, telling those who are connected. */
  void stop() {
    asServer(
        programs.resolve("pg_ctl").toString(),
        "stop",
        "--mode=fast",
        "--wait",
        "--silent",
        "--pgdata=" + data());
  }

  /** Stops one session's process where it is: it neither answers nor ends until {@link #kill}. */
  void freeze(String processId) {
    run(List.of("kill", "-STOP", processId));
  }

  private ProcessHandle process() {
    try {
      long pid = Long.parseLong(Files.readAllLines(data().resolve("postmaster.pid")).get(0));
      return ProcessHandle.of(pid).orElseThrow(() -> new AssertionError("it does not run"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  /** Settings of the backend for this server; one role, which may do everything. */
  Map<String, Object> settings() {
    return new HashMap<>(
        Map.of("url", url("postgres"), "user", USER, "password", PASSWORD, "connectTimeout", "2s"));
  }

  /** The same with more settings, or other ones. */
  PgVectorOptions options(Map<String, ?> more) {
    Map<String, Object> settings = settings();
    settings.putAll(more);
    return PgVectorOptions.of(settings);
  }

  /** Runs one statement as the role that may do everything. */
  void execute(String sql) {
    try (Connection connection = DriverManager.getConnection(url("postgres"), USER, PASSWORD);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError("cannot run " + sql, e);
    }
  }

  private Path data() {
    return folder.resolve("data");
  }

  private String asServer(String... command) {
    return run(
        ROOT
            ? List.of(
                "su",
                "postgres",
                "-s",
                "/bin/sh",
                "-c",
                Stream.of(command)
                    .map(word -> "'" + word.replace("'", "'\\''") + "'")
                    .collect(Collectors.joining(" ")))
            : List.of(command));
  }

  private static String run(List<String> command) {
    try {
      Path output = Files.createTempFile("ragport-postgres-", ".log");
      try {
        // To a file: the server keeps what it inherits open, and a pipe would never end.
        Process process =
            new ProcessBuilder(command)
                .directory(Path.of(System.getProperty("java.io.tmpdir")).toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(2 * PATIENCE_SECONDS, TimeUnit.SECONDS);
        String said = Files.readString(output);
        if (!ended || process.exitValue() != 0) {
          throw new AssertionError(command + " failed: " + said);
        }
        return said;
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Ends it if it runs, and removes its folder. */
  @Override
  public void close() {
    if (Files.exists(data().resolve("postmaster.pid")) && isRunning()) {
      kill();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isRunning() {
    try {
      return process().isAlive();
    } catch (AssertionError e) {
      return false;
    }
  }
}
