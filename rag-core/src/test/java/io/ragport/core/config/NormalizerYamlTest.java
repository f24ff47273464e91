package io.ragport.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ragport.api.RagConfigurationException;
import io.ragport.api.embedding.Normalizer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalizerYamlTest {
  @TempDir Path folder;

  @Test
  void anyNormalizerRoundTripsThroughTextAndFile() {
    double[] center =
        new Random(1).doubles(768, -1e3, 1e3).map(x -> x * Math.pow(10, x % 300)).toArray();
    center[0] = -0.0;
    center[1] = Double.MIN_VALUE;
    center[2] = Double.MAX_VALUE;
    for (Normalizer normalizer :
        new Normalizer[] {
          Normalizer.L2,
          Normalizer.fromMap(Map.of()),
          new Normalizer(true, true, true, center),
          new Normalizer(false, true, true, new double[0])
        }) {
      Path file = folder.resolve("normalizer.yaml");

      NormalizerYaml.write(normalizer, file);

      assertThat(NormalizerYaml.read(NormalizerYaml.write(normalizer))).isEqualTo(normalizer);
      assertThat(NormalizerYaml.read(file)).isEqualTo(normalizer);
    }
  }

  @Test
  void theYamlHasTheFourKeysAndSignedExponents() {
    String yaml =
        NormalizerYaml.write(new Normalizer(false, true, true, new double[] {0.5, 1e10, 2e-10}));

    assertThat(yaml)
        .isEqualTo(
            "l1: false\nl2: true\ncenter: true\ncenter_vector:\n- 0.5\n- 1.0e+10\n- 2.0e-10\n");
  }

  @Test
  void missingFlagsAreFalseAndANullCenterIsNone() {
    assertThat(NormalizerYaml.read("")).isEqualTo(Normalizer.fromMap(Map.of()));
    assertThat(NormalizerYaml.read("l2: true\ncenter_vector: null\n")).isEqualTo(Normalizer.L2);
  }

  @ParameterizedTest
  @CsvSource({
    "'l3: true', 'normalizer.l3: unknown setting (did you mean l1? known: l1, l2, center, center_vector), in normalizer line 1'",
    "'l1: true\nl2: 2', 'normalizer.l2: \"2\" is not valid (true or false), in normalizer line 2'",
    "'l1: ', 'normalizer.l1: \"\" is not valid (true or false), in normalizer line 1'",
    "'center_vector: [1, .nan]', 'normalizer.center_vector: component 1 is not a finite number'"
  })
  void aWrongKeyOrValueIsRefused(String yaml, String message) {
    assertThatThrownBy(() -> NormalizerYaml.read(yaml))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage(message);
  }

  @Test
  void aFileThatCannotBeReadOrWrittenIsNamed() {
    Path missing = folder.resolve("none").resolve("n.yaml");

    assertThatThrownBy(() -> NormalizerYaml.read(missing))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessage(missing + ": no such file");
    assertThatThrownBy(() -> NormalizerYaml.write(Normalizer.L2, missing))
        .isInstanceOf(RagConfigurationException.class)
        .hasMessageStartingWith(missing + ": cannot be written");
  }
}
