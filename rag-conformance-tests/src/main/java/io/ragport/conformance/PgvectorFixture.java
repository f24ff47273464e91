package io.ragport.conformance;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * PostgreSQL with pgvector, each sandbox in a schema of its own. The environment says where: {@code
 * RAG_PGVECTOR_URL}, {@code RAG_PGVECTOR_USER} and {@code RAG_PGVECTOR_PASSWORD}. The user must be
 * allowed to create schemas and, unless it is there, the extension {@code vector}.
 *
 * <p>{@code RAG_TEST_RESTART_PGVECTOR} is a command of the shell that restarts that server. {@code
 * RAG_TEST_MISSING_PGVECTOR} says why there is no server.
 */
public final class PgvectorFixture implements BackendFixture {
  static final String RESTART = "RAG_TEST_RESTART_PGVECTOR";
  static final String MISSING = "RAG_TEST_MISSING_PGVECTOR";

  /** For {@link java.util.ServiceLoader}. */
  public PgvectorFixture() {}

  @Override
  public String backend() {
    return "pgvector";
  }

  @Override
  public Optional<String> missing(Map<String, String> environment) {
    if (!environment.containsKey(PgvectorServer.URL)) {
      return Optional.of(environment.getOrDefault(MISSING, PgvectorServer.URL + " is not set"));
    }
    try {
      return PgvectorServer.in(environment).hasExtension()
          ? Optional.empty()
          : Optional.of("the server that " + PgvectorServer.URL + " names has no pgvector");
    } catch (SQLException e) {
      return Optional.of(PgvectorServer.URL + ": no connection: " + e.getMessage());
    }
  }

  @Override
  public Sandbox open(Map<String, String> environment) {
    return PgvectorSandbox.create(
        PgvectorServer.in(environment), RestartCommand.in(environment, RESTART));
  }

  @Override
  public Map<Means, String> impossible(Map<String, String> environment) {
    Map<Means, String> impossible = new LinkedHashMap<>();
    if (!environment.containsKey(RESTART)) {
      impossible.put(Means.RESTART, RESTART + " is not set");
    }
    if (!environment.containsKey(PgvectorServer.PASSWORD)) {
      impossible.put(Means.WRONG_CREDENTIALS, PgvectorServer.PASSWORD + " is not set");
    }
    return impossible;
  }

  @Override
  public Map<String, String> versions(Map<String, String> environment) {
    return PgvectorServer.in(environment).versions();
  }
}
