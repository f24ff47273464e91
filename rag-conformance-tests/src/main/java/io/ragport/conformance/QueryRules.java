package io.ragport.conformance;

/** QRY: rank, number and kind of results. */
abstract class QueryRules extends Rules {
  QueryRules(Backend backend) {
    super(backend);
  }
}
