package io.ragport.conformance;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a run of the suite was told, by JUnit configuration parameters (system properties do as
 * well) and the environment. Immutable.
 *
 * @param only the backends to test; empty means all
 * @param required backends that must not be left out, among those to test
 * @param report the folder for the report; null writes none
 * @param environment what fixtures see
 */
record ConformanceSettings(
    Set<String> only,
    Set<String> required,
    @Nullable Path report,
    Map<String, String> environment) {
  /** Names of backends, separated by commas. */
  static final String BACKENDS = "ragport.conformance.backends";

  /** A folder. */
  static final String REPORT = "ragport.conformance.report";

  /** Lines {@code NAME=value} that fixtures see beside the environment. */
  static final String ENVIRONMENT = "ragport.conformance.environment";

  /** Environment variable: names of backends that must not be left out, separated by commas. */
  static final String REQUIRE = "RAG_CONFORMANCE_REQUIRE";

  /**
   * The settings of a run.
   *
   * @param parameter looks up a configuration parameter
   */
  static ConformanceSettings from(Function<String, Optional<String>> parameter) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    parameter
        .apply(ENVIRONMENT)
        .ifPresent(
            lines ->
                lines
                    .lines()
                    .filter(line -> line.contains("="))
                    .forEach(
                        line -> {
                          int end = line.indexOf('=');
                          environment.put(line.substring(0, end), line.substring(end + 1));
                        }));
    Set<String> only = names(parameter.apply(BACKENDS).orElse(""));
    Set<String> required = names(environment.getOrDefault(REQUIRE, ""));
    if (!only.isEmpty()) {
      required.retainAll(only); // a run that is narrowed down need not have the others
    }
    return new ConformanceSettings(
        only,
        required,
        parameter.apply(REPORT).map(Path::of).orElse(null),
        Map.copyOf(environment));
  }

  private static Set<String> names(String list) {
    return Arrays.stream(list.split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether a backend is to be tested at all. */
  boolean wants(String backend) {
    return only.isEmpty() || only.contains(backend);
  }

  /** The names asked for or required that are not among these. */
  List<String> unknownAmong(Set<String> found) {
    Set<String> named = new TreeSet<>(only);
    named.addAll(required);
    named.removeAll(found);
    return List.copyOf(named);
  }
}
