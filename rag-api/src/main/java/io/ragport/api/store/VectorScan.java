package io.ragport.api.store;

import io.ragport.api.MetadataFilter;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One page of a walk through a collection in the order of ids.
 *
 * @param collection what to walk through
 * @param after only entries with a greater id, in the order of {@link
 *     io.ragport.api.EntryIds#ORDER}; null starts at the first
 * @param limit entries at most, 1 or more
 * @param sourceIds restricts to these sources, not empty; null does not
 * @param filter restricts by metadata; null does not
 */
public record VectorScan(
    CollectionSpec collection,
    @Nullable UUID after,
    int limit,
    @Nullable List<String> sourceIds,
    @Nullable MetadataFilter filter) {
  /** The first page of all entries. */
  public static VectorScan of(CollectionSpec collection, int limit) {
    return new VectorScan(collection, null, limit, null, null);
  }

  /** The page behind that entry. */
  public VectorScan after(UUID id) {
    return new VectorScan(collection, id, limit, sourceIds, filter);
  }
}
