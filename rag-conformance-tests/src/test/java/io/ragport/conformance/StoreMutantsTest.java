package io.ragport.conformance;

import java.util.stream.Stream;

/** Stores that do one thing wrong. */
class StoreMutantsTest extends MutantRuns {
  static Stream<Mutant> mutants() {
    return Stream.of(Mutant.values()).filter(mutant -> mutant.isOfTheStore());
  }
}
