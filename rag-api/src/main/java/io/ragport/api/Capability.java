package io.ragport.api;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a backend offers beyond the required methods (CAP-1, CAP-6).
 *
 * <p>A service that declares a capability honours every rule that is tagged with it; one that does
 * not declare it throws {@link UnsupportedCapabilityException} from the methods behind it (CAP-3).
 */
public enum Capability {
  /** {@link BaseRagService#countEntries} works and is exact (ENT-1). */
  COUNT_ENTRIES("countEntries"),
  /** {@link BaseRagService#iterEntries} yields every entry once, by id (ENT-2). */
  ITER_ENTRIES("iterEntries"),
  /** {@link BaseRagService#deleteByMetadata} works (DEL-4). */
  DELETE_BY_METADATA("deleteByMetadata"),
  /** {@link BaseRagService#replace} works (REP-1 to REP-5). */
  REPLACE("replace"),
  /** A replace is one step for every reader: old entries or new ones, never a mixture (REP-7). */
  ATOMIC_REPLACE("atomicReplace"),
  /** {@link BaseRagService#getEntries} works (ENT-3). */
  GET_ENTRIES("getEntries"),
  /** The whole {@link MetadataFilter} language is accepted in queries (FLT-2). */
  FILTER("filter"),
  /** A query may carry a vector instead of a text (QRY-12). */
  QUERY_BY_VECTOR("queryByVector"),
  /** {@link QueryMode#KEYWORD} works (QRY-13). */
  KEYWORD_QUERY("keywordQuery"),
  /** {@link QueryMode#HYBRID} works (QRY-13). */
  HYBRID_QUERY("hybridQuery"),
  /** Collections can be listed, created and dropped (COL-6). */
  MANAGE_COLLECTIONS("manageCollections");

  private final String id;

  Capability(String id) {
    this.id = id;
  }

  /** The name used in configuration, reports and messages, for example {@code countEntries}. */
  public String id() {
    return id;
  }

  /**
   * The capability of that name: its {@link #id()}, or its constant's name in any case.
   *
   * @return empty for a name that no capability has (CAP-2)
   */
  public static Optional<Capability> find(String name) {
    return Arrays.stream(values())
        .filter(
            capability -> capability.id.equals(name) || capability.name().equalsIgnoreCase(name))
        .findFirst();
  }
}
