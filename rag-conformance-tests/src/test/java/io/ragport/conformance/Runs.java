package io.ragport.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs of JUnit inside a test. */
final class Runs {
  private Runs() {}

  /** Runs the tests of a class, as a build tool would, with this listener alone. */
  static void run(TestExecutionListener listener, Class<?> tests, Map<String, String> parameters) {
    LauncherConfig config =
        LauncherConfig.builder()
            .enableTestExecutionListenerAutoRegistration(false)
            .addTestExecutionListeners(listener)
            .build();
    try (LauncherSession session = LauncherFactory.openSession(config)) {
      session
          .getLauncher()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(DiscoverySelectors.selectClass(tests))
                  .configurationParameters(parameters)
                  .build());
    }
  }

  /** The reports of a run of that class, where the suite is expected to be {@code suite}. */
  static List<ConformanceReport> reports(Class<?> suite, Class<?> tests) {
    List<ConformanceReport> reports = new ArrayList<>();
    run(
        new ConformanceListener(suite, progress -> {}, (report, folder) -> reports.add(report)),
        tests,
        Map.of());
    return reports;
  }
}
