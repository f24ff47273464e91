package io.ragport.api;

import java.util.Comparator;
import java.util.UUID;

/** Entry ids: how they are minted and how they are ordered. */
public final class EntryIds {
  /**
   * The order of ids in the contract (QRY-1, ENT-2): by the 128 bits unsigned, which is the order
   * of their text form. {@link UUID#compareTo} differs: it compares signed halves.
   */
  public static final Comparator<UUID> ORDER =
      (a, b) -> {
        int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
        return high != 0
            ? high
            : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
      };

  private EntryIds() {}

  /** A new random id (version 4). */
  public static UUID mint() {
    return UUID.randomUUID();
  }
}
