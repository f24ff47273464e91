package io.ragport.conformance;

/** MAT: the similarity of texts to sources. */
abstract class MatrixRules extends Rules {
  MatrixRules(Backend backend) {
    super(backend);
  }
}
