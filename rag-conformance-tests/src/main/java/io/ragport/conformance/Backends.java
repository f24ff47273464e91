package io.ragport.conformance;

import io.ragport.api.spi.RagBackendProvider;
import io.ragport.core.ProviderProblem;
import io.ragport.core.RagBackends;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The backends that a run can test, and those it leaves out.
 *
 * @param present to be tested, by name
 * @param leftOut name to reason, by name
 */
record Backends(List<Backend> present, Map<String, String> leftOut) {
  /**
   * Finds backends and their fixtures with the {@link ServiceLoader}.
   *
   * @throws IllegalArgumentException if two fixtures are for one backend
   */
  static Backends discover(ConformanceSettings settings) {
    Fixtures fixtures = Fixtures.load();
    Backends backends = of(RagBackends.discover(), fixtures.byBackend(), settings);
    fixtures
        .problems()
        .forEach(problem -> backends.leftOut().put("a fixture that cannot be loaded", problem));
    return backends;
  }

  static Backends of(
      RagBackends discovered, Map<String, BackendFixture> fixtures, ConformanceSettings settings) {
    List<Backend> present = new ArrayList<>();
    Map<String, String> leftOut = new TreeMap<>();
    for (RagBackendProvider provider : discovered.all()) {
      if (!settings.wants(provider.name())) {
        continue;
      }
      BackendFixture fixture = fixtures.get(provider.name());
      Optional<String> reason =
          fixture == null
              ? Optional.of("no " + BackendFixture.class.getSimpleName() + " found for it")
              : fixture.missing(settings.environment());
      if (fixture == null || reason.isPresent()) {
        leftOut.put(provider.name(), reason.orElse(""));
      } else {
        present.add(new Backend(provider, fixture, discovered, settings.environment()));
      }
    }
    for (ProviderProblem problem : discovered.problems()) {
      leftOut.put(problem.className(), problem.toString());
    }
    TreeSet<String> known = new TreeSet<>(leftOut.keySet());
    present.forEach(backend -> known.add(backend.name()));
    fixtures.forEach(
        (name, fixture) -> {
          if (settings.wants(name) && !isBundled(fixture) && known.add(name)) {
            leftOut.put(name, "its fixture is there, but no backend of that name");
          }
        });
    settings.unknownAmong(known).forEach(name -> leftOut.put(name, "no backend of that name"));
    return new Backends(List.copyOf(present), leftOut);
  }

  /** Whether the fixture comes with the suite, where its backend may be a jar that is not there. */
  private static boolean isBundled(BackendFixture fixture) {
    return fixture.getClass().getPackage().equals(Backends.class.getPackage());
  }

  /** What is wrong with leaving these out; empty if nothing is (required backends are there). */
  Optional<String> missingRequired(ConformanceSettings settings) {
    TreeMap<String, String> missing = new TreeMap<>(leftOut);
    missing.keySet().removeIf(name -> !settings.required().contains(name));
    settings.only().stream()
        .filter(leftOut::containsKey)
        .forEach(name -> missing.put(name, leftOut.getOrDefault(name, "")));
    return missing.isEmpty() ? Optional.empty() : Optional.of(described(missing));
  }

  /** Those left out with their reasons, for a line of output. */
  String describedLeftOut() {
    return described(leftOut);
  }

  private static String described(Map<String, String> reasons) {
    List<String> parts = new ArrayList<>();
    reasons.forEach((name, reason) -> parts.add(name + " (" + reason + ")"));
    return String.join(", ", parts);
  }

  /** Fixtures by the name of their backend, and why others could not be loaded. */
  private record Fixtures(Map<String, BackendFixture> byBackend, List<String> problems) {
    static Fixtures load() {
      Fixtures fixtures = new Fixtures(new LinkedHashMap<>(), new ArrayList<>());
      ClassLoader own = BackendFixture.class.getClassLoader();
      fixtures.addAll(ServiceLoader.load(BackendFixture.class, own));
      ClassLoader context = Thread.currentThread().getContextClassLoader();
      if (context != null && context != own) {
        fixtures.addAll(ServiceLoader.load(BackendFixture.class, context));
      }
      return fixtures;
    }

    private void addAll(ServiceLoader<BackendFixture> loader) {
      Iterator<BackendFixture> found = loader.iterator();
      while (true) {
        try {
          if (!found.hasNext()) {
            return;
          }
          add(found.next());
        } catch (ServiceConfigurationError e) { // the others may be all right
          if (!problems.contains(String.valueOf(e.getMessage()))) {
            problems.add(String.valueOf(e.getMessage()));
          }
        }
      }
    }

    private void add(BackendFixture fixture) {
      BackendFixture other = byBackend.putIfAbsent(fixture.backend(), fixture);
      if (other != null && other.getClass() != fixture.getClass()) {
        throw new IllegalArgumentException(
            fixture.backend()
                + ": two fixtures, "
                + other.getClass().getName()
                + " and "
                + fixture.getClass().getName()
                + " (leave one out)");
      }
    }
  }
}
