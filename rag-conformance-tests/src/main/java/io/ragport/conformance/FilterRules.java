package io.ragport.conformance;

/** FLT: which entries a condition selects. */
abstract class FilterRules extends Rules {
  FilterRules(Backend backend) {
    super(backend);
  }
}
