package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.ragport.api.AuthenticationException;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.Capability;
import io.ragport.api.QueryBatchRequest;
import io.ragport.api.StoredEntry;
import io.ragport.api.spi.ConfigOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** LIFE-4 to LIFE-6: servers that do not answer, credentials that are wrong, many threads. */
abstract class ConnectionRules extends Rules {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  ConnectionRules(Backend backend) {
    super(backend);
  }

  // Unreachable

  @Rule("LIFE-4")
  @Needs(means = Means.UNREACHABLE_SERVER)
  @Test
  void everyCallFailsInTimeNamingTheServerThatDoesNotAnswer() {
    Map<String, Object> settings = sandbox.unreachable();

    SoftAssertions softly = new SoftAssertions();
    new Calls(this::declares, DOCS)
        .all()
        .forEach(
            (name, call) ->
                softly
                    .assertThatThrownBy(
                        () ->
                            assertTimeoutPreemptively(
                                PATIENCE, () -> call.accept(openOn(settings))))
                    .as(name)
                    .isInstanceOfSatisfying(
                        BackendUnavailableException.class, this::namesBackendAndEndpoint));
    softly.assertAll();
  }

  private void namesBackendAndEndpoint(BackendUnavailableException failure) {
    assertThat(failure.backend()).isEqualTo(backend.name());
    assertThat(failure.endpoint()).isNotBlank();
    assertThat(failure).hasMessageContaining(backend.name());
    assertThat(failure).hasMessageContaining(failure.endpoint());
  }

  // Refused

  @Rule("LIFE-5")
  @Needs(means = Means.WRONG_CREDENTIALS)
  @Test
  void wrongCredentialsAreRefusedForACollectionThatExists() {
    index("a text");

    everyCallIsRefused(DOCS);

    assertThat(contents(everything(DOCS))).as("contents afterwards").containsExactly("a text");
  }

  @Rule("LIFE-5")
  @Needs(means = Means.WRONG_CREDENTIALS)
  @Test
  void wrongCredentialsAreNotReadAsAMissingCollection() {
    everyCallIsRefused("missing");
  }

  private void everyCallIsRefused(String collectionName) {
    Map<String, Object> settings = sandbox.wrongCredentials();
    SoftAssertions softly = new SoftAssertions();
    new Calls(this::declares, collectionName)
        .all()
        .forEach(
            (name, call) ->
                softly
                    .assertThatThrownBy(() -> call.accept(openOn(settings)))
                    .as(name)
                    .isInstanceOf(AuthenticationException.class)
                    .hasMessageContaining(backend.name()));
    softly.assertAll();
  }

  @Rule("LIFE-5")
  @Needs(means = Means.WRONG_CREDENTIALS)
  @Test
  void aRefusalDoesNotShowTheSecret() {
    Map<String, Object> settings = sandbox.wrongCredentials();
    List<String> secrets =
        backend.provider().options().stream()
            .filter(ConfigOption::isSecret)
            .filter(option -> settings.containsKey(option.name()))
            .map(option -> String.valueOf(settings.get(option.name())))
            .toList();

    Throwable refusal = catchThrowable(() -> openOn(settings).query(theQuery().build()));

    assertThat(secrets).as("secrets among the settings").isNotEmpty();
    for (Throwable at = refusal; at != null; at = at.getCause()) {
      assertThat(at.toString()).doesNotContain(secrets);
    }
  }

  // Many threads

  @Rule("LIFE-6")
  @Test
  void oneServiceAnswersManyThreadsAsItAnswersOne() {
    for (int i = 0; i < 20; i++) {
      index(embedding.textAt(0.9 - i * 0.05), "source " + i % 3, Map.of("number", i));
    }
    Map<String, Supplier<Object>> reads = reads();
    Map<String, Object> expected = answers(reads);

    AtOnce.run(
        8,
        thread -> {
          for (int round = 0; round < 5; round++) {
            assertThat(answers(reads)).as("round " + round).isEqualTo(expected);
          }
        });
  }

  private Map<String, Supplier<Object>> reads() {
    Map<String, Supplier<Object>> reads = new LinkedHashMap<>();
    reads.put("query", () -> ids(query(theQuery().exact(true))));
    reads.put("filtered", () -> ids(query(theQuery().match(Map.of("number", 7)).exact(true))));
    reads.put("sources", () -> ids(query(theQuery().sourceIds(List.of("source 1")).exact(true))));
    reads.put(
        "batch",
        () ->
            service
                .queryBatch(
                    QueryBatchRequest.builder(List.of(RecordingEmbedding.QUERY, "another"))
                        .collectionName(DOCS)
                        .exact(true)
                        .build())
                .stream()
                .map(Rules::ids)
                .toList());
    if (declares(Capability.ITER_ENTRIES)) {
      reads.put("entries", this::idsByIterating);
    }
    reads.put("missing", () -> query(theQuery().collectionName("missing")));
    if (declares(Capability.COUNT_ENTRIES)) {
      reads.put("count", () -> service.countEntries(DOCS));
    }
    if (declares(Capability.MANAGE_COLLECTIONS)) {
      reads.put("collections", service::listCollections);
    }
    return reads;
  }

  private List<UUID> idsByIterating() {
    try (Stream<StoredEntry> entries = service.iterEntries(DOCS, 7)) {
      return entries.map(StoredEntry::id).toList();
    }
  }

  private static Map<String, Object> answers(Map<String, Supplier<Object>> reads) {
    Map<String, Object> answers = new LinkedHashMap<>();
    reads.forEach((name, read) -> answers.put(name, read.get()));
    return answers;
  }
}
