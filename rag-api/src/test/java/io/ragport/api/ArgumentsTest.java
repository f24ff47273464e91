package io.ragport.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The wording of the checks. */
class ArgumentsTest {
  @Test
  void aValueOfFortyCharactersIsShownWhole() {
    assertThat(Arguments.shortened("x".repeat(40))).isEqualTo("x".repeat(40));
  }

  @Test
  void aLongerValueIsCutAtFortyCharacters() {
    assertThat(Arguments.shortened("x".repeat(41))).isEqualTo("x".repeat(40) + "…");
  }

  @Test
  void aPairOfSurrogatesIsNotCutInTwo() {
    String value = "x".repeat(39) + "\ud83d\ude00" + "y";

    assertThat(Arguments.shortened(value)).isEqualTo("x".repeat(39) + "…");
  }

  @Test
  void nullIsShownAsNull() {
    assertThat(Arguments.shortened(null)).isEqualTo("null");
  }

  @Test
  void aMissingArgumentIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.required("request", null))
        .withMessage("request: null");
  }

  @Test
  void numbersOutOfRangeTellTheRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.inRange("ef", 0, 1, 1000))
        .withMessage("ef: 0 is not in 1 to 1000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.inRange("ratio", 1.5, 0, 1))
        .withMessage("ratio: 1.5 is not in 0.0 to 1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.atLeast("batchSize", 0, 1))
        .withMessage("batchSize: 0 is less than 1");
  }

  @Test
  void numbersInRangeComeBack() {
    assertThat(Arguments.inRange("ef", 1000, 1, 1000)).isEqualTo(1000);
    assertThat(Arguments.inRange("ratio", 0.0, 0, 1)).isZero();
    assertThat(Arguments.atLeast("batchSize", 1, 1)).isEqualTo(1);
  }

  @Test
  void aMissingIdIsNamedByItsPosition() {
    List<@Nullable UUID> ids = Arrays.asList(new UUID(0, 1), null);

    assertThatIllegalArgumentException().isThrownBy(() -> idsOf(ids)).withMessage("ids[1]: null");
  }

  @Test
  void missingIdsAreNotAnEmptyList() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.ids(null))
        .withMessage("ids: null (a list, possibly empty)");
  }

  @Test
  void anUnpairedSurrogateIsNamedByItsPosition() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.characters("name", "ab\ud83d\ude00c\ud83d"))
        .withMessage("name: unpaired surrogate at position 5 (not valid Unicode)");
  }

  @Test
  void aVectorIsCopied() {
    float[] vector = {1, 2};

    assertThat(Arguments.vector("vector", vector)).isNotSameAs(vector).containsExactly(1, 2);
  }

  @SuppressWarnings({"NullAway", "unchecked"}) // null on purpose
  private static void idsOf(List<? extends @Nullable UUID> ids) {
    Arguments.ids((List<UUID>) ids);
  }
}
