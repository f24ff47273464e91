package io.ragport.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;
import org.junit.platform.commons.PreconditionViolationException;

/**
 * The arguments of the suite: every backend that is found and can be tested here. Tells the report
 * about them, and about those that are left out.
 */
public final class BackendSource implements ArgumentsProvider {
  /** For JUnit. */
  public BackendSource() {}

  @Override
  public Stream<? extends Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    ConformanceSettings settings = ConformanceSettings.from(context::getConfigurationParameter);
    Backends backends = Backends.discover(settings);
    Secrets secrets = new Secrets(settings.environment());
    context.publishReportEntry(RunFacts.of(backends, settings).toEntry());
    backends
        .missingRequired(settings)
        .ifPresent(
            missing -> {
              throw new PreconditionViolationException(
                  "required but left out: " + secrets.masked(missing));
            });
    if (backends.present().isEmpty()) {
      throw new PreconditionViolationException(
          "no backend to test; left out: "
              + (backends.leftOut().isEmpty()
                  ? "none"
                  : secrets.masked(backends.describedLeftOut())));
    }
    return backends.present().stream().map(Arguments::of);
  }
}
