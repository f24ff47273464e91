package io.ragport.conformance;

/** META: values and keys come back as they were. */
abstract class MetadataRules extends Rules {
  MetadataRules(Backend backend) {
    super(backend);
  }
}
