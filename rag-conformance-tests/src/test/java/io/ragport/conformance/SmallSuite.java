package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A suite of two backends in which tests end in every way there is. Not run by itself. Rules of
 * {@code beta} fail where {@code alpha} keeps them.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("backends")
final class SmallSuite {
  private final Named backend;

  /** Stands for a backend. */
  record Named(String name) {
    @Override
    public String toString() {
      return name;
    }
  }

  SmallSuite(Named backend) {
    this.backend = backend;
  }

  static Stream<Named> backends() {
    return Stream.of(new Named("alpha"), new Named("beta"));
  }

  private void require(boolean condition) {
    assertThat(condition || backend.name().equals("alpha")).as("kept by %s", backend).isTrue();
  }

  @Nested
  final class Querying {
    @Rule("QRY-1")
    @Test
    void passes() {
      require(true);
    }

    @Rule({"QRY-1", "QRY-2"})
    @Test
    void failsOnBeta() {
      require(false);
    }

    @Rule("QRY-3")
    @Test
    void isNotDeclared() {
      Assumptions.abort(Rules.NOT_DECLARED + "filter");
    }

    @Rule("QRY-4")
    @Test
    void isNotDeclaredEither() {
      Assumptions.abort(Rules.NOT_DECLARED + "filter");
    }

    @Rule("QRY-4")
    @Test
    void isTestedAllTheSame() {
      require(true);
    }

    @Rule("QRY-5")
    @Test
    void isNotTestable() {
      Assumptions.abort(Rules.NOT_TESTABLE + "there is no server");
    }

    @Rule({"QRY-3", "QRY-6"})
    @Test
    void isCalledOffForAReasonOfItsOwn() {
      Assumptions.assumeTrue(backend.name().equals("alpha"), "only when it rains");
    }

    @Rule("QRY-7")
    @Disabled("too slow")
    @Test
    void isDisabled() {}

    @Rule("QRY-8")
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void failsForTwo(int number) {
      require(number == 1);
    }

    @Rule("QRY-9")
    @TestFactory
    Stream<DynamicTest> failsDynamically() {
      return Stream.of(DynamicTest.dynamicTest("the only one", () -> require(false)));
    }

    @Rule("QRY-10")
    @ParameterizedTest
    @MethodSource("missing")
    void hasNoArguments(int number) {}
  }

  @Nested
  final class Deleting {
    @BeforeAll
    static void breaks() {
      throw new IllegalStateException("no room");
    }

    @Rule("DEL-1")
    @Test
    void isNotReached() {}

    @Rule({"DEL-2", "DEL-3"})
    @Test
    void isNotReachedEither() {}
  }

  @Nested
  final class Others {
    @Test
    void failsWithoutARule() {
      require(false);
    }
  }
}
