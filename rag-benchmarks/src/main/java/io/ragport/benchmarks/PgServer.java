package io.ragport.benchmarks;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The PostgreSQL server of a run, as the environment names it. */
record PgServer(String url, String user, String password) {
  private static final String URL = "RAG_PGVECTOR_URL";
  private static final String USER = "RAG_PGVECTOR_USER";
  private static final String PASSWORD = "RAG_PGVECTOR_PASSWORD";

  /** What to do when there is none. */
  static final String MISSING =
      "no PostgreSQL server: set "
          + URL
          + " (jdbc:postgresql://host:port/database), "
          + USER
          + " and "
          + PASSWORD
          + ", for example with: eval \"$(dev/servers env pgvector)\"";

  /** The server that these variables name; empty if one of them is unset. */
  static Optional<PgServer> from(Map<String, String> environment) {
    @Nullable String url = environment.get(URL);
    @Nullable String user = environment.get(USER);
    @Nullable String password = environment.get(PASSWORD);
    return url == null || user == null || password == null
        ? Optional.empty()
        : Optional.of(new PgServer(url, user, password));
  }

  /** Leaves the password out. */
  @Override
  public String toString() {
    return "PgServer[" + url + "]";
  }
}
