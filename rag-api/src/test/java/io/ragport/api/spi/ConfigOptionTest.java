package io.ragport.api.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of setting, from a file and from the environment (CFG-3). */
@SuppressWarnings("NullAway") // null on purpose: a key without a value in a YAML file
class ConfigOptionTest {
  private enum Mode {
    FAST,
    READ_ONLY,
    INDIRECT
  }

  private static final ConfigOption<String> STRING = ConfigOption.string("host", "Where.");
  private static final ConfigOption<String> SECRET = ConfigOption.secret("password", "Secret.");
  private static final ConfigOption<Boolean> FLAG = ConfigOption.flag("tls", "Whether.");
  private static final ConfigOption<Integer> INTEGER = ConfigOption.integer("ef", "Depth.", 1, 100);
  private static final ConfigOption<Double> NUMBER = ConfigOption.number("ratio", "Part.", 0, 1);
  private static final ConfigOption<Path> PATH = ConfigOption.path("path", "Folder.");
  private static final ConfigOption<Mode> CHOICE = ConfigOption.choice("mode", "How.", Mode.class);
  private static final ConfigOption<List<String>> LIST = ConfigOption.list("hosts", "Several.");
  private static final ConfigOption<Duration> DURATION =
      ConfigOption.duration("timeout", "Wait.", Duration.ofMillis(100), Duration.ofMinutes(5));

  @ParameterizedTest
  @MethodSource("validValues")
  void aValidValueIsBroughtToItsType(ConfigOption<?> option, Object value, Object parsed) {
    assertThat((Object) option.parse(value)).isEqualTo(parsed);
  }

  static Stream<Arguments> validValues() {
    return Stream.of(
        arguments(STRING, "db", "db"),
        arguments(STRING, " db ", " db "),
        arguments(STRING, 5432, "5432"),
        arguments(STRING, true, "true"),
        arguments(SECRET, 12345, "12345"),
        arguments(FLAG, true, true),
        arguments(FLAG, "false", false),
        arguments(FLAG, " TRUE ", true),
        arguments(INTEGER, 1, 1),
        arguments(INTEGER, 100L, 100),
        arguments(INTEGER, " 42 ", 42),
        arguments(NUMBER, 0.5, 0.5),
        arguments(NUMBER, 1, 1.0),
        arguments(NUMBER, "0.25", 0.25),
        arguments(NUMBER, "1e-3", 0.001),
        arguments(PATH, "data/rag", Path.of("data/rag")),
        arguments(PATH, "/var/lib", Path.of("/var/lib")),
        arguments(CHOICE, "fast", Mode.FAST),
        arguments(CHOICE, "read-only", Mode.READ_ONLY),
        arguments(CHOICE, " Read-Only ", Mode.READ_ONLY),
        arguments(LIST, "a, b,c", List.of("a", "b", "c")),
        arguments(LIST, "a", List.of("a")),
        arguments(LIST, List.of("a", "b,c"), List.of("a", "b,c")),
        arguments(LIST, List.of(1, "x"), List.of("1", "x")),
        arguments(LIST, List.of(), List.of()),
        arguments(DURATION, "500ms", Duration.ofMillis(500)),
        arguments(DURATION, "5s", Duration.ofSeconds(5)),
        arguments(DURATION, "2m", Duration.ofMinutes(2)),
        arguments(DURATION, " 2 m ", Duration.ofMinutes(2)),
        arguments(DURATION, "PT1.5S", Duration.ofMillis(1500)),
        arguments(DURATION, "100ms", Duration.ofMillis(100)),
        arguments(DURATION, "5m", Duration.ofMinutes(5)));
  }

  @ParameterizedTest
  @MethodSource("invalidValues")
  void anInvalidValueIsRefused(ConfigOption<?> option, @Nullable Object value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse(option, value))
        .withMessageEndingWith(" is not valid (" + option.allowed() + ")");
  }

  static Stream<Arguments> invalidValues() {
    Stream<Arguments> values =
        Stream.of(
            arguments(STRING, ""),
            arguments(STRING, List.of("a")),
            arguments(STRING, Map.of()),
            arguments(SECRET, ""),
            arguments(FLAG, "yes"),
            arguments(FLAG, 1),
            arguments(FLAG, ""),
            arguments(INTEGER, 0),
            arguments(INTEGER, 101),
            arguments(INTEGER, "1.0"),
            arguments(INTEGER, 1.0),
            arguments(INTEGER, 1.5f),
            arguments(INTEGER, true),
            arguments(INTEGER, 4_294_967_297L),
            arguments(INTEGER, "99999999999999999999"),
            arguments(INTEGER, ""),
            arguments(INTEGER, "ten"),
            arguments(NUMBER, 1.1),
            arguments(NUMBER, -0.1),
            arguments(NUMBER, "NaN"),
            arguments(NUMBER, Double.NaN),
            arguments(NUMBER, "Infinity"),
            arguments(NUMBER, ""),
            arguments(NUMBER, true),
            arguments(PATH, ""),
            arguments(PATH, "a\u0000b"),
            arguments(CHOICE, "slow"),
            arguments(CHOICE, "read_only"),
            arguments(CHOICE, ""),
            arguments(LIST, ""),
            arguments(LIST, "a,,b"),
            arguments(LIST, "a,"),
            arguments(LIST, ","),
            arguments(LIST, List.of("a", "")),
            arguments(LIST, List.of(List.of())),
            arguments(LIST, Arrays.asList("a", null)),
            arguments(DURATION, "99ms"),
            arguments(DURATION, "301s"),
            arguments(DURATION, "5"),
            arguments(DURATION, 5),
            arguments(DURATION, "s"),
            arguments(DURATION, "1.5s"),
            arguments(DURATION, "-5s"),
            arguments(DURATION, "9223372036854775807m"),
            arguments(DURATION, "P"),
            arguments(DURATION, ""));
    return Stream.concat(
        values,
        Stream.of(STRING, SECRET, FLAG, INTEGER, NUMBER, PATH, CHOICE, LIST, DURATION)
            .map(option -> arguments(option, named("null", null))));
  }

  @Test
  void theMessageShowsTheValueShortened() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> INTEGER.parse("9".repeat(50)))
        .withMessage("\"" + "9".repeat(40) + "…\" is not valid (a whole number from 1 to 100)");
  }

  @Test
  void aSecretIsNeverShown() {
    ConfigOption<String> secret = ConfigOption.secret("password", "Secret.");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> secret.parse(List.of("hunter2")))
        .withMessage("the value is not valid (a string that is not empty)")
        .satisfies(failure -> assertThat(failure).hasStackTraceContaining("not a string"))
        .satisfies(failure -> assertThat(stackTrace(failure)).doesNotContain("hunter2"));
  }

  @Test
  void everyKindSaysWhatItAllows() {
    assertThat(Stream.of(FLAG, INTEGER, NUMBER, CHOICE, LIST, DURATION).map(ConfigOption::allowed))
        .containsExactly(
            "true or false",
            "a whole number from 1 to 100",
            "a number from 0.0 to 1.0",
            "one of fast, read-only, indirect",
            "a list of strings",
            "a time from 100ms to 300s, such as 500ms, 5s or 2m");
  }

  @Test
  void aTurkishLocaleChangesNothing() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    try {
      assertThat(CHOICE.parse("INDIRECT")).isEqualTo(Mode.INDIRECT);
      assertThat(CHOICE.allowed()).contains("indirect");
      assertThat(ConfigOption.choice("m", "", Mode.class).allowed()).contains("indirect");
      assertThat(FLAG.parse("TRUE")).isTrue();
      assertThat(DURATION.parse("500MS".toLowerCase(Locale.ROOT))).hasMillis(500);
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @MethodSource("defaults")
  void aDefaultIsWrittenAsAPersonWould(ConfigOption<?> option, String text) {
    assertThat(option.defaultText()).contains(text);
  }

  static Stream<Arguments> defaults() {
    return Stream.of(
        arguments(STRING.withDefault("localhost"), "localhost"),
        arguments(FLAG.withDefault(true), "true"),
        arguments(INTEGER.withDefault(40), "40"),
        arguments(NUMBER.withDefault(0.5), "0.5"),
        arguments(CHOICE.withDefault(Mode.READ_ONLY), "read-only"),
        arguments(LIST.withDefault(List.of("a", "b")), "a,b"),
        arguments(DURATION.withDefault(Duration.ofSeconds(5)), "5s"),
        arguments(DURATION.withDefault(Duration.ofMillis(1500)), "1500ms"));
  }

  @ParameterizedTest
  @MethodSource("defaults")
  void aWrittenDefaultIsAValidValue(ConfigOption<?> option, String text) {
    assertThat((Object) option.parse(text)).isEqualTo(option.defaultValue().orElseThrow());
  }

  @Test
  void withoutADefaultThereIsNone() {
    assertThat(STRING.defaultValue()).isEmpty();
    assertThat(STRING.defaultText()).isEmpty();
  }

  @Test
  void aDefaultKeepsEverythingElse() {
    ConfigOption<String> option = SECRET.withDefault("x");

    assertThat(option.name()).isEqualTo("password");
    assertThat(option.description()).isEqualTo("Secret.");
    assertThat(option.isSecret()).isTrue();
    assertThat(option).hasToString("password");
    assertThat(SECRET.defaultValue()).isEmpty();
  }

  @Test
  void theDefaultOfASecretIsNotWritten() {
    assertThat(SECRET.withDefault("hunter2").defaultText()).contains("***");
  }

  private static void parse(ConfigOption<?> option, @Nullable Object value) {
    option.parse(value);
  }

  private static String stackTrace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
