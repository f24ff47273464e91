package io.ragport.store.pgvector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.RagConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGProperty;

class PgUrlTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://user:hush@db/rag",
        "jdbc:postgresql://db/rag?user=me&password=hush",
        "jdbc:postgresql://db/rag?PassWord=hush",
        "jdbc:postgresql://db/rag?sslpassword=hush"
      })
  void anAddressWithASecretIsRefusedWithoutShowingIt(String url) {
    assertThatThrownBy(() -> PgUrl.check("rag.pgvector.url", url))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith("rag.pgvector.url: holds ")
        .hasMessageNotContaining("hush");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:mysql://db/rag", "db:5432"})
  void anAddressOfAnotherShapeIsRefused(String url) {
    assertThatThrownBy(() -> PgUrl.check("rag.pgvector.url", url))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage(
            "rag.pgvector.url: not an address that the PostgreSQL driver takes"
                + " (jdbc:postgresql://host:port/database)");
  }

  @Test
  void theDriversOwnSettingsMayFollow() {
    assertThatCode(
            () ->
                PgUrl.check(
                    "rag.pgvector.url",
                    "jdbc:postgresql://db/rag?sslmode=verify-full&passwordless=x"))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://db:5433/rag?sslmode=require, db:5433/rag",
    "jdbc:postgresql://db/rag, db:5432/rag",
    "'jdbc:postgresql://one:1,two:2/rag', 'one:1,two:2/rag'",
    "jdbc:postgresql://[::1]:5432/rag, [::1]:5432/rag"
  })
  void theEndpointIsHostPortAndDatabase(String url, String endpoint) {
    assertThat(PgUrl.endpoint(url)).isEqualTo(endpoint);
  }

  @Test
  void anAddressTellsWhatItSets() {
    String url = "jdbc:postgresql://db/rag?socketTimeout=3";

    assertThat(PgUrl.sets(url, PGProperty.SOCKET_TIMEOUT)).isTrue();
    assertThat(PgUrl.sets(url, PGProperty.CONNECT_TIMEOUT)).isFalse();
    assertThat(PgUrl.sets("jdbc:postgresql://db/rag", PGProperty.SOCKET_TIMEOUT)).isFalse();
  }
}
