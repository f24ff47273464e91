package io.ragport.conformance;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Follows one run of the suite and makes its report. Safe for use from many threads. */
final class RunCollector implements TestExecutionListener {
  private final TestPlan plan;
  private final SuiteTests tests;
  private final Consumer<ConformanceProgress> progress;
  private final ConformanceSettings settings;
  private final Secrets secrets;
  private final Contract contract = Contract.load();
  private final Map<String, Long> started = new ConcurrentHashMap<>();
  private final Map<String, Duration> durations = new ConcurrentHashMap<>();
  private final Queue<TestResult> results = new ConcurrentLinkedQueue<>();
  private final Queue<String> problems = new ConcurrentLinkedQueue<>();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final Queue<RunFacts> facts = new ConcurrentLinkedQueue<>();

  /**
   * For the run of a plan.
   *
   * @param progress is told after each test
   */
  RunCollector(TestPlan plan, SuiteTests tests, Consumer<ConformanceProgress> progress) {
    this.plan = plan;
    this.tests = tests;
    this.progress = progress;
    settings = ConformanceSettings.from(plan.getConfigurationParameters()::get);
    secrets = new Secrets(settings.environment());
  }

  @Override
  public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
    RunFacts.fromEntry(entry.getKeyValuePairs()).ifPresent(facts::add);
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (isBackend(test)) {
      started.put(test.getUniqueId(), System.nanoTime());
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    executionFinished(test, TestExecutionResult.failed(new AssertionError("skipped: " + reason)));
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Optional<String> backend =
        tests.backend(test).map(id -> plan.getTestIdentifier(id).getDisplayName());
    boolean successful = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
    if (backend.isPresent()) {
      finished(backend.get(), test, result);
    } else if (!successful && tests.areBelow(test, plan)) {
      problems.add(secrets.masked(TestResult.message(result)));
    }
  }

  private void finished(String backend, TestIdentifier test, TestExecutionResult result) {
    Long start = started.remove(test.getUniqueId());
    if (start != null) {
      durations.merge(backend, Duration.ofNanos(System.nanoTime() - start), Duration::plus);
    }
    boolean successful = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
    if (successful && !test.isTest() && !SuiteTests.isMethod(test)) {
      return;
    }
    Set<String> rules = SuiteTests.rules(test, plan);
    if (test.isTest() || !successful) {
      String name = secrets.masked(SuiteTests.name(test));
      add(TestResult.of(backend, rules, name, result, secrets));
    }
    tell(backend, test, rules);
  }

  private void add(TestResult result) {
    results.add(result);
    if (result.outcome() == Outcome.FAIL) {
      failed.incrementAndGet();
      if (result.rules().stream().allMatch(rule -> contract.find(rule).isEmpty())) {
        problems.add(result.backend() + ": " + result.test() + ": " + result.message());
      }
    }
  }

  private void tell(String backend, TestIdentifier test, Set<String> rules) {
    if (SuiteTests.isMethod(test)) {
      done.incrementAndGet();
    } else if (!test.isTest()) {
      done.addAndGet(SuiteTests.methods(test).size()); // none of them was run
    }
    int backends = facts.stream().mapToInt(found -> found.backends().size()).sum();
    int total = Math.max(1, backends) * tests.count();
    String topic =
        rules.stream()
            .flatMap(rule -> contract.find(rule).stream())
            .map(Contract.Entry::label)
            .findFirst()
            .orElse("");
    progress.accept(
        new ConformanceProgress(backend, topic, Math.min(done.get(), total), total, failed.get()));
  }

  private boolean isBackend(TestIdentifier test) {
    return tests.backend(test).filter(test.getUniqueIdObject()::equals).isPresent();
  }

  /** The folder that the run was told to write the report to. */
  Optional<Path> folder() {
    return facts.stream()
        .flatMap(found -> Stream.ofNullable(found.report()))
        .findFirst()
        .or(() -> Optional.ofNullable(settings.report()));
  }

  /** What the run found out. */
  ConformanceReport report() {
    Map<String, RunFacts.BackendFacts> backends = new LinkedHashMap<>();
    Map<String, String> leftOut = new TreeMap<>();
    for (RunFacts found : facts) {
      found.backends().forEach(backend -> backends.put(backend.name(), backend));
      leftOut.putAll(found.leftOut());
    }
    Set<String> tested =
        results.stream().map(TestResult::backend).collect(Collectors.toCollection(TreeSet::new));
    backends.keySet().retainAll(tested);
    tested.forEach(
        name ->
            backends.computeIfAbsent(
                name, unknown -> new RunFacts.BackendFacts(unknown, Map.of(), List.of())));
    return new ConformanceReport(
        Instant.now().truncatedTo(ChronoUnit.SECONDS),
        Versions.ofPlatform(),
        backends.values().stream().map(this::report).toList(),
        leftOut,
        List.copyOf(problems));
  }

  private BackendReport report(RunFacts.BackendFacts backend) {
    Verdict verdict =
        new Verdict(
            results.stream().filter(result -> result.backend().equals(backend.name())).toList(),
            contract.untestable());
    return new BackendReport(
        backend.name(),
        backend.versions(),
        backend.capabilities(),
        contract.rules().stream().map(verdict::on).toList(),
        durations.getOrDefault(backend.name(), Duration.ZERO));
  }
}
