package io.ragport.conformance;

/** LIFE: opening, closing, reopening, servers that do not answer. */
abstract class LifecycleRules extends Rules {
  LifecycleRules(Backend backend) {
    super(backend);
  }
}
