package io.ragport.conformance;

import io.ragport.api.Arguments;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A run of the suite from a program, without a build tool:
 *
 * <pre>{@code
 * ConformanceReport report =
 *     ConformanceRun.builder().backends(List.of("lucene")).report(folder).build().run();
 * }</pre>
 *
 * <p>Immutable; each {@link #run} is a run of its own. Two at once in one JVM would see each
 * other's warnings in the log: let one end before the next.
 */
public final class ConformanceRun {
  private final Builder settings;

  private ConformanceRun(Builder settings) {
    this.settings = settings;
  }

  /** A run of every backend on the class path, without a report on disk. */
  public static Builder builder() {
    return new Builder(List.of(), null, Map.of(), progress -> {});
  }

  /**
   * Runs the suite to its end. Rules that fail are in the report, and so is a backend that is
   * missing though it was named or is required.
   *
   * @throws java.io.UncheckedIOException if the report cannot be written
   */
  public ConformanceReport run() {
    AtomicReference<@Nullable ConformanceReport> result = new AtomicReference<>();
    ConformanceListener listener =
        new ConformanceListener(
            RagConformanceSuite.class, settings.progress, (report, folder) -> result.set(report));
    LauncherConfig config =
        LauncherConfig.builder()
            .enableTestExecutionListenerAutoRegistration(false)
            .enableLauncherSessionListenerAutoRegistration(false)
            .enableLauncherDiscoveryListenerAutoRegistration(false)
            .enablePostDiscoveryFilterAutoRegistration(false)
            .addTestExecutionListeners(listener)
            .build();
    try (LauncherSession session = LauncherFactory.openSession(config)) {
      session.getLauncher().execute(request());
    }
    ConformanceReport report =
        Optional.ofNullable(result.get())
            .orElseThrow(() -> new IllegalStateException("JUnit did not find the suite"));
    if (settings.report != null) {
      report.write(settings.report);
    }
    return report;
  }

  private LauncherDiscoveryRequest request() {
    LauncherDiscoveryRequestBuilder request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass(RagConformanceSuite.class))
            .filters(EngineFilter.includeEngines("junit-jupiter"))
            .configurationParameter(
                ConformanceSettings.BACKENDS, String.join(",", settings.backends))
            .configurationParameter(
                ConformanceSettings.ENVIRONMENT,
                settings.environment.entrySet().stream()
                    .map(variable -> variable.getKey() + "=" + variable.getValue())
                    .collect(Collectors.joining("\n")));
    return request.build();
  }

  /** What a run is told. Each method makes a new builder; immutable. */
  public static final class Builder {
    private final List<String> backends;
    private final @Nullable Path report;
    private final Map<String, String> environment;
    private final Consumer<ConformanceProgress> progress;

    private Builder(
        List<String> backends,
        @Nullable Path report,
        Map<String, String> environment,
        Consumer<ConformanceProgress> progress) {
      this.backends = backends;
      this.report = report;
      this.environment = environment;
      this.progress = progress;
    }

    /** The backends to test, by name; none means all that are found. */
    public Builder backends(List<String> names) {
      return new Builder(List.copyOf(names), report, environment, progress);
    }

    /** The folder to write the report to. */
    public Builder report(Path folder) {
      return new Builder(backends, folder, environment, progress);
    }

    /**
     * What fixtures see beside the environment of the process, for example where a server is.
     *
     * @throws IllegalArgumentException if a name or a value has a line break
     */
    public Builder environment(Map<String, String> variables) {
      variables.forEach(
          (name, value) -> {
            if ((name + value).lines().count() > 1) { // the value may be a secret (CFG-4)
              throw Arguments.invalid(
                  "environment", Arguments.shortened(name) + " has a line break");
            }
          });
      return new Builder(backends, report, new TreeMap<>(variables), progress);
    }

    /** Is told after each test, by the thread that ran it. */
    public Builder progress(Consumer<ConformanceProgress> listener) {
      return new Builder(backends, report, environment, listener);
    }

    /** The run. */
    public ConformanceRun build() {
      return new ConformanceRun(this);
    }
  }
}
