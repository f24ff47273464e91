package io.ragport.api.store;

import io.ragport.api.MetadataFilter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes selections that a store applies exactly out of those it may not. */
final class Selections {
  private static final int PAGE = 500;

  private final VectorStore store;

  Selections(VectorStore store) {
    this.store = store;
  }

  /** The same selection, with ids in place of a filter the store can only narrow down. */
  Selection exact(CollectionSpec collection, Selection selection) {
    MetadataFilter filter = selection.filter();
    if (filter == null || store.filtersExactly(filter)) {
      return selection;
    }
    try (Stream<VectorRecord> matching = entries(collection, null, filter)) {
      List<UUID> ids =
          Stream.concat(selection.ids().stream(), matching.map(VectorRecord::id))
              .distinct()
              .toList();
      return new Selection(ids, selection.sourceIds(), null, selection.spared());
    }
  }

  /** The selected entries themselves, each once. */
  List<VectorRecord> read(CollectionSpec collection, Selection selection) {
    Map<UUID, VectorRecord> selected = new LinkedHashMap<>();
    store.fetch(collection, selection.ids()).forEach(entry -> selected.put(entry.id(), entry));
    if (!selection.sourceIds().isEmpty()) {
      entries(collection, selection.sourceIds(), null)
          .forEach(entry -> selected.put(entry.id(), entry));
    }
    if (selection.filter() != null) {
      entries(collection, null, selection.filter())
          .forEach(entry -> selected.put(entry.id(), entry));
    }
    selection.spared().forEach(selected::remove);
    return List.copyOf(selected.values());
  }

  /** The entries of these sources that match, page by page. */
  Stream<VectorRecord> entries(
      CollectionSpec collection,
      @Nullable List<String> sourceIds,
      @Nullable MetadataFilter filter) {
    return EntryPages.stream(
        new VectorScan(collection, null, PAGE, sourceIds, filter), store::scan);
  }
}
