package io.ragport.conformance;

import java.util.Map;

/** The rules that no test of this suite can check on just any backend, each with the reason. */
final class Untestable {
  /** Rule to reason. */
  static final Map<String, String> REASONS =
      Map.of(
          "CFG-5", "each backend's own tests see every option arrive",
          "ERR-3", "needs a server that fails once; each backend's own tests have one");

  private Untestable() {}
}
