package io.ragport.conformance;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Where a test with random input starts; the configuration parameter {@link #PARAMETER} sets it.
 */
record Seed(long value) {
  /** A whole number: a JUnit configuration parameter, or a system property. */
  static final String PARAMETER = "ragport.conformance.seed";

  private static final Seed DEFAULT = new Seed(20_240_229);

  /** Hands the seed to tests that take one. */
  static final class Resolver implements ParameterResolver {
    Resolver() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
      return parameter.getParameter().getType() == Seed.class;
    }

    @Override
    public Seed resolveParameter(ParameterContext parameter, ExtensionContext test) {
      return test.getConfigurationParameter(PARAMETER, value -> new Seed(Long.parseLong(value)))
          .orElse(DEFAULT);
    }
  }
}
