package io.ragport.conformance;

import java.util.stream.Stream;

/** Services that do one thing wrong. */
class ServiceMutantsTest extends MutantRuns {
  static Stream<Mutant> mutants() {
    return Stream.of(Mutant.values()).filter(mutant -> !mutant.isOfTheStore());
  }
}
