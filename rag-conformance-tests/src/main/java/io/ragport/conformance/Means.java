package io.ragport.conformance;

/** What a test may ask of a fixture beyond a place for data; not every backend can have all. */
public enum Means {
  /** {@link Sandbox#unreachable}: settings of a server that does not answer (LIFE-4). */
  UNREACHABLE_SERVER,
  /** {@link Sandbox#wrongCredentials}: settings with a wrong password or token (LIFE-5). */
  WRONG_CREDENTIALS,
  /** {@link Sandbox#restart}: the server can be stopped and started again (LIFE-3). */
  RESTART,
  /** {@link Sandbox#placeForeignData}: data of someone else beside Ragport's (COL-8). */
  FOREIGN_DATA,
  /**
   * The backend is an {@link io.ragport.api.store.VectorStoreProvider}, so that a store that fails
   * can be put in front of its own (IDX-8). Not the fixture's to say.
   */
  STORE
}
