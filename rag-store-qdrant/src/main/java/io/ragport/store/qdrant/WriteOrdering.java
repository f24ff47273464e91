package io.ragport.store.qdrant;

/** In which order the replicas apply writes that come at the same time. */
public enum WriteOrdering {
  /** Any. */
  WEAK,

  /** The one that a leader says; the leader may change. */
  MEDIUM,

  /** The one that a leader that does not change says. */
  STRONG
}
