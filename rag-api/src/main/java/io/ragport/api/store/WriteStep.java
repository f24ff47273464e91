package io.ragport.api.store;

import io.ragport.api.Arguments;
import io.ragport.api.Capability;
import io.ragport.api.CollectionMismatchException;
import io.ragport.api.IndexItem;
import io.ragport.api.MetadataFilter;
import io.ragport.api.RagConfigurationException;
import io.ragport.api.RagEntry;
import io.ragport.api.ReplaceRequest;
import io.ragport.api.embedding.EmbeddingOperation;
import io.ragport.api.embedding.EmbeddingPurpose;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Everything that changes a store: creating, indexing, replacing and deleting. */
final class WriteStep {
  private final VectorStore store;
  private final EmbeddingStep embedding;
  private final Selections selections;
  private final Undo undo;
  private final boolean provision;
  private final Clock clock;

  WriteStep(
      VectorStore store,
      EmbeddingStep embedding,
      Selections selections,
      boolean provision,
      Clock clock) {
    this.store = store;
    this.embedding = embedding;
    this.selections = selections;
    this.undo = new Undo(store);
    this.provision = provision;
    this.clock = clock;
  }

  /**
   * Indexes items, all or none (IDX-8).
   *
   * @param items one or more
   */
  List<RagEntry> write(
      String collectionName, List<IndexItem> items, EmbeddingStep.Call embeddingCall) {
    Embedded embedded = embed(collectionName, items, embeddingCall);
    List<VectorRecord> records = records(embedded, items, null);
    undo.write(embedded.collection, records, Entries.givenIds(items));
    return entries(embedded.collection, records);
  }

  /** Puts new entries in the place of selected ones (REP-1 to REP-6). */
  List<RagEntry> replace(ReplaceRequest request) {
    Selection selection =
        new Selection(
            List.of(),
            request.sourceId() == null ? List.of() : List.of(request.sourceId()),
            request.match() == null ? null : MetadataFilter.match(request.match()),
            List.of());
    if (request.items().isEmpty()) {
      delete(request.collectionName(), selection);
      return List.of();
    }
    Embedded embedded =
        embed(
            request.collectionName(),
            request.items(),
            new EmbeddingStep.Call(EmbeddingOperation.REPLACE, request.listener()));
    CollectionSpec collection = embedded.collection;
    List<VectorRecord> records = records(embedded, request.items(), request.sourceId());
    Selection exact = selections.exact(collection, selection);
    if (store.capabilities().contains(Capability.ATOMIC_REPLACE)) {
      store.replace(collection, exact, records);
    } else {
      List<VectorRecord> old = selections.read(collection, exact);
      undo.replace(collection, exact, old, records, Entries.givenIds(request.items()));
    }
    return entries(collection, records);
  }

  /** Vectors first, the collection afterwards: a failing embedder leaves no empty collection. */
  private Embedded embed(
      String collectionName, List<IndexItem> items, EmbeddingStep.Call embeddingCall) {
    List<String> texts = items.stream().map(IndexItem::text).toList();
    Optional<CollectionSpec> found = store.findCollection(collectionName);
    if (found.isPresent()) {
      return new Embedded(
          found.get(),
          embedding.forCollection(found.get(), texts, EmbeddingPurpose.DOCUMENT, embeddingCall));
    }
    if (!provision) {
      throw new RagConfigurationException(
          "rag." + store.backendName() + ".provision",
          "is false, so the missing collection \""
              + Arguments.shortened(collectionName)
              + "\" is not created (create it with createCollection())");
    }
    float[][] vectors = embedding.forNewCollection(collectionName, texts, embeddingCall);
    return new Embedded(
        create(embedding.toCreate(collectionName, vectors[0].length, null)), vectors);
  }

  /** Creates a collection, or checks that the one that is there has these settings (COL-2). */
  CollectionSpec create(CollectionSpec wanted) {
    CollectionSpec stored = store.createCollection(wanted);
    requireSame(stored, "model", stored.model(), wanted.model());
    requireSame(stored, "dimension", stored.dimension(), wanted.dimension());
    requireSame(stored, "normalizer", stored.normalizer(), wanted.normalizer());
    return stored;
  }

  private static void requireSame(
      CollectionSpec stored, String property, Object recorded, Object asked) {
    if (!recorded.equals(asked)) {
      throw new CollectionMismatchException(
          stored.name(), property, recorded, asked, "use another collection or drop this one");
    }
  }

  private List<VectorRecord> records(
      Embedded embedded, List<IndexItem> items, @Nullable String sourceId) {
    List<UUID> givenIds = Entries.givenIds(items);
    Map<UUID, Instant> createdAt =
        givenIds.isEmpty() ? Map.of() : store.createdAt(embedded.collection, givenIds);
    return Entries.toWrite(items, embedded.vectors, sourceId, createdAt, clock);
  }

  /** Deletes the selected entries of a collection that may be missing (COL-5). */
  void delete(String collectionName, Selection selection) {
    if (!selection.isEmpty()) {
      store
          .findCollection(collectionName)
          .ifPresent(found -> store.delete(found, selections.exact(found, selection)));
    }
  }

  private static List<RagEntry> entries(CollectionSpec collection, List<VectorRecord> records) {
    return records.stream().map(record -> Entries.indexed(collection, record)).toList();
  }

  private record Embedded(CollectionSpec collection, float[][] vectors) {}
}
