package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.Capability;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunFactsTest {
  @Test
  void factsComeBackFromAReportEntry() {
    RunFacts facts =
        new RunFacts(
            List.of(
                new RunFacts.BackendFacts(
                    "lucene", Map.of("Lucene", "9"), List.of(Capability.REPLACE))),
            Map.of("pgvector", "no \"server\"\n"),
            Path.of("reports"));

    assertThat(RunFacts.fromEntry(facts.toEntry())).contains(facts);
  }

  @Test
  void otherEntriesAreNotFacts() {
    assertThat(RunFacts.fromEntry(Map.of("value", "{}"))).isEmpty();
  }

  @Test
  void aBackendIsKnownWithItsVersions() {
    ConformanceSettings settings =
        ConformanceSettings.from(
            name ->
                name.equals(ConformanceSettings.BACKENDS)
                    ? Optional.of("lucene")
                    : Optional.empty());

    RunFacts facts = RunFacts.of(Backends.discover(settings), settings);

    assertThat(facts.backends())
        .singleElement()
        .satisfies(
            backend ->
                assertThat(backend.versions())
                    .containsKeys("io.ragport:rag-store-lucene", "Lucene")
                    .doesNotContainValue("unknown"));
  }
}
