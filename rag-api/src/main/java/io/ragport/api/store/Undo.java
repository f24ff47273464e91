package io.ragport.api.store;

import io.ragport.api.PartialWriteException;
import io.ragport.api.StoreTimeoutException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * All or nothing on stores without transactions (IDX-8): writes part by part and, when one fails,
 * takes back what it wrote and puts back what it overwrote.
 */
final class Undo {
  private static final int BYTES_PER_CHARACTER = 3;
  private static final int BYTES_PER_ENTRY = 200;
  private static final int FETCHED_AT_ONCE = 500;

  private final VectorStore store;

  Undo(VectorStore store) {
    this.store = store;
  }

  /**
   * Writes all records or none.
   *
   * @param givenIds ids of records that may overwrite an entry
   * @throws PartialWriteException if taking back failed as well
   */
  void write(CollectionSpec collection, List<VectorRecord> records, Collection<UUID> givenIds) {
    if (isAtomic()) {
      store.upsert(collection, records);
      return;
    }
    writeParts(new Written(collection, records, before(collection, givenIds)));
  }

  /**
   * Writes all records and deletes the selected old entries, or leaves everything as it was
   * (REP-2). The new entries are there before the old ones go.
   *
   * @throws PartialWriteException also if it is not known whether the old ones went: taking back
   *     the new ones might then leave neither
   */
  void replace(
      CollectionSpec collection,
      Selection selection,
      List<VectorRecord> selected,
      List<VectorRecord> records,
      Collection<UUID> givenIds) {
    Written written = new Written(collection, records, before(collection, givenIds));
    writeParts(written);
    try {
      store.delete(collection, selection.sparing(ids(records)));
    } catch (StoreTimeoutException e) {
      throw new PartialWriteException(store.backendName(), ids(records), List.of(), e);
    } catch (RuntimeException e) {
      takeBack(written, selected, e);
      throw e;
    }
  }

  private void writeParts(Written written) {
    try {
      for (List<VectorRecord> part : parts(written.records)) {
        written.attempted += part.size();
        store.upsert(written.collection, part);
      }
    } catch (RuntimeException e) {
      if (!isAtomic()) { // else the one failed call wrote nothing
        takeBack(written, List.of(), e);
      }
      throw e;
    }
  }

  private boolean isAtomic() {
    return store.limits().equals(StoreLimits.ATOMIC);
  }

  private Map<UUID, VectorRecord> before(CollectionSpec collection, Collection<UUID> givenIds) {
    Map<UUID, VectorRecord> before = new LinkedHashMap<>();
    for (List<UUID> ids :
        BatchPlan.split(List.copyOf(givenIds), FETCHED_AT_ONCE, Long.MAX_VALUE, id -> 1)) {
      store.fetch(collection, ids).forEach(record -> before.put(record.id(), record));
    }
    return before;
  }

  private List<List<VectorRecord>> parts(List<VectorRecord> records) {
    StoreLimits limits = store.limits();
    ToLongFunction<VectorRecord> weight =
        limits.maxBytes() == Long.MAX_VALUE ? record -> 0 : Undo::estimatedBytes;
    return BatchPlan.split(records, limits.maxRecords(), limits.maxBytes(), weight);
  }

  /** An upper estimate that does not depend on the wire format. */
  private static long estimatedBytes(VectorRecord record) {
    return BYTES_PER_ENTRY
        + (long) BYTES_PER_CHARACTER * (record.content().length() + record.sourceId().length())
        + (long) Float.BYTES * record.vector().length
        + (long) BYTES_PER_CHARACTER * MetadataJson.write(record.metadata()).length();
  }

  /** Also where an interrupt is the failure: it is put off until everything is taken back. */
  private void takeBack(Written written, List<VectorRecord> deleted, RuntimeException failure) {
    boolean interrupted = Thread.interrupted();
    try {
      takeBackUninterrupted(written, deleted, failure);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void takeBackUninterrupted(
      Written written, List<VectorRecord> deleted, RuntimeException failure) {
    List<UUID> touched = ids(written.records.subList(0, written.attempted));
    try {
      Set<UUID> overwritten = written.before.keySet();
      store.delete(
          written.collection,
          Selection.ofIds(touched.stream().filter(id -> !overwritten.contains(id)).toList()));
      Map<UUID, VectorRecord> restored = new LinkedHashMap<>();
      deleted.forEach(record -> restored.put(record.id(), record));
      touched.forEach(
          id -> {
            VectorRecord before = written.before.get(id);
            if (before != null) {
              restored.put(id, before);
            }
          });
      for (List<VectorRecord> part : parts(new ArrayList<>(restored.values()))) {
        store.upsert(written.collection, part);
      }
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
      throw new PartialWriteException(
          store.backendName(),
          touched,
          ids(written.records.subList(written.attempted, written.records.size())),
          failure);
    }
  }

  private static List<UUID> ids(List<VectorRecord> records) {
    return records.stream().map(VectorRecord::id).collect(Collectors.toList());
  }

  /** How far a write got; confined to one call. */
  private static final class Written {
    private final CollectionSpec collection;
    private final List<VectorRecord> records;
    private final Map<UUID, VectorRecord> before;
    private int attempted;

    Written(CollectionSpec collection, List<VectorRecord> records, Map<UUID, VectorRecord> before) {
      this.collection = collection;
      this.records = records;
      this.before = before;
    }
  }
}
