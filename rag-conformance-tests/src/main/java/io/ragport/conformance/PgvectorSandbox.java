package io.ragport.conformance;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** A schema of PostgreSQL, dropped with everything in it when the sandbox is closed. */
final class PgvectorSandbox implements Sandbox {
  static final String SCHEMA_PREFIX = "conformance_";

  /** Of someone else, some named so that a look at the beginning takes them for Ragport's. */
  static final List<String> FOREIGN_TABLES = List.of("notes", "rag_notes", "ragport_notes");

  private final PgvectorServer server;
  private final RestartCommand restartCommand;
  private final String schema;
  private final SilentPorts silentPorts = new SilentPorts();

  private PgvectorSandbox(PgvectorServer server, RestartCommand restartCommand, String schema) {
    this.server = server;
    this.restartCommand = restartCommand;
    this.schema = schema;
  }

  /** A new schema on that server. */
  static PgvectorSandbox create(PgvectorServer server, RestartCommand restartCommand) {
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
    Map<String, Object> settings = new HashMap<>(settings());
    settings.put(
        "url", "jdbc:postgresql://" + SilentPorts.HOST + ":" + silentPorts.open() + "/rag");
    settings.put("connectTimeout", "1s");
    return settings;
  }

  @Override
  public Map<String, Object> wrongCredentials() {
    Map<String, Object> settings = new HashMap<>(settings());
    settings.put("password", "wrong-" + UUID.randomUUID());
    return settings;
  }

  @Override
  public void restart() {
    restartCommand.run();
    server.await(RestartCommand.PATIENCE);
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
      silentPorts.close();
    } finally {
      server.run("SET lock_timeout = '30s'", "DROP SCHEMA IF EXISTS " + schema + " CASCADE");
    }
  }
}
