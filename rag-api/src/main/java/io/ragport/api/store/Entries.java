package io.ragport.api.store;

import io.ragport.api.Arguments;
import io.ragport.api.EntryIds;
import io.ragport.api.IndexItem;
import io.ragport.api.RagEntry;
import io.ragport.api.RagServiceResult;
import io.ragport.api.StoredEntry;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Between what callers see of an entry and what a store keeps of it. */
final class Entries {
  private Entries() {}

  /** The ids that the caller gave. */
  static List<UUID> givenIds(List<IndexItem> items) {
    return items.stream().map(IndexItem::id).filter(Objects::nonNull).toList();
  }

  /**
   * The records to write: one instant for all (IDX-11), ids minted where none is given.
   *
   * @param vectors one per item
   * @param defaultSourceId for items that name none; null means {@code default}
   * @param createdAt of entries that are overwritten; they keep it (IDX-2)
   */
  static List<VectorRecord> toWrite(
      List<IndexItem> items,
      float[][] vectors,
      @Nullable String defaultSourceId,
      Map<UUID, Instant> createdAt,
      Clock clock) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    String source = defaultSourceId == null ? Arguments.DEFAULT_SOURCE_ID : defaultSourceId;
    List<VectorRecord> records = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      IndexItem item = items.get(i);
      UUID id = item.id() == null ? EntryIds.mint() : item.id();
      records.add(
          new VectorRecord(
              id,
              item.sourceId() == null ? source : item.sourceId(),
              item.text(),
              vectors[i],
              item.metadata(),
              createdAt.getOrDefault(id, now),
              now));
    }
    return records;
  }

  /** What indexing returns. */
  static RagEntry indexed(CollectionSpec collection, VectorRecord record) {
    return new RagEntry(
        record.id(),
        collection.model(),
        collection.name(),
        record.sourceId(),
        record.content(),
        collection.dimension(),
        record.metadata(),
        record.createdAt(),
        record.updatedAt());
  }

  /** What reading returns. */
  static StoredEntry stored(VectorRecord record) {
    return new StoredEntry(
        record.id(),
        record.sourceId(),
        record.content(),
        record.vector(),
        record.metadata(),
        record.createdAt(),
        record.updatedAt());
  }

  /** What querying returns. */
  static RagServiceResult found(
      CollectionSpec collection, RankedHit ranked, @Nullable Integer queryIndex) {
    VectorHit hit = ranked.hit();
    return new RagServiceResult(
        hit.id(),
        collection.model(),
        collection.name(),
        hit.sourceId(),
        hit.content(),
        collection.dimension(),
        hit.metadata(),
        ranked.similarity(),
        ranked.score(),
        ranked.kind(),
        hit.createdAt(),
        hit.updatedAt(),
        queryIndex);
  }
}
