package io.ragport.api.store;

import io.ragport.api.Arguments;

/**
 * How much one {@link VectorStore#upsert} takes (IDX-9). The service splits larger batches and, if
 * a later part fails, takes the earlier ones back (IDX-8).
 *
 * @param maxRecords records per call, 1 or more
 * @param maxBytes estimated bytes per call, 1 or more; a larger record goes alone
 */
public record StoreLimits(int maxRecords, long maxBytes) {
  /**
   * For a store with transactions: a call takes any number of records and leaves all of them or, if
   * it fails, none.
   */
  public static final StoreLimits ATOMIC = new StoreLimits(Integer.MAX_VALUE, Long.MAX_VALUE);

  public StoreLimits {
    Arguments.atLeast("maxRecords", maxRecords, 1);
    if (maxBytes < 1) {
      throw Arguments.invalid("maxBytes", maxBytes + " is less than 1");
    }
  }
}
