package io.ragport.conformance;

/** ERR: what leaves a service when something is wrong. */
abstract class ErrorRules extends Rules {
  ErrorRules(Backend backend) {
    super(backend);
  }
}
