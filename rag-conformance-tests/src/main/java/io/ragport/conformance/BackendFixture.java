package io.ragport.conformance;

import java.util.Map;
import java.util.Optional;

/**
 * Tells the suite how to open one backend on data of its own. Found by {@link
 * java.util.ServiceLoader}: a public class with a public constructor without parameters. Services
 * themselves are opened by the suite from the settings that a {@link Sandbox} gives, as an
 * application opens them from its configuration.
 *
 * <p>The methods that look at servers get the environment: what {@link System#getenv} says, and
 * what the run adds. There servers are named, for example {@code RAG_PGVECTOR_URL}.
 */
public interface BackendFixture {
  /** The backend it is for, by the name that selects it. */
  String backend();

  /**
   * Why the backend cannot be tested here, for example that its server is not named or does not
   * answer. Then it is left out as a whole, and the run says so.
   *
   * @return empty if it can be tested
   */
  default Optional<String> missing(Map<String, String> environment) {
    return Optional.empty();
  }

  /**
   * A place for data that nothing is in and nobody else uses.
   *
   * @throws RuntimeException if that fails; every test then fails
   */
  Sandbox open(Map<String, String> environment);

  /**
   * The means that this backend cannot have here, each with the reason, for example that an
   * embedded database has no server to restart, or that the environment does not say how. A test
   * that needs one is reported as not testable. Without an entry here the {@link Sandbox} must
   * provide it.
   */
  default Map<Means, String> impossible(Map<String, String> environment) {
    return Map.of();
  }

  /** What the report says of the parts, for example {@code server: 1.15.0}; in that order. */
  default Map<String, String> versions(Map<String, String> environment) {
    return Map.of();
  }
}
