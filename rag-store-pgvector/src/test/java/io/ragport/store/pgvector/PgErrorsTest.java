package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;

import io.ragport.api.AuthenticationException;
import io.ragport.api.BackendUnavailableException;
import io.ragport.api.RagException;
import io.ragport.api.RagStoreException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

class PgErrorsTest {
  private static final String SECRET = "Key (id)=(a secret) already exists";

  private final PgErrors errors =
      new PgErrors("db:5432/rag", PgVectorOptions.of(Map.of("password", "hush", "schema", "s")));

  private static SQLException failure(String state) {
    return new SQLException(SECRET, state);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          42501 | the role lacks a right (it needs SELECT, INSERT, UPDATE and DELETE
          42501 | on the tables of Ragport in schema s
          42501 | to create collections also CREATE on it
          42501 | rag.pgvector.provision: false
          25006 | the server or the session is read-only
          57014 | cancelled by the server (by its statement_timeout, or by an administrator)
          54000 | more than the server takes
          53100 | the server's disk is full
          53200 | the server is out of memory
          53400 | the server is short of resources, error 53400
          22P02 | the server refuses a value, error 22P02
          23505 | the server refuses a value, error 23505
          40001 | raise rag.pgvector.retries
          40P01 | raise rag.pgvector.retries
          42P01 | a table is gone
          XX000 | the server reports error XX000
          0A000 | the server reports error 0A000
          ''    | failed in the driver
          """)
  void aFailureOfWorkSaysWhatToDoWithoutTheServersWords(String state, String expected) {
    RagException translated = errors.translate("collection \"docs\"", failure(state));

    assertThat(translated)
        .isInstanceOf(RagStoreException.class)
        .hasMessageStartingWith("pgvector: collection \"docs\": ")
        .hasMessageContaining(expected)
        .hasMessageNotContaining("secret")
        .hasCauseInstanceOf(SQLException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"08006", "08003", "57P01", "57P02"})
  void aLostConnectionIsAnUnavailableBackend(String state) {
    RagException translated = errors.translate("test", failure(state));

    assertThat(translated)
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageStartingWith("pgvector at db:5432/rag: the connection was lost");
  }

  @ParameterizedTest
  @ValueSource(strings = {"28000", "28P01"})
  void refusedCredentialsAreAnAuthenticationFailure(String state) {
    RagException translated = errors.noConnection(failure(state));

    assertThat(translated)
        .isInstanceOf(AuthenticationException.class)
        .hasMessage(
            "pgvector at db:5432/rag: credentials refused (check rag.pgvector.user and"
                + " rag.pgvector.password)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          3D000 | there is no such database (create it, or correct rag.pgvector.url)
          53300 | the server has no connection left for this role (lower rag.pgvector.poolSize, or
          57P03 | the server is starting up or shutting down
          42501 | it needs the right CONNECT
          08001 | cannot connect (is the server running, and is rag.pgvector.url right?)
          08004 | cannot connect
          """)
  void aRefusedConnectionIsAnUnavailableBackend(String state, String expected) {
    RagException translated = errors.noConnection(failure(state));

    assertThat(translated)
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageStartingWith("pgvector at db:5432/rag: ")
        .hasMessageContaining(expected);
  }

  @Test
  void aPasswordThatIsMissingIsAnAuthenticationFailure() {
    PgErrors withoutPassword = new PgErrors("db:5432/rag", PgVectorOptions.of(Map.of()));

    RagException translated = withoutPassword.noConnection(failure("08004"));

    assertThat(translated).isInstanceOf(AuthenticationException.class);
  }

  @Test
  void aPasswordThatAPoolerRefusesIsAnAuthenticationFailure() {
    SQLException refused = new SQLException("FATAL: password authentication failed", "08P01");
    SQLException broken = new SQLException("FATAL: unsupported startup parameter", "08P01");

    assertThat(errors.noConnection(refused)).isInstanceOf(AuthenticationException.class);
    assertThat(errors.noConnection(broken)).isInstanceOf(BackendUnavailableException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0A000", "58P01"})
  void anExtensionWithoutFilesIsAServerWithoutPgvector(String state) {
    SQLException failure =
        new PSQLException(
            new ServerErrorMessage(
                "SERROR\0C" + state + "\0Mextension is not available\0Fextension.c\0"));

    RagException translated = errors.translate("test", failure);

    assertThat(translated)
        .isInstanceOf(RagStoreException.class)
        .hasMessageContaining("the server has no pgvector (install its package");
  }

  @Test
  void aServerSilentForTooLongIsNoLostConnection() {
    SQLException failure =
        new SQLException("silence", "08006", new SocketTimeoutException("Read timed out"));

    assertThat(PgErrors.isLost(failure)).isFalse();
    assertThat(errors.translate("test", failure))
        .isInstanceOf(RagStoreException.class)
        .hasMessageContaining("no answer within 120 s");
  }

  @Test
  void anExhaustedPoolNamesItsSize() {
    RagException exhausted = errors.exhausted(Duration.ofSeconds(10), 8);

    assertThat(exhausted)
        .hasMessage(
            "pgvector at db:5432/rag: no free connection within 10 s (8 of 8 in use): raise"
                + " rag.pgvector.poolSize, or rag.pgvector.poolTimeout to wait longer");
  }
}
