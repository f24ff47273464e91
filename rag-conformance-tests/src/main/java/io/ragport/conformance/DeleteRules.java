package io.ragport.conformance;

/** DEL: what goes and what stays. */
abstract class DeleteRules extends Rules {
  DeleteRules(Backend backend) {
    super(backend);
  }
}
