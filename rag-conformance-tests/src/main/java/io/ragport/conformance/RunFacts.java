package io.ragport.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ragport.api.Capability;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * What a run knows before its first test. The suite finds it out once and publishes it as a report
 * entry, so that the report is about the very backends that were tested. Immutable.
 *
 * @param backends those to be tested
 * @param leftOut name to reason of those that are not
 * @param report the folder for the report; null writes none
 */
record RunFacts(List<BackendFacts> backends, Map<String, String> leftOut, @Nullable Path report) {
  private static final String KEY = "ragport.conformance.run";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** One backend. */
  record BackendFacts(String name, Map<String, String> versions, List<Capability> capabilities) {}

  /** Those of a run with these backends. */
  static RunFacts of(Backends backends, ConformanceSettings settings) {
    Secrets secrets = new Secrets(settings.environment());
    Map<String, String> leftOut = new LinkedHashMap<>();
    backends.leftOut().forEach((name, reason) -> leftOut.put(name, secrets.masked(reason)));
    return new RunFacts(
        backends.present().stream()
            .map(
                backend ->
                    new BackendFacts(
                        backend.name(),
                        versions(backend, secrets),
                        backend.provider().capabilities().stream().sorted().toList()))
            .toList(),
        leftOut,
        settings.report());
  }

  private static Map<String, String> versions(Backend backend, Secrets secrets) {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put(
        backend.provider().artifact().orElse("backend"),
        Versions.ofJar(backend.provider().getClass()));
    try {
      backend
          .fixture()
          .versions(backend.environment())
          .forEach((part, version) -> versions.put(part, secrets.masked(version)));
    } catch (RuntimeException e) { // the tests will show what is wrong with it
      versions.put("parts", "unknown (" + e.getClass().getSimpleName() + ")");
    }
    return versions;
  }

  /** These facts as a report entry of JUnit. */
  Map<String, String> toEntry() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("backends", backends.stream().map(RunFacts::values).toList());
    values.put("leftOut", leftOut);
    if (report != null) {
      values.put("report", report.toString());
    }
    try {
      return Map.of(KEY, MAPPER.writeValueAsString(values));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("not a plain value", e);
    }
  }

  private static Map<String, Object> values(BackendFacts backend) {
    return Map.of(
        "name", backend.name(),
        "versions", backend.versions(),
        "capabilities", backend.capabilities().stream().map(Capability::id).toList());
  }

  /** The facts in a report entry; empty if it is about something else. */
  static Optional<RunFacts> fromEntry(Map<String, String> entry) {
    String json = entry.get(KEY);
    if (json == null) {
      return Optional.empty();
    }
    try {
      JsonNode values = MAPPER.readTree(json);
      return Optional.of(
          new RunFacts(
              StreamSupport.stream(values.path("backends").spliterator(), false)
                  .map(RunFacts::backend)
                  .toList(),
              strings(values.path("leftOut")),
              values.has("report") ? Path.of(values.path("report").asText()) : null));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("not an entry of the suite", e);
    }
  }

  private static BackendFacts backend(JsonNode values) {
    return new BackendFacts(
        values.path("name").asText(),
        strings(values.path("versions")),
        StreamSupport.stream(values.path("capabilities").spliterator(), false)
            .flatMap(name -> Capability.find(name.asText()).stream())
            .toList());
  }

  private static Map<String, String> strings(JsonNode object) {
    Map<String, String> strings = new LinkedHashMap<>();
    object
        .properties()
        .forEach(property -> strings.put(property.getKey(), property.getValue().asText()));
    return strings;
  }
}
