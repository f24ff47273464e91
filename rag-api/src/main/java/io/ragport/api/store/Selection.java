package io.ragport.api.store;

import io.ragport.api.MetadataFilter;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Entries to delete or to replace: those with one of the ids, those of one of the sources, and
 * those the filter matches; a union. Nothing given selects nothing.
 *
 * @param ids any number
 * @param sourceIds any number
 * @param filter null selects nothing
 * @param spared ids that stay, whatever selects them
 */
public record Selection(
    List<UUID> ids, List<String> sourceIds, @Nullable MetadataFilter filter, List<UUID> spared) {
  public Selection {
    ids = List.copyOf(ids);
    sourceIds = List.copyOf(sourceIds);
    spared = List.copyOf(spared);
  }

  /** The entries with these ids. */
  public static Selection ofIds(Collection<UUID> ids) {
    return new Selection(List.copyOf(ids), List.of(), null, List.of());
  }

  /** The entries of these sources. */
  public static Selection ofSources(Collection<String> sourceIds) {
    return new Selection(List.of(), List.copyOf(sourceIds), null, List.of());
  }

  /** The entries that the filter matches. */
  public static Selection ofFilter(MetadataFilter filter) {
    return new Selection(List.of(), List.of(), filter, List.of());
  }

  /** The same without these entries. */
  public Selection sparing(Collection<UUID> newSpared) {
    return new Selection(ids, sourceIds, filter, List.copyOf(newSpared));
  }

  /** Whether nothing is selected. */
  public boolean isEmpty() {
    return ids.isEmpty() && sourceIds.isEmpty() && filter == null;
  }
}
