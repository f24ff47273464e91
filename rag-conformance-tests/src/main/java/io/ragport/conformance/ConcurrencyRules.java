package io.ragport.conformance;

/** CON: many threads, one result. */
abstract class ConcurrencyRules extends Rules {
  ConcurrencyRules(Backend backend) {
    super(backend);
  }
}
