package io.ragport.conformance;

/** SPI: how the backend is found among good and broken ones. */
abstract class DiscoveryRules extends Rules {
  DiscoveryRules(Backend backend) {
    super(backend);
  }
}
