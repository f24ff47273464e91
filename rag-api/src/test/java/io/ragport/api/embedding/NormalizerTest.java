package io.ragport.api.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Shifting and scaling (NRM-1), and learning from vectors (NRM-2). */
@SuppressWarnings("NullAway") // no centre: on Java 17 it cannot see that an array is nullable
class NormalizerTest {
  private static final Offset<Float> CLOSE = Offset.offset(1e-6f);

  @Test
  void l2ScalesToUnitLength() {
    assertThat(Normalizer.L2.transform(new float[] {3, 4})).containsExactly(0.6f, 0.8f);
  }

  @Test
  void l1ScalesToASumOfOne() {
    Normalizer l1 = new Normalizer(true, false, false, null);

    assertThat(l1.transform(new float[] {-1, 3})).containsExactly(-0.25f, 0.75f);
  }

  @Test
  void centringComesFirstThenL1ThenL2() {
    Normalizer all = new Normalizer(true, true, true, new double[] {1, 1});

    assertThat(all.transform(new float[] {4, 5})).containsExactly(new float[] {0.6f, 0.8f}, CLOSE);
  }

  @Test
  void centringThatIsOffSubtractsNothing() {
    Normalizer off = new Normalizer(false, false, false, new double[] {1, 1});

    assertThat(off.transform(new float[] {4, 5})).containsExactly(4, 5);
  }

  @Test
  void centringWithoutACentreSubtractsNothing() {
    Normalizer none = new Normalizer(false, false, true, null);

    assertThat(none.transform(new float[] {4, 5})).containsExactly(4, 5);
  }

  @ParameterizedTest
  @MethodSource("scaling")
  void aZeroVectorStaysZero(Normalizer normalizer) {
    assertThat(normalizer.transform(new float[] {0, 0, 0})).containsExactly(0, 0, 0);
  }

  static List<Normalizer> scaling() {
    return List.of(
        Normalizer.L2,
        new Normalizer(true, false, false, null),
        new Normalizer(true, true, false, null));
  }

  @Test
  void aVectorAtTheCentreBecomesZero() {
    Normalizer normalizer = new Normalizer(true, true, true, new double[] {1, 2});

    assertThat(normalizer.transform(new float[] {1, 2})).containsExactly(0, 0);
  }

  @Test
  void aCentreOfAnotherLengthIsAnInvalidArgument() {
    Normalizer normalizer = new Normalizer(false, false, true, new double[] {1, 2, 3});

    assertThatIllegalArgumentException()
        .isThrownBy(() -> normalizer.transform(new float[] {1, 2}))
        .withMessage("center_vector: 3 components for vectors of 2 (the same)");
  }

  @Test
  void theGivenVectorIsNotChanged() {
    float[] vector = {3, 4};

    Normalizer.L2.transform(vector);

    assertThat(vector).containsExactly(3, 4);
  }

  @Test
  void severalVectorsKeepTheirOrder() {
    float[][] transformed = Normalizer.L2.transform(new float[][] {{2, 0}, {0, 0}, {0, 5}});

    assertThat(transformed).isDeepEqualTo(new float[][] {{1, 0}, {0, 0}, {0, 1}});
  }

  @Test
  void noVectorsGiveNone() {
    assertThat(Normalizer.L2.transform(new float[0][])).isEmpty();
  }

  @Test
  void theSumIsTakenInDouble() {
    float[] vector = {1e30f, 1e30f}; // squares beyond the range of float

    assertThat(Normalizer.L2.transform(vector))
        .containsExactly(new float[] {0.70710677f, 0.70710677f}, CLOSE);
  }

  @Test
  void theSmallestVectorIsScaledToo() {
    float[] vector = {Float.MIN_VALUE, 0};

    assertThat(Normalizer.L2.transform(vector)).containsExactly(1, 0);
  }

  @Test
  void learningTakesTheMeanAndTurnsCentringOn() {
    Optional<Normalizer> learned =
        Normalizer.centredOnMeanOf(Stream.of(new float[] {1, 2}, new float[] {3, 6}));

    assertThat(learned).contains(new Normalizer(false, false, true, new double[] {2, 4}));
  }

  @Test
  void nothingIsLearnedFromNoVectors() {
    assertThat(Normalizer.centredOnMeanOf(Stream.of())).isEmpty();
  }

  @Test
  void learningDoesNotChangeTheVectors() {
    float[] vector = {1, 2};

    Normalizer.centredOnMeanOf(Stream.of(vector, vector));

    assertThat(vector).containsExactly(1, 2);
  }

  @ParameterizedTest
  @MethodSource("fingerprints")
  void theFingerprintTellsTheSteps(Normalizer normalizer, String fingerprint) {
    assertThat(normalizer.fingerprint()).isEqualTo(fingerprint);
  }

  static Stream<Arguments> fingerprints() {
    return Stream.of(
        arguments(named("nothing", new Normalizer(false, false, false, null)), "none"),
        arguments(named("centre that is off", center(false, 1)), "none"),
        arguments(named("no centre", new Normalizer(false, false, true, null)), "none"),
        arguments(named("l1", new Normalizer(true, false, false, null)), "l1"),
        arguments(named("l2", Normalizer.L2), "l2"),
        arguments(named("both", new Normalizer(true, true, false, null)), "l1+l2"));
  }

  @Test
  void theFingerprintDependsOnTheCentre() {
    assertThat(center(true, 1).fingerprint())
        .startsWith("center-")
        .isEqualTo(center(true, 1).fingerprint())
        .isNotEqualTo(center(true, 1.0000001).fingerprint())
        .isNotEqualTo(center(true, 1, 0).fingerprint());
  }

  @Test
  void theFingerprintOfAKnownCentreNeverChanges() {
    assertThat(center(true, 0.5, -2).fingerprint()).isEqualTo("center-0f23ef0209b6dcf4");
  }

  @Test
  void noNormalizerHasTheFingerprintNone() {
    assertThat(Normalizer.fingerprint(null)).isEqualTo("none");
    assertThat(Normalizer.fingerprint(Normalizer.L2)).isEqualTo("l2");
  }

  @Test
  void normalizersAreEqualByContent() {
    assertThat(center(true, 1, 2))
        .isEqualTo(center(true, 1, 2))
        .hasSameHashCodeAs(center(true, 1, 2))
        .isNotEqualTo(center(false, 1, 2))
        .isNotEqualTo(center(true, 1, 3))
        .isNotEqualTo(new Normalizer(true, false, true, new double[] {1, 2}))
        .isNotEqualTo(new Normalizer(false, true, true, new double[] {1, 2}))
        .isNotEqualTo(new Normalizer(false, false, true, null));
  }

  @Test
  void theCentreIsCopiedInAndOut() {
    double[] centre = {1, 2};
    Normalizer normalizer = new Normalizer(false, false, true, centre);

    centre[0] = 9;
    double[] given = normalizer.centerVector();
    assertThat(given).isNotNull();
    given[1] = 9;

    assertThat(normalizer.centerVector()).containsExactly(1, 2);
  }

  @ParameterizedTest
  @MethodSource("numbersThatAreNotFinite")
  void aCentreThatIsNotFiniteIsRefused(double component) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> center(true, 1, component))
        .withMessage("center_vector: component 1 is not finite");
  }

  static List<Double> numbersThatAreNotFinite() {
    return List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
  }

  @Test
  void theTextFormLeavesTheCentreOut() {
    assertThat(center(true, 0.625))
        .asString()
        .startsWith("Normalizer[center-")
        .doesNotContain("0.6");
  }

  private static Normalizer center(boolean on, double @Nullable ... centre) {
    return new Normalizer(false, false, on, centre);
  }
}
