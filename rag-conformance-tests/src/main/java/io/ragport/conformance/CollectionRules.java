package io.ragport.conformance;

/** COL: what collections record, and how they come and go. */
abstract class CollectionRules extends Rules {
  CollectionRules(Backend backend) {
    super(backend);
  }
}
