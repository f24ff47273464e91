package io.ragport.store.qdrant;

/** How the copies of vectors that searches compare first are made smaller. */
public enum Quantization {
  /** No copies; the vectors themselves are compared. */
  NONE,

  /** 8 bits a component, a quarter of the memory. */
  SCALAR,

  /** 1 bit a component, a thirty-second of the memory. */
  BINARY
}
