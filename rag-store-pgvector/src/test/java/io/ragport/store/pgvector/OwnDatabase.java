package io.ragport.store.pgvector;

import java.util.HashMap;
import java.util.Map;

/** A database of its own beside the tests' one; gone when closed. */
final class OwnDatabase implements AutoCloseable {
  private final String name = TestServer.newSchema();

  private OwnDatabase() {}

  static OwnDatabase create() {
    OwnDatabase database = new OwnDatabase();
    TestServer.execute("CREATE DATABASE " + database.sql());
    return database;
  }

  /** Its name, quoted. */
  String sql() {
    return Identifiers.quote(name);
  }

  /** The settings of the backend for that schema in it. */
  Map<String, Object> settings(String schema) {
    Map<String, Object> settings = new HashMap<>(TestServer.settings(schema));
    settings.computeIfPresent(
        "url", (key, url) -> url.toString().replaceFirst("/[^/?]*(\\?.*)?$", "/" + name + "$1"));
    return settings;
  }

  @Override
  public void close() {
    TestServer.execute("DROP DATABASE " + sql() + " WITH (FORCE)");
  }
}
