package io.ragport.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What one run of the suite found out. Immutable. It holds no settings, and of messages only the
 * beginning with known secrets masked (CFG-4).
 *
 * @param date when the run ended
 * @param platform versions of the suite, Java and the operating system; in that order
 * @param backends those that were tested
 * @param leftOut name to reason of those that were not
 * @param problems what went wrong beside the rules, for example a required backend that is missing
 */
public record ConformanceReport(
    Instant date,
    Map<String, String> platform,
    List<BackendReport> backends,
    Map<String, String> leftOut,
    List<String> problems) {
  private static final String FILE = "conformance";

  /** Copies the collections. */
  public ConformanceReport {
    platform = Collections.unmodifiableMap(new LinkedHashMap<>(platform));
    backends = List.copyOf(backends);
    leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
    problems = List.copyOf(problems);
  }

  /** Whether something was tested, no rule failed, and nothing went wrong beside the rules. */
  public boolean passed() {
    return problems.isEmpty()
        && !backends.isEmpty()
        && backends.stream().allMatch(BackendReport::passed);
  }

  /** The backend of that name, if it was tested. */
  public Optional<BackendReport> find(String backend) {
    return backends.stream().filter(report -> report.name().equals(backend)).findFirst();
  }

  /**
   * Writes {@code conformance.html}, {@code conformance.md} and {@code conformance.json}, over
   * those of an earlier run.
   *
   * @param folder made if it is missing
   * @return the page for people, {@code conformance.html}
   * @throws UncheckedIOException if the files cannot be written
   */
  public Path write(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(FILE + ".json"), new JsonReport(this).text());
      Files.writeString(folder.resolve(FILE + ".md"), new MarkdownReport(this).text());
      return Files.writeString(folder.resolve(FILE + ".html"), new HtmlReport(this).text());
    } catch (IOException e) {
      throw new UncheckedIOException("the report cannot be written to " + folder, e);
    }
  }

  /** The run in one line: per backend how many rules came to which end, and who was left out. */
  public String summary() {
    List<String> parts = new ArrayList<>();
    backends.forEach(backend -> parts.add(backend.name() + " " + counts(backend)));
    if (backends.isEmpty()) {
      parts.add("nothing was tested");
    }
    if (!leftOut.isEmpty()) {
      parts.add(
          leftOut.entrySet().stream()
              .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
              .collect(Collectors.joining(", ", "left out: ", "")));
    }
    problems.forEach(problem -> parts.add("problem: " + problem));
    return String.join("; ", parts);
  }

  private static String counts(BackendReport backend) {
    int notRun = backend.count(Outcome.NOT_RUN);
    return backend.count(Outcome.PASS)
        + " passed, "
        + backend.count(Outcome.FAIL)
        + " failed, "
        + backend.count(Outcome.NOT_DECLARED)
        + " not declared, "
        + backend.count(Outcome.NOT_TESTABLE)
        + " not testable"
        + (notRun == 0 ? "" : ", " + notRun + " not run");
  }
}
