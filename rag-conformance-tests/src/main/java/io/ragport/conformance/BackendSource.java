package io.ragport.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The arguments of the suite: every backend that is found and can be tested here. */
public final class BackendSource implements ArgumentsProvider {
  /** For JUnit. */
  public BackendSource() {}

  @Override
  public Stream<? extends Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    ConformanceSettings settings = ConformanceSettings.from(context::getConfigurationParameter);
    Backends backends = Backends.discover(settings);
    backends
        .missingRequired(settings)
        .ifPresent(
            missing -> {
              throw new IllegalStateException("conformance: required but left out: " + missing);
            });
    return backends.present().stream().map(Arguments::of);
  }
}
