package io.ragport.conformance;

/** ENT: counting, reading, iterating. */
abstract class EntryRules extends Rules {
  EntryRules(Backend backend) {
    super(backend);
  }
}
