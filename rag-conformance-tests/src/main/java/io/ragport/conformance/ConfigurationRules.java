package io.ragport.conformance;

/** CFG: how the backend is set up. */
abstract class ConfigurationRules extends Rules {
  ConfigurationRules(Backend backend) {
    super(backend);
  }
}
