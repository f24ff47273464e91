package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The whole suite in JVMs set up as others set up theirs (FLT-10, SPI-1). It runs on the embedded
 * backend: what a server does is not up to this JVM.
 */
class EnvironmentTest {
  private static final String BACKEND = "lucene";
  private static final String CONSOLE = "org.junit.platform.console";
  private static final long MINUTES = 15;

  @TempDir Path folder;

  @Test
  void theSuitePassesWithTheLocaleAndTimeZoneAndEncodingOfOthers() throws Exception {
    SuiteReport report =
        run(
            "-Duser.language=tr",
            "-Duser.region=TR",
            "-Duser.timezone=Asia/Kolkata",
            "-Dfile.encoding=ISO-8859-1",
            "--class-path",
            System.getProperty("java.class.path"),
            CONSOLE + ".ConsoleLauncher");

    assertComplete(report);
    assertThat(report.systemProperties())
        .containsEntry("user.language", "tr")
        .containsEntry("user.timezone", "Asia/Kolkata")
        .containsEntry("file.encoding", "ISO-8859-1");
  }

  @Test
  void theSuitePassesOnTheModulePath() throws Exception {
    SuiteReport report =
        run(
            "--module-path",
            modulePath(),
            "--add-modules",
            "io.ragport.conformance,io.ragport.store.lucene,org.junit.jupiter.engine",
            "--module",
            CONSOLE + "/" + CONSOLE + ".ConsoleLauncher");

    assertComplete(report);
    assertThat(report.systemProperties())
        .containsEntry("jdk.module.main", CONSOLE)
        .as("so that every class is in a named module")
        .containsEntry("java.class.path", "");
  }

  /** Every test of the suite ran and passed, but for those that the fixture calls impossible. */
  private static void assertComplete(SuiteReport report) {
    assertThat(report.failed()).isEmpty();
    assertThat(report.tests()).containsExactlyInAnyOrderElementsOf(testMethods());
    assertThat(report.reasonsForSkipping())
        .allSatisfy(reason -> assertThat(reason).contains(Rules.NOT_TESTABLE));
  }

  private static Set<String> testMethods() {
    Set<String> methods = new TreeSet<>();
    for (Class<?> topic : RagConformanceSuite.class.getDeclaredClasses()) {
      ReflectionSupport.findMethods(
              topic,
              method -> AnnotationSupport.isAnnotated(method, Testable.class),
              HierarchyTraversalMode.TOP_DOWN)
          .forEach(method -> methods.add(topic.getName() + "." + method.getName()));
    }
    return methods;
  }

  /** Tests run from folders and jars; the folder of the tests themselves is no module. */
  private static String modulePath() {
    List<String> entries =
        new ArrayList<>(
            Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator)));
    entries.removeIf(entry -> Path.of(entry).endsWith("test-classes"));
    return String.join(File.pathSeparator, entries);
  }

  private SuiteReport run(String... launch) throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    ProcessBuilder child =
        new ProcessBuilder(command(launch))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    child.environment().remove(ConformanceSettings.REQUIRE); // that is about the run it is part of
    Process process = child.start();
    try {
      assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).as("it ended").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue())
        .as(new String(Files.readAllBytes(output), StandardCharsets.ISO_8859_1))
        .isZero();
    return SuiteReport.in(folder);
  }

  private List<String> command(String... launch) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx1g");
    command.addAll(List.of(launch));
    command.addAll(
        List.of(
            "execute",
            "--disable-banner",
            "--disable-ansi-colors",
            "--details=tree",
            "--details-theme=ascii",
            "--include-engine=junit-jupiter",
            "--reports-dir=" + folder,
            "--select-class=" + RagConformanceSuite.class.getName(),
            "--config=" + ConformanceSettings.BACKENDS + "=" + BACKEND));
    return command;
  }
}
