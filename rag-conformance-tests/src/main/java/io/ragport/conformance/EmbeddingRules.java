package io.ragport.conformance;

/** EMB: how the embedder is called and what is made of its answers. */
abstract class EmbeddingRules extends Rules {
  EmbeddingRules(Backend backend) {
    super(backend);
  }
}
