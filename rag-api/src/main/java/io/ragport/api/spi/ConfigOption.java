package io.ragport.api.spi;

import io.ragport.api.Arguments;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One setting of a plugin: its name, type, default, range and whether it is secret. Immutable.
 *
 * <p>A value comes as the file gives it (string, number, boolean, list) or, from the environment
 * and from {@code .properties}, as a string; {@link #parse} brings it to the type and checks it.
 *
 * @param <T> the type of the value
 */
public final class ConfigOption<T> {
  private final String name;
  private final String description;
  private final String allowed;
  private final Function<Object, T> parser;
  private final @Nullable T defaultValue;
  private final boolean secret;

  private ConfigOption(
      String name,
      String description,
      String allowed,
      Function<Object, T> parser,
      @Nullable T defaultValue,
      boolean secret) {
    this.name = name;
    this.description = description;
    this.allowed = allowed;
    this.parser = parser;
    this.defaultValue = defaultValue;
    this.secret = secret;
  }

  /** Any string that is not empty. */
  public static ConfigOption<String> string(String name, String description) {
    return new ConfigOption<>(
        name, description, "a string that is not empty", ConfigOption::nonEmpty, null, false);
  }

  /** A string that never shows in messages, logs, {@code toString} or reports (CFG-4). */
  public static ConfigOption<String> secret(String name, String description) {
    return new ConfigOption<>(
        name, description, "a string that is not empty", ConfigOption::nonEmpty, null, true);
  }

  /** {@code true} or {@code false}. */
  public static ConfigOption<Boolean> flag(String name, String description) {
    return new ConfigOption<>(
        name, description, "true or false", ConfigOption::parseFlag, null, false);
  }

  /** A whole number from {@code min} to {@code max}. */
  public static ConfigOption<Integer> integer(String name, String description, int min, int max) {
    return new ConfigOption<>(
        name,
        description,
        "a whole number from " + min + " to " + max,
        value -> parseInteger(value, min, max),
        null,
        false);
  }

  /** A number from {@code min} to {@code max}. */
  public static ConfigOption<Double> number(
      String name, String description, double min, double max) {
    return new ConfigOption<>(
        name,
        description,
        "a number from " + min + " to " + max,
        value -> Arguments.inRange("value", Double.parseDouble(value.toString().trim()), min, max),
        null,
        false);
  }

  /** A time such as {@code 500ms}, {@code 5s}, {@code 2m}, or ISO-8601 ({@code PT5S}). */
  public static ConfigOption<Duration> duration(
      String name, String description, Duration min, Duration max) {
    return new ConfigOption<>(
        name,
        description,
        "a time from " + text(min) + " to " + text(max) + ", such as 500ms, 5s or 2m",
        value -> parseDuration(value, min, max),
        null,
        false);
  }

  /** A file or folder; relative ones start at the working directory. */
  public static ConfigOption<Path> path(String name, String description) {
    return new ConfigOption<>(
        name, description, "a file or folder", value -> Path.of(nonEmpty(value)), null, false);
  }

  /** One of an enum's constants, written in lower case with hyphens. */
  public static <E extends Enum<E>> ConfigOption<E> choice(
      String name, String description, Class<E> type) {
    List<E> constants = Arrays.asList(type.getEnumConstants());
    return new ConfigOption<>(
        name,
        description,
        "one of " + String.join(", ", constants.stream().map(ConfigOption::text).toList()),
        value -> parseChoice(value, constants),
        null,
        false);
  }

  /** Strings, none of them empty: a list in the file, or one string separated by commas. */
  public static ConfigOption<List<String>> list(String name, String description) {
    return new ConfigOption<>(
        name, description, "a list of strings", ConfigOption::parseList, null, false);
  }

  /** The same option with a value to use where none is set. */
  public ConfigOption<T> withDefault(T value) {
    return new ConfigOption<>(name, description, allowed, parser, value, secret);
  }

  /** The name within its section, in camel case, for example {@code connectTimeout}. */
  public String name() {
    return name;
  }

  /** What it does, in one sentence. */
  public String description() {
    return description;
  }

  /** What values are valid, in words. */
  public String allowed() {
    return allowed;
  }

  /** The value where none is set. */
  public Optional<T> defaultValue() {
    return Optional.ofNullable(defaultValue);
  }

  /** The default as a person would write it, a secret one masked; empty if there is none. */
  public Optional<String> defaultText() {
    return Optional.ofNullable(defaultValue).map(value -> secret ? "***" : text(value));
  }

  /** Whether the value must never be shown (CFG-4). */
  public boolean isSecret() {
    return secret;
  }

  /**
   * The value brought to this option's type.
   *
   * @param value as written; null, a key without a value, is never valid
   * @throws IllegalArgumentException saying what is allowed; shows the value unless it is secret
   */
  public T parse(@Nullable Object value) {
    try {
      if (value == null) {
        throw new IllegalArgumentException("no value");
      }
      return parser.apply(value);
    } catch (IllegalArgumentException | DateTimeParseException | ArithmeticException e) {
      String shown = secret ? "the value" : "\"" + Arguments.shortened(value) + "\"";
      throw new IllegalArgumentException(shown + " is not valid (" + allowed + ")", e);
    }
  }

  @Override
  public String toString() {
    return name;
  }

  private static String nonEmpty(Object value) {
    if (!(value instanceof String || value instanceof Number || value instanceof Boolean)
        || value.toString().isEmpty()) {
      throw new IllegalArgumentException("not a string");
    }
    return value.toString();
  }

  private static boolean parseFlag(Object value) {
    return switch (value.toString().trim().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("not a flag");
    };
  }

  private static int parseInteger(Object value, int min, int max) {
    if (value instanceof Double || value instanceof Float || value instanceof Boolean) {
      throw new IllegalArgumentException("not a whole number");
    }
    long number = Long.parseLong(value.toString().trim());
    return Arguments.inRange("value", Math.toIntExact(number), min, max);
  }

  private static Duration parseDuration(Object value, Duration min, Duration max) {
    String string = value.toString().trim();
    Duration duration;
    if (string.endsWith("ms")) {
      duration = Duration.ofMillis(leadingNumber(string, 2));
    } else if (string.startsWith("P") || string.startsWith("p")) {
      duration = Duration.parse(string);
    } else if (string.endsWith("s")) {
      duration = Duration.ofSeconds(leadingNumber(string, 1));
    } else if (string.endsWith("m")) {
      duration = Duration.ofMinutes(leadingNumber(string, 1));
    } else {
      throw new IllegalArgumentException("no unit");
    }
    if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
      throw new IllegalArgumentException("out of range");
    }
    return duration;
  }

  private static long leadingNumber(String string, int unitLength) {
    return Long.parseLong(string.substring(0, string.length() - unitLength).trim());
  }

  private static <E extends Enum<E>> E parseChoice(Object value, List<E> constants) {
    String wanted = value.toString().trim().toLowerCase(Locale.ROOT);
    return constants.stream()
        .filter(constant -> text(constant).equals(wanted))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("not a choice"));
  }

  private static List<String> parseList(Object value) {
    List<?> elements =
        value instanceof List<?> list ? list : Arrays.asList(value.toString().split(",", -1));
    List<String> strings = new ArrayList<>(elements.size());
    for (Object element : elements) {
      strings.add(nonEmpty(element instanceof String string ? string.trim() : element));
    }
    return List.copyOf(strings);
  }

  private static String text(Object value) {
    if (value instanceof Enum<?> constant) {
      return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
    if (value instanceof Duration duration) {
      return duration.toMillis() % 1000 == 0
          ? duration.toSeconds() + "s"
          : duration.toMillis() + "ms";
    }
    if (value instanceof List<?> list) {
      return String.join(",", list.stream().map(String::valueOf).toList());
    }
    return value.toString();
  }
}
