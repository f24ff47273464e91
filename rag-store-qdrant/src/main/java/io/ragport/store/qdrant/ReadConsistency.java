package io.ragport.store.qdrant;

/** How many replicas a read asks, and what it takes for an answer. */
public enum ReadConsistency {
  /** What all replicas hold. */
  ALL,

  /** What a majority of all replicas holds. */
  MAJORITY,

  /** What all of half the replicas plus one hold. */
  QUORUM
}
