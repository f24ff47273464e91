package io.ragport.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A schema of PostgreSQL, dropped with everything in it when the sandbox is closed. */
final class PgvectorSandbox implements Sandbox {
  static final String SCHEMA_PREFIX = "conformance_";

  /** Of someone else, some named so that a look at the beginning takes them for Ragport's. */
  static final List<String> FOREIGN_TABLES = List.of("notes", "rag_notes", "ragport_notes");

  private static final String LOOPBACK = "127.0.0.1";
  private static final Duration RESTART_PATIENCE = Duration.ofMinutes(3);

  private final PgvectorServer server;
  private final String restartCommand;
  private final String schema;
  private final List<ServerSocket> blackHoles = new ArrayList<>();

  private PgvectorSandbox(PgvectorServer server, String restartCommand, String schema) {
    this.server = server;
    this.restartCommand = restartCommand;
    this.schema = schema;
  }

  /** A new schema on that server. */
  static PgvectorSandbox create(PgvectorServer server, String restartCommand) {
    String schema = SCHEMA_PREFIX + UUID.randomUUID().toString().replace("-", "");
    server.run(
        // Not in the schema of a sandbox: dropping that would drop the columns of all others.
        "CREATE EXTENSION IF NOT EXISTS vector SCHEMA public", "CREATE SCHEMA " + schema);
    return new PgvectorSandbox(server, restartCommand, schema);
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new HashMap<>();
    settings.put("url", server.url());
    server.user().ifPresent(user -> settings.put("user", user));
    server.password().ifPresent(password -> settings.put("password", password));
    settings.put("schema", schema);
    return settings;
  }

  /** A port that takes connections and never says a word. */
  @Override
  public Map<String, Object> unreachable() {
    try {
      ServerSocket blackHole = new ServerSocket(0, 0, InetAddress.getByName(LOOPBACK));
      blackHoles.add(blackHole);
      Map<String, Object> settings = new HashMap<>(settings());
      settings.put(
          "url", "jdbc:postgresql://" + LOOPBACK + ":" + blackHole.getLocalPort() + "/rag");
      settings.put("connectTimeout", "1s");
      return settings;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Map<String, Object> wrongCredentials() {
    Map<String, Object> settings = new HashMap<>(settings());
    settings.put("password", "wrong-" + UUID.randomUUID());
    return settings;
  }

  @Override
  public void restart() {
    try {
      runRestartCommand();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the server restarted", e);
    }
    server.await(RESTART_PATIENCE);
  }

  private void runRestartCommand() throws IOException, InterruptedException {
    Path output = Files.createTempFile("ragport-restart", ".txt"); // a server may keep a pipe open
    try {
      Process process =
          new ProcessBuilder("sh", "-c", restartCommand)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = process.waitFor(RESTART_PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (!ended || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IllegalStateException(
            PgvectorFixture.RESTART
                + ": the command "
                + (ended ? "failed" : "did not end within " + RESTART_PATIENCE.toSeconds() + " s")
                + ": "
                + Files.readString(output).strip());
      }
    } finally {
      Files.deleteIfExists(output);
    }
  }

  @Override
  public Supplier<List<String>> placeForeignData() {
    for (String table : FOREIGN_TABLES) {
      String name = schema + "." + table;
      server.run(
          "CREATE TABLE " + name + " (id bigint PRIMARY KEY, content text NOT NULL)",
          "INSERT INTO " + name + " VALUES (1, 'someone else''s'), (2, 'theirs as well')");
    }
    return this::foreignData;
  }

  private List<String> foreignData() {
    List<String> data = new ArrayList<>();
    try {
      for (String table : FOREIGN_TABLES) {
        data.add(table);
        data.addAll(server.rows("SELECT * FROM " + schema + "." + table + " ORDER BY id"));
      }
      return data;
    } catch (SQLException e) {
      throw new IllegalStateException("foreign data: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      for (ServerSocket blackHole : blackHoles) {
        blackHole.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      server.run("SET lock_timeout = '30s'", "DROP SCHEMA IF EXISTS " + schema + " CASCADE");
    }
  }
}
