package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the fixture of any server says of its environment, and what its sandboxes do. */
abstract class ServerFixtureTest {
  private final BackendFixture fixture;
  private final String addressVariable;
  private final String secretVariable;
  private final String missingVariable;
  private final String restartVariable;

  ServerFixtureTest(BackendFixture fixture, String addressVariable, String secretVariable) {
    this.fixture = fixture;
    this.addressVariable = addressVariable;
    this.secretVariable = secretVariable;
    String backend = fixture.backend().toUpperCase(Locale.ROOT);
    missingVariable = "RAG_TEST_MISSING_" + backend;
    restartVariable = "RAG_TEST_RESTART_" + backend;
  }

  /** An environment with a server whose readiness is asked for on that port of this machine. */
  abstract Map<String, String> at(int port);

  /** What is said of a server that refuses connections on a port. */
  abstract String refusal(int port);

  /** The environment of the tests, for changes; without a server the test is not testable. */
  final Map<String, String> serverEnvironment() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    if (!environment.containsKey(addressVariable)) {
      Assumptions.abort(Rules.NOT_TESTABLE + addressVariable + " is not set");
    }
    return environment;
  }

  @Nested
  class OfAnyEnvironment {
    @Test
    void anEnvironmentWithoutAnAddressSaysWhichVariableIsMissing() {
      assertThat(fixture.missing(Map.of())).contains(addressVariable + " is not set");
    }

    @Test
    void theReasonWhyThereIsNoServerIsPassedOn() {
      assertThat(fixture.missing(Map.of(missingVariable, "no network"))).contains("no network");
    }

    @Test
    void aServerThatRefusesIsMissingWithTheReason() throws IOException {
      int port;
      try (ServerSocket closed = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
        port = closed.getLocalPort();
      }

      assertThat(fixture.missing(at(port)))
          .hasValueSatisfying(reason -> assertThat(reason).startsWith(refusal(port)));
    }

    @Test
    void aServerThatNeverAnswersIsMissing() throws IOException {
      try (ServerSocket silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
        assertThat(fixture.missing(at(silent.getLocalPort()))).isPresent();
      }
    }

    @Test
    void aRestartIsImpossibleWithoutACommandForIt() {
      assertThat(fixture.impossible(Map.of(secretVariable, "a secret")))
          .containsExactly(Map.entry(Means.RESTART, restartVariable + " is not set"));
    }

    @Test
    void everythingIsPossibleWithACommandAndASecret() {
      Map<String, String> environment = Map.of(secretVariable, "a secret", restartVariable, "true");

      assertThat(fixture.impossible(environment)).isEmpty();
    }

    @Test
    void aSecretIsNotWrongWhereNoneIsNeeded() {
      assertThat(fixture.impossible(Map.of())).containsKey(Means.WRONG_CREDENTIALS);
    }
  }

  @Nested
  class OnAnyServer {
    private final Map<String, String> environment = serverEnvironment();

    @TempDir Path folder;

    @Test
    void theServerIsNotMissing() {
      assertThat(fixture.missing(environment)).isEmpty();
    }

    @Test
    void aRestartRunsTheCommandInAShell() {
      Path mark = folder.resolve("restarted");
      environment.put(restartVariable, "true && echo done >'" + mark + "'");
      try (Sandbox sandbox = fixture.open(environment)) {
        sandbox.restart();
      }

      assertThat(mark).content().isEqualTo("done\n");
    }

    @Test
    void aRestartThatFailsSaysWhatTheCommandSaid() {
      environment.put(restartVariable, "echo 'no such server' >&2; exit 3");
      try (Sandbox sandbox = fixture.open(environment)) {
        assertThatThrownBy(sandbox::restart)
            .hasMessageContaining(restartVariable)
            .hasMessageContaining("no such server");
      }
    }
  }
}
