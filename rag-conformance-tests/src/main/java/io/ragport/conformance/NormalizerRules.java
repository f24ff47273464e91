package io.ragport.conformance;

/** NRM: normalizers and how they are learnt. */
abstract class NormalizerRules extends Rules {
  NormalizerRules(Backend backend) {
    super(backend);
  }
}
