package io.ragport.api.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ragport.api.RagConfigurationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A section's settings, checked (CFG-3, CFG-4). */
class ProviderConfigTest {
  private static final ConfigOption<String> URL = ConfigOption.string("url", "the server");
  private static final ConfigOption<String> KEY = ConfigOption.secret("apiKey", "the key");
  private static final ConfigOption<Integer> EF =
      ConfigOption.integer("efSearch", "the depth", 1, 1000).withDefault(40);
  private static final List<ConfigOption<?>> OPTIONS = List.of(URL, KEY, EF);

  @Test
  void aSettingComesBackInItsType() {
    ProviderConfig config = config(Map.of("efSearch", "100", "url", "http://x"));

    assertThat(config.get(EF)).isEqualTo(100);
    assertThat(config.find(URL)).contains("http://x");
  }

  @Test
  void aSettingThatIsNotThereHasItsDefault() {
    ProviderConfig config = config(Map.of());

    assertThat(config.get(EF)).isEqualTo(40);
    assertThat(config.find(URL)).isEmpty();
  }

  @Test
  void aRequiredSettingThatIsMissingIsNamedWithItsMeaning() {
    ProviderConfig config = config(Map.of());

    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> config.get(URL))
        .withMessage("rag.test.url: not set (a string that is not empty: the server)")
        .satisfies(failure -> assertThat(failure.key()).isEqualTo("rag.test.url"));
  }

  @Test
  void anUnknownKeyIsRefusedWithTheClosestOne() {
    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> config(Map.of("efSerch", 1)))
        .withMessage(
            "rag.test.efSerch: unknown setting"
                + " (did you mean efSearch? known: url, apiKey, efSearch)");
  }

  @Test
  void anUnknownKeyFarFromAllIsRefusedWithTheKnownOnes() {
    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> config(Map.of("somethingElse", 1)))
        .withMessage("rag.test.somethingElse: unknown setting (known: url, apiKey, efSearch)");
  }

  @Test
  void anUnknownKeyDoesNotShowItsValue() {
    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> config(Map.of("apikey", "hunter2")))
        .withMessageContaining("did you mean apiKey?")
        .withMessageNotContaining("hunter2");
  }

  @Test
  void anInvalidValueIsRefusedWithWhatIsAllowed() {
    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> config(Map.of("efSearch", 0)))
        .withMessage("rag.test.efSearch: \"0\" is not valid (a whole number from 1 to 1000)");
  }

  @Test
  void aKeyWithoutAValueIsRefused() {
    Map<String, @Nullable Object> raw = new HashMap<>();
    raw.put("efSearch", null);

    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> ProviderConfig.of("rag.test", OPTIONS, raw))
        .withMessage("rag.test.efSearch: \"null\" is not valid (a whole number from 1 to 1000)");
  }

  @Test
  void theOriginIsNamedWhereItIsKnown() {
    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(
            () ->
                ProviderConfig.of(
                    "rag.test", OPTIONS, Map.of("efSearch", "x"), key -> "rag.yaml line 4"))
        .withMessageEndingWith("(a whole number from 1 to 1000), in rag.yaml line 4");
    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(
            () -> ProviderConfig.of("rag.test", OPTIONS, Map.of("ef", 1), key -> "line of " + key))
        .withMessageEndingWith(", in line of ef");
  }

  @Test
  void anInvalidSecretIsNotShown() {
    assertThatExceptionOfType(RagConfigurationException.class)
        .isThrownBy(() -> config(Map.of("apiKey", List.of("hunter2"))))
        .withMessage("rag.test.apiKey: the value is not valid (a string that is not empty)")
        .withNoCause();
  }

  @Test
  void theTextFormHidesSecrets() {
    ProviderConfig config = config(Map.of("apiKey", "hunter2"));

    assertThat(config).hasToString("rag.test{apiKey=***}");
  }

  @Test
  void theTextFormShowsTheRest() {
    assertThat(config(Map.of("efSearch", "7"))).hasToString("rag.test{efSearch=7}");
  }

  @Test
  void anOptionThatWasNotDeclaredCannotBeRead() {
    ProviderConfig config = config(Map.of());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> config.find(ConfigOption.flag("tls", "")))
        .withMessage("rag.test.tls: not among the declared options");
  }

  @Test
  void theSettingsAreCopied() {
    Map<String, Object> raw = new HashMap<>(Map.of("efSearch", 7));
    ProviderConfig config = config(raw);

    raw.put("efSearch", 8);

    assertThat(config.get(EF)).isEqualTo(7);
  }

  @Test
  void theFullNamesAreForMessages() {
    ProviderConfig config = config(Map.of());

    assertThat(config.section()).isEqualTo("rag.test");
    assertThat(config.key(EF)).isEqualTo("rag.test.efSearch");
  }

  private static ProviderConfig config(Map<String, ?> raw) {
    return ProviderConfig.of("rag.test", OPTIONS, raw);
  }
}
