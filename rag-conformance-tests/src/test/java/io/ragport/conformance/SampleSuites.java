package io.ragport.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.suite.api.ConfigurationParameter;
import org.junit.platform.suite.api.SelectClasses;
import org.junit.platform.suite.api.Suite;

/** More suites that are not run by themselves. */
final class SampleSuites {
  private SampleSuites() {}

  @ParameterizedClass(name = "{0}")
  @MethodSource("io.ragport.conformance.SmallSuite#backends")
  static final class Undeclared {
    Undeclared(SmallSuite.Named backend) {}

    @Rule("QRY-1")
    @Test
    void isNotDeclared() {
      Assumptions.abort(Rules.NOT_DECLARED + "keywordQuery");
    }
  }

  @ParameterizedClass(name = "{0}")
  @MethodSource("none")
  static final class Unstarted {
    Unstarted(SmallSuite.Named backend) {}

    static Stream<Arguments> none() {
      throw new IllegalStateException("required but left out");
    }

    @Rule("QRY-1")
    @Test
    void isNotReached() {}
  }

  @Suite
  @SelectClasses(SmallSuite.class)
  static final class Wrapped {}

  @Suite
  @SelectClasses(RagConformanceSuite.class)
  @ConfigurationParameter(key = ConformanceSettings.BACKENDS, value = "absent")
  @ConfigurationParameter(key = ConformanceSettings.REPORT, value = "no-report")
  static final class Configured {}
}
