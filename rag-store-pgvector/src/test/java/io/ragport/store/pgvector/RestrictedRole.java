package io.ragport.store.pgvector;

import java.util.Map;
import java.util.function.Consumer;

/** A role that may read and write the tables of a schema at most; gone when closed. */
final class RestrictedRole implements AutoCloseable {
  private static final String PASSWORD = "only for this test";

  private final String name = TestServer.newSchema();
  private final Consumer<String> administrator;

  private RestrictedRole(Consumer<String> administrator) {
    this.administrator = administrator;
  }

  /** A role that may log in, and nothing else. */
  static RestrictedRole withoutRights() {
    RestrictedRole role = new RestrictedRole(TestServer::execute);
    role.create();
    return role;
  }

  /** A role for the tables that the schema has now. */
  static RestrictedRole in(String schema) {
    return in(schema, TestServer::execute);
  }

  /**
   * The same in another database.
   *
   * @param administrator runs a statement there, with all rights
   */
  static RestrictedRole in(String schema, Consumer<String> administrator) {
    RestrictedRole role = new RestrictedRole(administrator);
    role.create();
    String quoted = Identifiers.quote(role.name);
    administrator.accept("GRANT USAGE ON SCHEMA " + Identifiers.quote(schema) + " TO " + quoted);
    administrator.accept(
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "
            + Identifiers.quote(schema)
            + " TO "
            + quoted);
    return role;
  }

  private void create() {
    administrator.accept(
        "CREATE ROLE "
            + Identifiers.quote(name)
            + " LOGIN PASSWORD "
            + Identifiers.literal(PASSWORD));
  }

  /** The settings to log in with. */
  Map<String, Object> settings() {
    return Map.of("user", name, "password", PASSWORD);
  }

  @Override
  public void close() {
    String quoted = Identifiers.quote(name);
    administrator.accept("DROP OWNED BY " + quoted);
    administrator.accept("DROP ROLE " + quoted);
  }
}
