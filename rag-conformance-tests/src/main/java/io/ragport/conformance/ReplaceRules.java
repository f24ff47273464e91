package io.ragport.conformance;

/** REP: new entries in the place of old ones. */
abstract class ReplaceRules extends Rules {
  ReplaceRules(Backend backend) {
    super(backend);
  }
}
