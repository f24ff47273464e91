package io.ragport.api.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A normalizer as plain maps and lists, for a file (NRM-1). */
@SuppressWarnings("NullAway") // no centre: on Java 17 it cannot see that an array is nullable
class NormalizerMapTest {
  @ParameterizedTest
  @MethodSource("normalizers")
  void everyNormalizerComesBackEqual(Normalizer normalizer) {
    assertThat(Normalizer.fromMap(normalizer.toMap())).isEqualTo(normalizer);
  }

  static List<Normalizer> normalizers() {
    return List.of(
        Normalizer.L2,
        new Normalizer(true, true, false, null),
        new Normalizer(false, false, true, new double[] {0.1, -0.0, Double.MIN_VALUE, 1e300}),
        new Normalizer(false, false, true, new double[0]));
  }

  @Test
  void theKeysAreThoseOfTheContract() {
    Map<String, Object> map = new Normalizer(true, false, true, new double[] {0.5, 2}).toMap();

    assertThat(map)
        .containsExactly(
            Map.entry("l1", true),
            Map.entry("l2", false),
            Map.entry("center", true),
            Map.entry("center_vector", List.of(0.5, 2.0)));
  }

  @Test
  void missingFlagsAreFalse() {
    assertThat(Normalizer.fromMap(Map.of())).isEqualTo(new Normalizer(false, false, false, null));
  }

  @Test
  void wholeNumbersMakeACentreToo() {
    Normalizer normalizer =
        Normalizer.fromMap(Map.of("center", true, "center_vector", List.of(1, 2L, 0.5)));

    assertThat(normalizer.centerVector()).containsExactly(1, 2, 0.5);
  }

  @ParameterizedTest
  @MethodSource("wrongMaps")
  void aWrongKeyOrValueIsRefused(Map<String, ?> map, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Normalizer.fromMap(map))
        .withMessage(message);
  }

  static Stream<Arguments> wrongMaps() {
    return Stream.of(
        arguments(
            Map.of("L2", true),
            "normalizer: unknown key \"L2\" (one of [l1, l2, center, center_vector])"),
        arguments(
            named("null key", nullKey()),
            "normalizer: unknown key \"null\" (one of [l1, l2, center, center_vector])"),
        arguments(Map.of("l1", "yes"), "normalizer.l1: yes (true or false)"),
        arguments(Map.of("l2", 1), "normalizer.l2: 1 (true or false)"),
        arguments(
            Map.of("center_vector", "1, 2"), "normalizer.center_vector: not a list of numbers"),
        arguments(
            Map.of("center_vector", List.of(1, "2")),
            "normalizer.center_vector: component 1 is not a number"),
        arguments(
            Map.of("center_vector", Arrays.asList(1, null)),
            "normalizer.center_vector: component 1 is not a number"),
        arguments(
            Map.of("center_vector", List.of(Double.NaN)),
            "center_vector: component 0 is not finite"));
  }

  @SuppressWarnings("unchecked") // as a file's parser hands it over
  @Test
  void aKeyThatIsNotAStringIsRefused() {
    Map<?, ?> map = Map.of(2, true);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Normalizer.fromMap((Map<String, ?>) map))
        .withMessageStartingWith("normalizer: unknown key \"2\"");
  }

  private static Map<@Nullable String, Object> nullKey() {
    Map<@Nullable String, Object> map = new HashMap<>();
    map.put(null, true);
    return map;
  }
}
