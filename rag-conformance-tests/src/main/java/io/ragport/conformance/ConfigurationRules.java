package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ragport.api.BaseRagService;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.spi.ConfigOption;
import io.ragport.core.RagServices;
import io.ragport.core.config.RagConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CFG: one file selects everything, and nothing in it is ignored. */
abstract class ConfigurationRules extends Rules {
  private static final String MARKER = "marker-of-a-secret-4711";

  /** Values that one kind of option or another refuses. */
  private static final List<String> ODD_VALUES =
      List.of("no such value", "-1", "0", "0ms", "1.5", "NaN", "9999999999999", "99999m");

  private static final Pattern SECRET_NAME =
      Pattern.compile("password|passwd|secret|token|apikey|accesskey|credential");

  @TempDir Path folder;

  ConfigurationRules(Backend backend) {
    super(backend);
  }

  // One file

  @Rule({"CFG-1", "CFG-6"})
  @Test
  void aFileAloneMakesAWorkingService() {
    for (SettingsFile format : SettingsFile.values()) {
      String text = "invoices in " + format;
      Path file = format.write(folder, backend.name(), SettingsFile.literal(sandbox.settings()));

      BaseRagService opened = keep(RagServices.open(RagConfig.load(file, Map.of())));
      opened.index(text);

      assertThat(contents(opened.query(text, 1))).as(format.name()).containsExactly(text);
    }
  }

  @Rule("CFG-1")
  @Test
  void theFormatsMeanTheSame() {
    Map<String, Object> section = SettingsFile.literal(sandbox.settings());
    section.put("provision", false);
    List<ConfigOption<?>> options = backend.provider().options();

    Map<SettingsFile, Map<String, String>> values = new LinkedHashMap<>();
    for (SettingsFile format : SettingsFile.values()) {
      RagConfig config = RagConfig.load(format.write(folder, backend.name(), section), Map.of());
      Map<String, String> found = new LinkedHashMap<>();
      options.forEach(
          option ->
              found.put(
                  option.name(),
                  String.valueOf(config.section(backend.name(), options).find(option))));
      values.put(format, found);
    }

    assertThat(values.get(SettingsFile.JSON)).isEqualTo(values.get(SettingsFile.YAML));
    assertThat(values.get(SettingsFile.PROPERTIES)).isEqualTo(values.get(SettingsFile.YAML));
    assertThat(values.get(SettingsFile.YAML)).containsEntry("provision", "Optional[false]");
  }

  @Rule("CFG-1")
  @Test
  void theEnvironmentCountsMoreThanTheFile() {
    Path file = fileWith("provision", true);
    String variable = variable("provision");

    BaseRagService opened = openFrom(RagConfig.load(file, Map.of(variable, "false")));

    assertThatThrownBy(() -> opened.index("a text"))
        .as("%s=false over provision: true", variable)
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("provision");
  }

  @Rule("CFG-1")
  @Test
  void codeCountsMoreThanTheEnvironment() {
    Path file = fileWith("provision", false);
    RagConfig config =
        RagConfig.builder()
            .file(file)
            .environment(Map.of(variable("provision"), "false"))
            .set("rag." + backend.name() + ".provision", true)
            .build();

    BaseRagService opened = openFrom(config);
    opened.index("a text");

    assertThat(contents(opened.query("a text"))).containsExactly("a text");
  }

  @Rule("CFG-1")
  @Test
  void theEnvironmentAloneMakesAWorkingService() {
    Map<String, String> environment = new HashMap<>();
    environment.put("RAG_BACKEND", backend.name());
    environment.put("RAG_EMBEDDER", "hashing");
    sandbox
        .settings()
        .forEach((key, value) -> environment.put(variable(key), SettingsFile.joined(value)));

    BaseRagService opened = openFrom(RagConfig.builder().environment(environment).build());
    opened.index("a text");

    assertThat(contents(opened.query("a text"))).containsExactly("a text");
  }

  // Placeholders

  @Rule("CFG-2")
  @Test
  void placeholdersAreReplacedFromTheEnvironment() {
    Map<String, String> environment = new HashMap<>();
    Map<String, Object> section = new LinkedHashMap<>();
    sandbox
        .settings()
        .forEach(
            (key, value) -> {
              String name = "CONFORMANCE_" + environment.size();
              environment.put(name, SettingsFile.joined(value));
              section.put(key, "${" + name + "}");
            });
    section.put("provision", "${CONFORMANCE_PROVISION:-true}");
    Path file = SettingsFile.YAML.write(folder, backend.name(), section);

    BaseRagService opened = openFrom(RagConfig.load(file, environment));
    opened.index("a text");

    assertThat(contents(opened.query("a text"))).containsExactly("a text");
  }

  @Rule("CFG-2")
  @Test
  void theDefaultOfAPlaceholderReachesTheBackend() {
    Path file = fileWith("provision", "${CONFORMANCE_PROVISION:-false}");

    BaseRagService opened = openFrom(RagConfig.load(file, Map.of()));

    assertThatThrownBy(() -> opened.index("a text"))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("provision");
  }

  @Rule("CFG-2")
  @Test
  void anUnsetPlaceholderIsAnErrorThatNamesTheKey() {
    Path file = fileWith("provision", "${CONFORMANCE_NOT_SET}");

    assertThatThrownBy(() -> openFrom(RagConfig.load(file, Map.of())))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("rag." + backend.name() + ".provision")
        .hasMessageContaining("CONFORMANCE_NOT_SET");
  }

  // Errors

  @Rule("CFG-3")
  @Test
  void anUnknownKeyIsAnErrorWithFileAndClosestKey() {
    Map<String, Object> section = SettingsFile.literal(sandbox.settings());
    section.put("provisoin", true);

    for (SettingsFile format : SettingsFile.values()) {
      Path file = format.write(folder, backend.name(), section);

      assertThatThrownBy(() -> openFrom(RagConfig.load(file, Map.of())))
          .as(format.name())
          .isInstanceOf(RagConfigurationException.class)
          .hasMessageContaining("rag." + backend.name() + ".provisoin")
          .hasMessageContaining("did you mean provision?")
          .hasMessageContaining(file.getFileName() + " line ");
    }
  }

  @Rule("CFG-3")
  @Test
  void anErrorNamesTheLineOfItsSetting() {
    Map<String, Object> section = new LinkedHashMap<>();
    section.put("provision", "maybe");
    section.putAll(SettingsFile.literal(sandbox.settings()));
    Path file = SettingsFile.YAML.write(folder, backend.name(), section);

    assertThatThrownBy(() -> openFrom(RagConfig.load(file, Map.of())))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining("rag." + backend.name() + ".provision")
        .hasMessageContaining("maybe")
        .hasMessageContaining("true or false")
        .hasMessageContaining("rag.yaml line " + SettingsFile.FIRST_LINE);
  }

  @Rule("CFG-3")
  @Test
  void aValueOfTheWrongTypeOrOutOfRangeIsAnErrorThatSaysWhatIsValid() {
    SoftAssertions softly = new SoftAssertions();
    for (ConfigOption<?> option : backend.provider().options()) {
      for (String value : ODD_VALUES) {
        if (refuses(option, value)) {
          softly
              .assertThatThrownBy(() -> openWith(option.name(), value))
              .as("%s: %s", option.name(), value)
              .isInstanceOf(RagConfigurationException.class)
              .hasMessageContaining("rag." + backend.name() + "." + option.name())
              .hasMessageContaining(option.allowed());
        }
      }
    }
    softly.assertAll();
    assertThat(backend.provider().options())
        .as("options, of which provision is a flag")
        .anyMatch(option -> option.name().equals("provision") && refuses(option, "-1"));
  }

  @Rule("CFG-3")
  @Test
  void anUnknownEnvironmentVariableOfTheBackendIsAnError() {
    Path file = fileWith("provision", true);
    String variable = variable("provisoin");

    assertThatThrownBy(() -> openFrom(RagConfig.load(file, Map.of(variable, "true"))))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageContaining(variable)
        .hasMessageContaining("did you mean " + variable("provision"));
  }

  // Secrets

  @Rule("CFG-4")
  @Test
  void optionsThatSoundSecretAreMarkedSo() {
    assertThat(backend.provider().options())
        .isNotEmpty()
        .filteredOn(option -> !option.isSecret())
        .extracting(ConfigOption::name)
        .noneMatch(name -> SECRET_NAME.matcher(name.toLowerCase(Locale.ROOT)).find());
  }

  @Rule("CFG-4")
  @Test
  void secretsShowInNoTextOfAConfiguration() {
    Map<String, Object> section = new HashMap<>(sandbox.settings());
    List<ConfigOption<?>> options = backend.provider().options();
    options.stream().filter(ConfigOption::isSecret).forEach(o -> section.put(o.name(), MARKER));
    RagConfig config = config(section);

    assertThat(config.toString()).contains(backend.name()).doesNotContain(MARKER);
    assertThat(config.section(backend.name(), options).toString())
        .contains("rag." + backend.name())
        .doesNotContain(MARKER);
    assertThat(service.toString()).doesNotContain(secretsOf(sandbox.settings()));
  }

  @Rule("CFG-4")
  @Test
  void secretsShowInNoErrorOfAConfiguration() {
    Map<String, Object> section = new LinkedHashMap<>();
    backend.provider().options().stream()
        .filter(ConfigOption::isSecret)
        .forEach(option -> section.put(option.name(), List.of(MARKER))); // a list is no string
    section.put("provisoin", true);

    for (SettingsFile format : SettingsFile.values()) {
      Path file = format.write(folder, backend.name(), section);

      Throwable failure = catchThrowable(() -> openFrom(RagConfig.load(file, Map.of())));

      assertThat(failure).as(format.name()).isInstanceOf(RagConfigurationException.class);
      assertThat(failure).as(format.name()).message().doesNotContain(MARKER);
    }
  }

  @Rule("CFG-4")
  @Test
  void theDefaultOfASecretIsMasked() {
    assertThat(backend.provider().options())
        .isNotEmpty()
        .filteredOn(option -> option.isSecret() && option.defaultText().isPresent())
        .allSatisfy(option -> assertThat(option.defaultText()).contains("***"));
  }

  // Every provider

  @Rule("CFG-6")
  @Test
  void everyOptionIsDescribedAndItsDefaultIsValid() {
    assertThat(backend.provider().options())
        .isNotEmpty()
        .allSatisfy(
            option -> {
              assertThat(option.name()).matches("[a-z][A-Za-z0-9]*");
              assertThat(option.description()).as(option.name()).isNotBlank();
              assertThat(option.allowed()).as(option.name()).isNotBlank();
              if (!option.isSecret()) {
                option
                    .defaultText()
                    .ifPresent(
                        text ->
                            assertThatCode(() -> option.parse(text))
                                .as("the default of " + option.name())
                                .doesNotThrowAnyException());
              }
            });
  }

  private List<String> secretsOf(Map<String, ?> settings) {
    List<String> secrets = new ArrayList<>(List.of(MARKER));
    backend.provider().options().stream()
        .filter(option -> option.isSecret() && settings.containsKey(option.name()))
        .forEach(option -> secrets.add(String.valueOf(settings.get(option.name()))));
    return secrets;
  }

  private Path fileWith(String key, Object value) {
    Map<String, Object> section = SettingsFile.literal(sandbox.settings());
    section.put(key, value);
    return SettingsFile.YAML.write(folder, backend.name(), section);
  }

  private BaseRagService openFrom(RagConfig config) {
    return keep(RagServices.builder(config).backends(backend.discovered()).open());
  }

  private BaseRagService openWith(String key, String value) {
    Map<String, Object> settings = new HashMap<>(sandbox.settings());
    settings.put(key, value);
    return openOn(settings);
  }

  private static boolean refuses(ConfigOption<?> option, String value) {
    return catchThrowable(() -> option.parse(value)) != null;
  }

  /** The environment variable of one of the backend's options. */
  private String variable(String option) {
    return ("RAG_" + backend.name() + "_" + option.replaceAll("([a-z0-9])([A-Z])", "$1_$2"))
        .replace('-', '_')
        .toUpperCase(Locale.ROOT);
  }
}
