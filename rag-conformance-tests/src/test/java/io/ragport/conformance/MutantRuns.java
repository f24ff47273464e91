package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/**
 * The suite can fail: for each mutant exactly the rules that it breaks. Runs with the folder {@code
 * mutants} of the test resources on the class path, where the mutants' services files are.
 */
abstract class MutantRuns {
  @ParameterizedTest
  @MethodSource("mutants")
  void exactlyTheRulesThatAMutantBreaksFail(Mutant mutant) {
    EngineExecutionResults results = run(mutant);

    TreeMap<String, TreeSet<String>> failed = failedTestsByRule(results);
    assertThat(failed.keySet())
        .as("rules that fail for %s, with their tests: %s", mutant, failed)
        .containsExactlyInAnyOrderElementsOf(mutant.breaks());
  }

  private static EngineExecutionResults run(Mutant mutant) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(RagConformanceSuite.class))
        .configurationParameter(ConformanceSettings.BACKENDS, MutantProvider.NAME)
        .configurationParameter(ConformanceSettings.ENVIRONMENT, MutantFixture.KIND + "=" + mutant)
        .execute();
  }

  private static TreeMap<String, TreeSet<String>> failedTestsByRule(
      EngineExecutionResults results) {
    List<Event> containers = results.containerEvents().failed().list();
    assertThat(containers).as("containers that failed as a whole").isEmpty();
    TreeMap<String, TreeSet<String>> failed = new TreeMap<>();
    for (Event event : results.testEvents().failed().list()) {
      TestDescriptor test = event.getTestDescriptor();
      var source =
          (org.junit.platform.engine.support.descriptor.MethodSource)
              test.getSource().orElseThrow();
      Rule rule = Objects.requireNonNull(source.getJavaMethod().getAnnotation(Rule.class));
      Arrays.stream(rule.value())
          .forEach(
              id -> failed.computeIfAbsent(id, key -> new TreeSet<>()).add(source.getMethodName()));
    }
    return failed;
  }
}
