package io.ragport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

/** What a call that is refused for its arguments leaves: nothing. */
final class Refusals {
  private Refusals() {}

  /** Nothing was embedded, and {@link Rules#DOCS} is empty. */
  static void assertNothingWasDone(Rules test) {
    assertThat(test.embedding.calls()).as("calls of the embedder").isEmpty();
    assertThat(test.everything(Rules.DOCS)).as("entries").isEmpty();
  }
}
