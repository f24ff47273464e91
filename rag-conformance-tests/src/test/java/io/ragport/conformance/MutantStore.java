package io.ragport.conformance;

import java.nio.file.Path;

/** The reference store under the name of the mutants; each of them overrides one step. */
class MutantStore extends ReferenceVectorStore {
  MutantStore(Path folder, String token) {
    super(MutantProvider.NAME, folder, token);
  }
}
