package io.ragport.conformance;

/** IDX: what is written is what is read, all of it or nothing. */
abstract class IndexRules extends Rules {
  IndexRules(Backend backend) {
    super(backend);
  }
}
