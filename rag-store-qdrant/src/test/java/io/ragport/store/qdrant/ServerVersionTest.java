package io.ragport.store.qdrant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the text of a version tells. */
class ServerVersionTest {
  @ParameterizedTest
  @ValueSource(strings = {"1.16.0", "1.16", "v1.16.3", "1.16.0-dev", "1.17.1", "1.100.0", "2.0.0"})
  void versionsWithMetadataAreNewEnough(String text) {
    assertThat(ServerVersion.parse(text))
        .hasValueSatisfying(v -> assertThat(v.isTooOld()).isFalse());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.15.5", "1.9.0", "0.11.7", "1.15.99-rc1"})
  void versionsWithoutMetadataAreTooOld(String text) {
    assertThat(ServerVersion.parse(text))
        .hasValueSatisfying(v -> assertThat(v.isTooOld()).isTrue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "dev", "1", "1.", "latest", "99999999999.1.2"})
  void whatIsNoVersionIsUnknown(String text) {
    assertThat(ServerVersion.parse(text)).isEmpty();
  }

  @Test
  void aVersionIsShownAsTwoNumbers() {
    assertThat(ServerVersion.parse("1.9.4")).get().hasToString("1.9");
  }
}
