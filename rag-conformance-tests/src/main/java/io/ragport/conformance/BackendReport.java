package io.ragport.conformance;

import io.ragport.api.Capability;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run found out about one backend. Immutable.
 *
 * @param name the name that selects it
 * @param versions of its parts, for example its artifact, its driver and its server; in that order
 * @param capabilities those its provider announces; an opened service may declare fewer (CAP-5)
 * @param rules every rule of the contract, in its order
 * @param duration how long its tests took
 */
public record BackendReport(
    String name,
    Map<String, String> versions,
    List<Capability> capabilities,
    List<RuleReport> rules,
    Duration duration) {
  /** Copies the collections. */
  public BackendReport {
    versions = Collections.unmodifiableMap(new LinkedHashMap<>(versions));
    capabilities = List.copyOf(capabilities);
    rules = List.copyOf(rules);
  }

  /** The number of rules with that outcome. */
  public int count(Outcome outcome) {
    return (int) rules.stream().filter(rule -> rule.outcome() == outcome).count();
  }

  /** Whether rules were tested and none failed. */
  public boolean passed() {
    return count(Outcome.PASS) > 0 && count(Outcome.FAIL) == 0;
  }

  /** The rules that failed, in the contract's order. */
  public List<RuleReport> failed() {
    return rules.stream().filter(rule -> rule.outcome() == Outcome.FAIL).toList();
  }
}
