package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformanceRunTest {
  @Test
  void aBackendThatIsNotThereIsAProblem(@TempDir Path folder) {
    ConformanceReport report =
        ConformanceRun.builder()
            .backends(List.of("absent"))
            .environment(Map.of(ConformanceSettings.REQUIRE, ""))
            .report(folder)
            .build()
            .run();

    assertThat(report.passed()).isFalse();
    assertThat(report.leftOut()).containsExactly(Map.entry("absent", "no backend of that name"));
    assertThat(report.problems())
        .containsExactly("required but left out: absent (no backend of that name)");
    assertThat(folder.resolve("conformance.html")).exists();
  }

  @Test
  void aRequiredBackendThatIsNotThereIsAProblem() {
    ConformanceReport report =
        ConformanceRun.builder()
            .environment(Map.of(ConformanceSettings.REQUIRE, "absent"))
            .build()
            .run();

    assertThat(report.problems().get(0)).contains("required but left out: absent");
  }

  @Test
  void whatIsRequiredDoesNotConcernARunOfOtherBackends() {
    ConformanceSettings settings =
        ConformanceSettings.from(
            parameter ->
                Optional.ofNullable(
                    Map.of(
                            ConformanceSettings.BACKENDS,
                            "lucene,files",
                            ConformanceSettings.ENVIRONMENT,
                            ConformanceSettings.REQUIRE + "=files,absent")
                        .get(parameter)));

    assertThat(settings.required()).containsExactly("files");
  }

  @Test
  void variablesAreOneLineEach() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConformanceRun.builder().environment(Map.of("A", "hunter2\nB=c")))
        .withMessage("environment: A has a line break");
  }
}
